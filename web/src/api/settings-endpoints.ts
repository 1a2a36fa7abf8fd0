// The published settings. A server-rendered page contains them; other pages read the file, which
// Hosting caches.
import { DEFAULT_CONTENT } from '@savepoint/model/content';
import type { ShopSettings } from '@savepoint/model/settings';
import { DEFAULT_SHIPPING } from '@savepoint/model/shipping';
import { DEFAULT_STORE } from '@savepoint/model/store';
import { DEFAULT_TAX } from '@savepoint/model/tax';
import { shopApi } from './shop-api.ts';

export const SETTINGS_FILE = '/shop-settings.json';

const DEFAULTS: ShopSettings = {
  shipping: DEFAULT_SHIPPING,
  tax: DEFAULT_TAX,
  store: DEFAULT_STORE,
  content: DEFAULT_CONTENT,
};

export const settingsApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    shopSettings: build.query<ShopSettings, void>({
      query: () => ({ op: 'file', path: SETTINGS_FILE }),
      // A cached file may predate a section.
      transformResponse: (published: Partial<ShopSettings>) => ({ ...DEFAULTS, ...published }),
      providesTags: ['Settings'],
    }),
  }),
});

/**
 * The settings; the defaults if they cannot be read: orders are priced on the server, which rejects
 * another total. `isLoading` until either is known.
 */
export function useShopSettings(): { readonly settings: ShopSettings; readonly isLoading: boolean } {
  return settingsApi.useShopSettingsQuery(undefined, {
    selectFromResult: ({ data = DEFAULTS, isLoading }) => ({ settings: data, isLoading }),
  });
}

// The content of text pages, separate from the other settings, which every page loads.
import { DEFAULT_PAGES, type PageName, type PagesSettings } from '@savepoint/model/pages';
import { shopApi } from './shop-api.ts';

export const pageApi = shopApi.injectEndpoints({
  endpoints: (build) => ({
    pageTexts: build.query<PagesSettings, void>({
      query: () => ({ op: 'get', path: 'settings/pages' }),
      transformResponse: (published: { readonly value?: PagesSettings } | null) =>
        published?.value ?? DEFAULT_PAGES,
      providesTags: ['Settings'],
    }),
  }),
});

/** The content of a text page; the defaults if it cannot be read; `isLoading` until either. */
export function usePageTexts<Name extends PageName>(
  name: Name,
): { readonly page: PagesSettings[Name]; readonly isLoading: boolean } {
  const { data = DEFAULT_PAGES, isLoading } = pageApi.usePageTextsQuery();
  return { page: data[name], isLoading };
}

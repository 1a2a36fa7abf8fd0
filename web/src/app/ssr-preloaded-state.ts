import { EMPTY_CART } from '../features/cart/cart-slice.ts';
import type { ShopStore } from './store.ts';

type State = ReturnType<ShopStore['getState']>;

/**
 * The state with which pages are rendered on the server: signed out, an empty cart, no consent banner. A browser hydrates
 * with the same state and renders its own afterwards.
 */
export const SSR_PRELOADED_STATE = {
  auth: { error: null },
  cart: EMPTY_CART,
  consent: 'unread',
  session: { status: 'signed-out' },
  theme: { theme: 'light', followsSystem: true },
  toasts: [],
  wishlist: { items: [], pendingMerge: [], owner: null, loading: false, itemsBeforeLoad: [], error: null },
} as const satisfies Partial<State>;

// Owns the state in which pages are rendered on the server: nobody is signed in, nothing is in the cart, nobody is asked
// for consent. A browser begins with the same one, so that it finds the page as it was made, and then shows its own.
import { EMPTY_CART } from '../features/cart/cart-slice.ts';
import type { createStore } from './store.ts';

type State = ReturnType<ReturnType<typeof createStore>['store']['getState']>;

export const GUEST_STATE = {
  announcer: [],
  auth: { error: null },
  cart: EMPTY_CART,
  consent: 'unread',
  session: { status: 'signed-out' },
  theme: { theme: 'light', followsSystem: true },
  wishlist: { items: [], pendingMerge: [], owner: null, loading: false, itemsBeforeLoad: [], error: null },
} as const satisfies Partial<State>;

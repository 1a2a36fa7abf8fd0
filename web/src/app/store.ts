// Owns the store: which slices there are. Features never import it; each slice exports its own
// selectors, so nothing needs the type of the whole.
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { Reader } from '../api/firestore-base-query.ts';
import { shopApi } from '../api/shop-api.ts';
import { authSlice } from '../features/auth/auth-slice.ts';
import { cartSlice } from '../features/cart/cart-slice.ts';
import { checkoutSlice } from '../features/checkout/checkout-slice.ts';
import { consentSlice } from '../features/consent/consent-slice.ts';
import { listenToTheme } from '../features/theme/theme-listeners.ts';
import { themeSlice } from '../features/theme/theme-slice.ts';
import { wishlistSlice } from '../features/wishlist/wishlist-slice.ts';
import { announcerSlice } from '../lib/announcer-slice.ts';
import { createShopListener } from '../lib/listener.ts';
import { sessionSlice } from '../session/session-slice.ts';

const reducer = combineReducers({
  [shopApi.reducerPath]: shopApi.reducer,
  announcer: announcerSlice.reducer,
  auth: authSlice.reducer,
  cart: cartSlice.reducer,
  checkout: checkoutSlice.reducer,
  consent: consentSlice.reducer,
  session: sessionSlice.reducer,
  theme: themeSlice.reducer,
  wishlist: wishlistSlice.reducer,
});

export interface StoreOptions {
  readonly preloadedState?: Partial<ReturnType<typeof reducer>>;
  /** Reads in the place of the network; the server has one. */
  readonly reader?: Reader;
}

/** A new store; effects other than the theme's are registered with `startListening` by effects.ts. */
export function createStore({ preloadedState, reader }: StoreOptions = {}) {
  const { middleware, startListening } = createShopListener();
  listenToTheme(startListening);
  const store = configureStore({
    reducer,
    ...(preloadedState && { preloadedState }),
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: reader } })
        .prepend(middleware)
        .concat(shopApi.middleware),
  });
  return { store, startListening };
}

export type ShopStore = ReturnType<typeof createStore>;

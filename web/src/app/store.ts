// Features never import the store: each slice exports its own selectors, so nothing needs the type of the root state.
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import type { DocumentReader } from '../api/firestore-base-query.ts';
import { shopApi } from '../api/shop-api.ts';
import { authSlice } from '../features/auth/auth-slice.ts';
import { cartSlice } from '../features/cart/cart-slice.ts';
import { checkoutSlice } from '../features/checkout/checkout-slice.ts';
import { consentSlice } from '../features/consent/consent-slice.ts';
import { listenToTheme } from '../features/theme/theme-listeners.ts';
import { themeSlice } from '../features/theme/theme-slice.ts';
import { wishlistSlice } from '../features/wishlist/wishlist-slice.ts';
import { createShopListenerMiddleware } from '../lib/listener-middleware.ts';
import { toastSlice } from '../lib/toast-slice.ts';
import { sessionSlice } from '../session/session-slice.ts';

const combinedReducer = combineReducers({
  [shopApi.reducerPath]: shopApi.reducer,
  auth: authSlice.reducer,
  cart: cartSlice.reducer,
  checkout: checkoutSlice.reducer,
  consent: consentSlice.reducer,
  session: sessionSlice.reducer,
  theme: themeSlice.reducer,
  toasts: toastSlice.reducer,
  wishlist: wishlistSlice.reducer,
});

/** Messages are about the shopper who sees them, and their buttons act for that shopper: they end with the session. */
const reducer: typeof combinedReducer = (state, action) => {
  const next = combinedReducer(state, action);
  const uid = state?.session?.user?.uid;
  if (uid === undefined || uid === next.session.user?.uid) return next;
  return { ...next, auth: authSlice.getInitialState(), toasts: toastSlice.getInitialState() };
};

interface StoreOptions {
  readonly preloadedState?: Partial<ReturnType<typeof reducer>>;
  /** Reads documents in place of the network. Given on the server only. */
  readonly readDocuments?: DocumentReader;
}

/** A new store. Only the theme's listeners are registered; start-listeners.ts adds the others after the first paint. */
export function createStore({ preloadedState, readDocuments }: StoreOptions = {}) {
  const { middleware, startListening } = createShopListenerMiddleware();
  listenToTheme(startListening);
  return configureStore({
    reducer,
    ...(preloadedState && { preloadedState }),
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: readDocuments } })
        .prepend(middleware)
        .concat(shopApi.middleware),
  });
}

export type ShopStore = ReturnType<typeof createStore>;

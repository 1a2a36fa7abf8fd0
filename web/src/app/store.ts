// Modules below the routes import only the types of the store: each slice exports its own
// selectors.
import { combineReducers, configureStore, type Middleware } from '@reduxjs/toolkit';
import type { DocumentReader } from '../api/firestore-base-query.ts';
import { shopApi } from '../api/shop-api.ts';
import { authSlice } from '../features/auth/auth-slice.ts';
import { addedLineSlice } from '../features/cart/added-line-slice.ts';
import { cartSlice } from '../features/cart/cart-slice.ts';
import { checkoutSlice } from '../features/checkout/checkout-slice.ts';
import { consentSlice } from '../features/consent/consent-slice.ts';
import { promotionSlice } from '../features/promotions/promotion-slice.ts';
import { themeSlice } from '../features/theme/theme-slice.ts';
import { wishlistSlice } from '../features/wishlist/wishlist-slice.ts';
import { toastSlice } from '../lib/toast-slice.ts';
import { sessionSlice } from '../session/session-slice.ts';

const combinedReducer = combineReducers({
  [shopApi.reducerPath]: shopApi.reducer,
  addedLine: addedLineSlice.reducer,
  auth: authSlice.reducer,
  cart: cartSlice.reducer,
  checkout: checkoutSlice.reducer,
  consent: consentSlice.reducer,
  promotion: promotionSlice.reducer,
  session: sessionSlice.reducer,
  theme: themeSlice.reducer,
  toasts: toastSlice.reducer,
  wishlist: wishlistSlice.reducer,
});

/** Messages and their buttons belong to the current shopper, so they end with the session. */
const reducer: typeof combinedReducer = (state, action) => {
  const next = combinedReducer(state, action);
  const uid = state?.session?.user?.uid;
  if (uid === undefined || uid === next.session.user?.uid) return next;
  return {
    ...next,
    auth: authSlice.getInitialState(),
    addedLine: null,
    toasts: toastSlice.getInitialState(),
  };
};

interface StoreOptions {
  readonly preloadedState?: ReturnType<typeof reducer>;
  /** Reads documents instead of the network. Server only. */
  readonly readDocuments?: DocumentReader;
  /** The listeners' middleware. Browsers only. */
  readonly listeners?: Middleware;
}

/** A new store. */
export function createStore({ preloadedState, readDocuments, listeners }: StoreOptions = {}) {
  return configureStore({
    reducer,
    ...(preloadedState && { preloadedState }),
    middleware: (defaults) =>
      defaults({ thunk: { extraArgument: readDocuments } })
        .prepend(listeners === undefined ? [] : [listeners])
        .concat(shopApi.middleware),
  });
}

export type ShopStore = ReturnType<typeof createStore>;
export type RootState = ReturnType<typeof reducer>;
export type AppDispatch = ShopStore['dispatch'];

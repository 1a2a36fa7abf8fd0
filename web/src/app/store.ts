// Owns the store: which slices there are and whose effects run. Features never import it; each slice exports its own
// selectors, so nothing needs the type of the whole.
import { combineReducers, configureStore } from '@reduxjs/toolkit';
import { setupListeners } from '@reduxjs/toolkit/query';
import { shopApi } from '../api/shop-api.ts';
import { listenToAddresses } from '../features/account/save-addresses.ts';
import { authSlice } from '../features/auth/auth-slice.ts';
import { listenToCart } from '../features/cart/cart-listeners.ts';
import { cartSlice } from '../features/cart/cart-slice.ts';
import { listenToCheckout } from '../features/checkout/checkout-listeners.ts';
import { checkoutSlice } from '../features/checkout/checkout-slice.ts';
import { consentSlice } from '../features/consent/consent-slice.ts';
import type { ConversionTag } from '../features/conversion/conversion-tag.ts';
import { listenToTheme } from '../features/theme/theme-effects.ts';
import { themeSlice } from '../features/theme/theme-slice.ts';
import { listenToWishlist } from '../features/wishlist/wishlist-listeners.ts';
import { wishlistSlice } from '../features/wishlist/wishlist-slice.ts';
import { announcerSlice } from '../lib/announcer-slice.ts';
import { createShopListener } from '../lib/listener.ts';
import { sessionSlice } from '../session/session-slice.ts';
import { listenToConversions } from './conversion-events.ts';

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

/** A new store with every feature's effects registered. */
export function createStore(tag: ConversionTag, preloadedState?: Partial<ReturnType<typeof reducer>>) {
  const listener = createShopListener();
  for (const listen of [listenToTheme, listenToCart, listenToWishlist, listenToCheckout, listenToAddresses])
    listen(listener.startListening);
  listenToConversions(listener.startListening, tag);
  const store = configureStore({
    reducer,
    ...(preloadedState && { preloadedState }),
    middleware: (defaults) => defaults().prepend(listener.middleware).concat(shopApi.middleware),
  });
  setupListeners(store.dispatch);
  return store;
}

export type ShopStore = ReturnType<typeof createStore>;

// Effects of actions beyond the store: saving, syncing, conversion events.
import { createListenerMiddleware } from '@reduxjs/toolkit';
import { listenToUserRecord } from '../api/user-record.ts';
import { listenToAddresses } from '../features/account/save-addresses.ts';
import { listenToCart, syncCartAcrossTabs } from '../features/cart/cart-listeners.ts';
import { listenToCheckout } from '../features/checkout/checkout-listeners.ts';
import { placedOrderClosed, selectHeldLines } from '../features/checkout/checkout-slice.ts';
import { listenToPromotion, syncPromotionAcrossTabs } from '../features/promotions/promotion-listeners.ts';
import { searchFailed } from '../features/search/search-failed.ts';
import { initTheme, listenToTheme } from '../features/theme/theme-listeners.ts';
import { listenToWishlist, syncWishlistAcrossTabs } from '../features/wishlist/wishlist-listeners.ts';
import type { StartListening } from '../lib/listener-middleware.ts';
import { listenToConversions } from './conversion-events.ts';
import { measurement, visitRecorder } from './measurement.ts';
import { listenToDepartures } from './session-cleanup.ts';
import type { AppDispatch, RootState, ShopStore } from './store.ts';

/** A middleware with the listeners of every feature. Browsers only. */
export function createListeners() {
  const { middleware, startListening } = createListenerMiddleware<RootState, AppDispatch>();
  // The cleanup comes after the features, which have stored a guest's data by then; the next
  // account's record is read after it.
  for (const listen of [
    listenToTheme,
    (start: StartListening) => listenToCart(start, selectHeldLines),
    listenToWishlist,
    listenToCheckout,
    (start: StartListening) => listenToPromotion(start, placedOrderClosed.match),
    listenToAddresses,
    listenToDepartures,
    listenToUserRecord,
  ]) {
    listen(startListening);
  }
  listenToConversions(startListening, measurement);
  startListening({
    actionCreator: searchFailed,
    effect: ({ payload }) => visitRecorder.trackSearch(payload),
  });
  return middleware;
}

/**
 * Applies the stored theme, follows the system theme and data stored by other tabs, and ends the
 * visit when the tab leaves the shop.
 */
export function followBrowser(store: ShopStore): void {
  initTheme(store.dispatch);
  syncCartAcrossTabs(store.dispatch);
  syncWishlistAcrossTabs(store.dispatch);
  syncPromotionAcrossTabs(store.dispatch);
  addEventListener('pagehide', () => visitRecorder.end());
}

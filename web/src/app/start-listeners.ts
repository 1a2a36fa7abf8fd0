// Effects of actions beyond the store: saving, syncing, conversion events. They load after the first paint; the actions
// dispatched before are buffered for them (lib/listener-middleware.ts), so that nothing is lost.
import { listenToUserRecord } from '../api/user-record.ts';
import { listenToAddresses } from '../features/account/save-addresses.ts';
import { listenToCart, syncCartAcrossTabs } from '../features/cart/cart-listeners.ts';
import { listenToCheckout } from '../features/checkout/checkout-listeners.ts';
import { listenToWishlist, syncWishlistAcrossTabs } from '../features/wishlist/wishlist-listeners.ts';
import { createDeferredListenerMiddleware } from '../lib/deferred-listener-middleware.ts';
import { listenToConversions } from './conversion-events.ts';
import { conversionTag } from './conversion-tag.ts';
import { listenToDepartures } from './session-cleanup.ts';
import type { ShopStore } from './store.ts';

/** Registers the listeners of every feature, runs them on the buffered actions, and watches other tabs' storage. */
export function startListeners(store: ShopStore): void {
  const { startListening, attached } = createDeferredListenerMiddleware();
  // The cleanup follows the features, which have written what a guest keeps; after it the next account's record is read.
  for (const listen of [
    listenToCart,
    listenToWishlist,
    listenToCheckout,
    listenToAddresses,
    listenToDepartures,
    listenToUserRecord,
  ]) {
    listen(startListening);
  }
  listenToConversions(startListening, conversionTag);
  store.dispatch(attached());
  syncCartAcrossTabs(store.dispatch);
  syncWishlistAcrossTabs(store.dispatch);
}

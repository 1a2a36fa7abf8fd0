// Owns what happens after actions beyond the store: saving, following, telling the tag. It comes beside the first page,
// not before it; what was done until then is told to it (lib/late-listener.ts), so nothing goes unsaved or untold.
import { listenToAddresses } from '../features/account/save-addresses.ts';
import { listenToCart, syncCartAcrossTabs } from '../features/cart/cart-listeners.ts';
import { listenToCheckout } from '../features/checkout/checkout-listeners.ts';
import { listenToWishlist, syncWishlistAcrossTabs } from '../features/wishlist/wishlist-listeners.ts';
import { createLateListener } from '../lib/late-listener.ts';
import { listenToConversions } from './conversion-events.ts';
import { pageTag } from './page-tag.ts';
import type { ShopStore } from './store.ts';

/** Registers every feature's effects and follows what other tabs store. */
export function startEffects({ store }: Pick<ShopStore, 'store'>): void {
  const { startListening, attached } = createLateListener();
  for (const listen of [listenToCart, listenToWishlist, listenToCheckout, listenToAddresses]) {
    listen(startListening);
  }
  listenToConversions(startListening, pageTag);
  store.dispatch(attached());
  syncCartAcrossTabs(store.dispatch);
  syncWishlistAcrossTabs(store.dispatch);
}

import { CartMergeOffer } from '../features/cart/cart-notices.tsx';
import { WishlistMergeOffer } from '../features/wishlist/wishlist-merge-offer.tsx';

/**
 * What the shopper picked as a guest and the account lacks. On every page: whoever signs in on the
 * way to somewhere else sees neither the cart nor the wishlist.
 */
export function GuestItems() {
  return (
    <>
      <CartMergeOffer />
      <WishlistMergeOffer />
    </>
  );
}

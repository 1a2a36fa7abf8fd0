import { CartMergeOffer } from '../features/cart/cart-notices.tsx';
import { WishlistMergeOffer } from '../features/wishlist/wishlist-merge-offer.tsx';

/**
 * A guest's items that the account lacks. On every page, because shoppers who sign in on the way to
 * another page see neither the cart nor the wishlist.
 */
export function GuestItems() {
  return (
    <>
      <CartMergeOffer />
      <WishlistMergeOffer />
    </>
  );
}

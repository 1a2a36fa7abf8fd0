import { CartMergeOffer } from '../features/cart/cart-notices.tsx';
import { WishlistMergeOffer } from '../features/wishlist/wishlist-merge-offer.tsx';

/** What the shopper picked as a guest and the account lacks. */
export function GuestItemsOffer() {
  return (
    <>
      <CartMergeOffer />
      <WishlistMergeOffer />
    </>
  );
}

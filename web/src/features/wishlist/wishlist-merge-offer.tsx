import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import {
  selectWishlistPendingMerge,
  wishlistMergeAccepted,
  wishlistMergeDismissed,
} from './wishlist-slice.ts';

/**
 * Items saved before signing in that the account's wishlist lacks, until the shopper adds or
 * dismisses them.
 */
export function WishlistMergeOffer() {
  const dispatch = useDispatch();
  const pendingMerge = useSelector(selectWishlistPendingMerge);
  if (pendingMerge.length === 0) return null;
  return (
    <section className="notice guest-items" aria-label="Saved before you logged in">
      <p role="status">
        You saved {pendingMerge.length === 1 ? '1 item' : `${pendingMerge.length} items`} to a wishlist before
        you logged in: {pendingMerge.map(({ name }) => name).join(', ')}.
      </p>
      <div className="row">
        <Button onClick={() => dispatch(wishlistMergeAccepted())}>Add all</Button>
        <Button variant="quiet" onClick={() => dispatch(wishlistMergeDismissed())}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}

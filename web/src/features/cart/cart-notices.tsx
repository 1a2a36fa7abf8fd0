import { countUnits } from '@savepoint/model/cart';
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import { describeLine } from './cart-listeners.ts';
import {
  cartMergeAccepted,
  cartMergeDismissed,
  cartSaveRetried,
  selectCartSaveFailed,
  selectPendingMerge,
} from './cart-slice.ts';

/**
 * Items picked before signing in that the account's cart lacks, until the shopper adds or dismisses
 * them.
 */
export function CartMergeOffer() {
  const dispatch = useDispatch();
  const pendingMerge = useSelector(selectPendingMerge);
  if (pendingMerge.length === 0) return null;
  const units = countUnits(pendingMerge);
  return (
    <section className="notice guest-items" aria-label="Added before you logged in">
      <p role="status">
        You added {units === 1 ? '1 item' : `${units} items`} before you logged in:{' '}
        {pendingMerge.map((line) => `${line.quantity} × ${describeLine(line)}`).join('; ')}.{' '}
        {units === 1 ? 'It is' : 'They are'} not in your account’s cart yet.
      </p>
      <div className="row">
        <Button onClick={() => dispatch(cartMergeAccepted())}>Add all</Button>
        <Button variant="quiet" onClick={() => dispatch(cartMergeDismissed())}>
          Dismiss
        </Button>
      </div>
    </section>
  );
}

/** The notice above the cart that its last change was not saved to the account. */
export function CartNotices() {
  const dispatch = useDispatch();
  const saveFailed = useSelector(selectCartSaveFailed);
  if (!saveFailed) return null;
  return (
    <section className="notice notice-warning" role="status">
      <p>Your cart is saved on this device, but the last change could not be saved to your account.</p>
      <Button variant="secondary" onClick={() => dispatch(cartSaveRetried())}>
        Retry
      </Button>
    </section>
  );
}

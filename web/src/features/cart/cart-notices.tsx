import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import {
  cartMergeAccepted,
  cartMergeDismissed,
  cartSaveRetried,
  selectCartSaveFailed,
  selectPendingMerge,
} from './cart-slice.ts';

/** Banners above the cart: the pending merge of items added before signing in, and a failed save to the account. */
export function CartNotices() {
  const dispatch = useDispatch();
  const pendingMerge = useSelector(selectPendingMerge);
  const saveFailed = useSelector(selectCartSaveFailed);
  return (
    <>
      {pendingMerge.length > 0 && (
        <section className="notice" aria-label="Picked before signing in">
          <p>
            You picked {pendingMerge.length === 1 ? '1 item' : `${pendingMerge.length} items`} before signing
            in: {pendingMerge.map((line) => line.name).join(', ')}.
          </p>
          <Button onClick={() => dispatch(cartMergeAccepted())}>Add all</Button>
          <Button variant="quiet" onClick={() => dispatch(cartMergeDismissed())}>
            Dismiss
          </Button>
        </section>
      )}
      {saveFailed && (
        <section className="notice notice-warning" role="status">
          <p>Your cart is kept on this device, but your account did not take the last change.</p>
          <Button variant="secondary" onClick={() => dispatch(cartSaveRetried())}>
            Retry
          </Button>
        </section>
      )}
    </>
  );
}

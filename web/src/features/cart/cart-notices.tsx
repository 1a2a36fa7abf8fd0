// Owns what the cart page has to tell: items picked before signing in, and a cart the account did not take.
import { useDispatch, useSelector } from 'react-redux';
import { Button } from '../../components/button.tsx';
import {
  cartMergeAccepted,
  cartMergeDismissed,
  cartSaveRetried,
  selectCartSaveFailed,
  selectPendingMerge,
} from './cart-slice.ts';

export function CartNotices() {
  const dispatch = useDispatch();
  const offered = useSelector(selectPendingMerge);
  const unsaved = useSelector(selectCartSaveFailed);
  return (
    <>
      {offered.length > 0 && (
        <section className="notice" aria-label="Picked before signing in">
          <p>
            You picked {offered.length === 1 ? '1 item' : `${offered.length} items`} before signing in:{' '}
            {offered.map((line) => line.name).join(', ')}.
          </p>
          <Button onClick={() => dispatch(cartMergeAccepted())}>Add all</Button>
          <Button variant="quiet" onClick={() => dispatch(cartMergeDismissed())}>
            Dismiss
          </Button>
        </section>
      )}
      {unsaved && (
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

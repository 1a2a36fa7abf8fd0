import { useSelector } from 'react-redux';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { Icon } from '../components/icon.tsx';
import { selectPlacedOrder } from '../features/checkout/checkout-slice.ts';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { usePageHead } from '../lib/page-head.ts';
import { orderPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';
import '../features/checkout/checkout.css';

/** The page that the payment provider returns to after a cancelled payment. Nothing was charged. */
export function Component() {
  const [search] = useSearchParams();
  const { pathname, search: query } = useLocation();
  const user = useSelector(selectUser);
  const placed = useSelector(selectPlacedOrder);
  const orderId = search.get('orderId') ?? search.get('order') ?? placed?.orderId;
  const { currentData: order } = useOrderQuery(
    { uid: user?.uid ?? '', orderId: orderId ?? '' },
    { skip: user === undefined || !orderId },
  );
  const isPending = order?.status === 'pending';
  usePageHead({ title: 'Payment cancelled', description: 'Nothing was charged.', noindex: true });
  return (
    <main className="page payment-state" id="main" tabIndex={-1}>
      <span className="payment-icon">
        <Icon name="back" />
      </span>
      <h1 tabIndex={-1}>You turned back from paying</h1>
      <p>
        Nothing was charged and your cart is as you left it.
        {isPending && ' Your items stay reserved for a while, so you can still pay.'}
      </p>
      <div className="row">
        {isPending && <PayButton orderId={order.id} label="Try payment again" />}
        {user === undefined && (
          <ButtonLink to="/login" state={{ from: pathname + query }}>
            Login to pay
          </ButtonLink>
        )}
        <ButtonLink to="/cart" variant={isPending ? 'secondary' : 'primary'}>
          Back to the cart
        </ButtonLink>
        {order && (
          <ButtonLink to={orderPath(order.id)} variant="quiet">
            See the order
          </ButtonLink>
        )}
      </div>
    </main>
  );
}

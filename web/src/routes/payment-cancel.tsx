import type { OrderStatus } from '@savepoint/model/order';
import { useSelector } from 'react-redux';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { PageHead } from '../components/page-head.tsx';
import { StateArt } from '../components/state-art.tsx';
import { selectPlacedOrder } from '../features/checkout/checkout-slice.ts';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { orderPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';
import '../features/checkout/checkout.css';

/** Statuses of an order that was never paid. */
const UNPAID: readonly OrderStatus[] = ['pending', 'cancelled', 'expired'];

/** The heading: the order waits, was paid meanwhile, or can no longer be paid. */
function titleOf(orderId: string | undefined, isPending: boolean, isPaid: boolean): string {
  if (!orderId) return 'No payment is open';
  if (isPending) return 'Your order is waiting for payment';
  return isPaid ? 'This order has been paid' : 'Your payment was canceled';
}

/** The return page of the payment provider after a canceled payment. Nothing was charged. */
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
  // Also before the order is read: the provider returns here from an open page.
  const isPending = user !== undefined && !!orderId && (order === undefined || order?.status === 'pending');
  // After going back in history, for instance, having paid in another tab.
  const isPaid = order != null && !UNPAID.includes(order.status);
  return (
    <main className="page payment-page payment-state" id="main" tabIndex={-1}>
      <PageHead title="Payment" description="What is left to pay of your order." noindex />
      <StateArt name={isPaid ? 'saved' : 'game-over'} />
      <h1 tabIndex={-1}>{titleOf(orderId, isPending, isPaid)}</h1>
      <p>
        {isPaid
          ? 'There is nothing left to pay. Its page shows where it is.'
          : 'Nothing was charged and your cart is as you left it.'}
        {isPending && ' Your items stay reserved for a while, so you can still pay.'}
      </p>
      <div className="row">
        {isPending && <PayButton orderId={orderId} />}
        {user === undefined && (
          <ButtonLink to="/login" state={{ from: pathname + query }}>
            Log in to pay
          </ButtonLink>
        )}
        <ButtonLink to="/cart" variant={isPending || isPaid || user === undefined ? 'secondary' : 'primary'}>
          Back to the cart
        </ButtonLink>
        {orderId && (order || isPending) && (
          <ButtonLink to={orderPath(orderId)} variant={isPaid ? 'primary' : 'quiet'}>
            View order
          </ButtonLink>
        )}
      </div>
    </main>
  );
}

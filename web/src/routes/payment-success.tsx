import type { Order } from '@savepoint/model/order';
import { useEffect, useState } from 'react';
import { useSelector } from 'react-redux';
import { useLocation, useSearchParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { Icon, type IconName } from '../components/icon.tsx';
import { PageHead } from '../components/page-head.tsx';
import { StateArt } from '../components/state-art.tsx';
import { WayOn } from '../features/catalog/way-on.tsx';
import { selectPlacedOrder } from '../features/checkout/checkout-slice.ts';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { InvitePlayer } from '../features/orders/invite-player.tsx';
import { OrderConfirmation } from '../features/orders/order-confirmation.tsx';
import { classNames } from '../lib/class-names.ts';
import { formatArrival } from '../lib/format-delivery.ts';
import { orderPath } from '../lib/paths.ts';
import { selectUser } from '../session/session-slice.ts';
import '../features/checkout/checkout.css';
import '../features/orders/orders.css';

/** After this time the page tells the shopper that they may leave. */
const SLOW_AFTER_MS = 20_000;

function useIsSlow(): boolean {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow;
}

interface PaymentStatus {
  readonly icon: IconName;
  readonly state: 'pending' | 'success' | 'error';
  readonly title: string;
  readonly text: string;
}

/** An order that ended otherwise is shown on its own page, with the reason. */
const CONFIRMED: ReadonlySet<Order['status']> = new Set([
  'pending',
  'paid',
  'packed',
  'shipped',
  'delivered',
]);

/** The icon and text for the state of an order. */
function paymentStatus(order: Order | null | undefined, isSlow: boolean): PaymentStatus {
  if (order === undefined || order?.status === 'pending') {
    return {
      icon: 'crystal',
      state: 'pending',
      title: 'Confirming your payment…',
      text: isSlow
        ? 'This is taking longer than usual. You can leave this page: your order is kept, and an email tells you when it is paid.'
        : 'We are waiting to hear from the payment service. This page updates by itself.',
    };
  }
  if (order === null) {
    return {
      icon: 'alert',
      state: 'error',
      title: 'Order not found',
      text: 'The link may be incomplete. All of your orders are listed in your account.',
    };
  }
  if (order.status === 'cancelled' || order.status === 'expired') {
    return {
      icon: 'alert',
      state: 'error',
      title: order.status === 'expired' ? 'This order has expired' : 'This order was canceled',
      text: 'It was canceled, or was not paid for in time. If you were charged, your refund is on its way.',
    };
  }
  const [firstName] = order.address.name.trim().split(/\s+/);
  const { workingDays } = order;
  return {
    icon: 'check',
    state: 'success',
    title: `Thanks, ${firstName}. Your order is confirmed.`,
    text: workingDays
      ? `Get it by ${formatArrival({ workingDays }, new Date(order.createdAt))}. Progress saved.`
      : 'Progress saved.',
  };
}

/**
 * The return page of the payment provider. The redirect proves nothing: the order is paid when the
 * server says so, and until then this page waits.
 */
export function Component() {
  const [search] = useSearchParams();
  const { pathname, search: query } = useLocation();
  const user = useSelector(selectUser);
  const placed = useSelector(selectPlacedOrder);
  const orderId = search.get('orderId') ?? search.get('order') ?? placed?.orderId;
  const { currentData: order, isError } = useOrderQuery(
    { uid: user?.uid ?? '', orderId: orderId ?? '' },
    { skip: user === undefined || !orderId },
  );
  const isSlow = useIsSlow();

  if (user === undefined) {
    return (
      <main className="page payment-page payment-state" id="main" tabIndex={-1}>
        <PageHead title="Payment" description="The status of your payment." noindex />
        <StateArt name="locked-chest" />
        <h1 tabIndex={-1}>Log in to see your order</h1>
        <p>Use the account that placed the order, and we will show you whether the payment went through.</p>
        <p>If we have made the order for you, there is nothing to do: an email confirms your payment.</p>
        <ButtonLink to="/login" state={{ from: pathname + query }}>
          Log in{' '}
        </ButtonLink>
      </main>
    );
  }
  const status = paymentStatus(orderId === undefined || isError ? null : order, isSlow);
  return (
    <main className="page stack payment-page" id="main" tabIndex={-1}>
      <PageHead title="Payment" description="The status of your payment." noindex />
      {status.state === 'success' ? (
        <StateArt name="saved" />
      ) : (
        <span className={classNames('payment-icon', `payment-icon-${status.state}`)}>
          <Icon name={status.icon} />
        </span>
      )}
      <div role="status" className="stack">
        <h1 tabIndex={-1}>{status.title}</h1>
        <p>{status.text}</p>
      </div>
      {order && CONFIRMED.has(order.status) && <OrderConfirmation order={order} />}
      <div className="row">
        {order && <ButtonLink to={orderPath(order.id)}>View order</ButtonLink>}
        {isSlow && order?.status === 'pending' && (
          <PayButton orderId={order.id} label="Open the payment page again" />
        )}
        <ButtonLink to={order ? '/shop' : '/account/orders'} variant="secondary">
          {order ? 'Keep browsing' : 'Your orders'}
        </ButtonLink>
        {status.state === 'success' && <InvitePlayer />}
      </div>
      <WayOn />
    </main>
  );
}

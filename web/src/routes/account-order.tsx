// Owns the page of one order (guarded). An order that is missing and one that belongs to somebody else look the same.
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, FailedState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { OrderActions } from '../features/orders/order-actions.tsx';
import { OrderDetails } from '../features/orders/order-details.tsx';
import { shortOrderId } from '../features/orders/order-words.ts';
import { usePageHead } from '../lib/page-head.ts';
import { selectUser } from '../session/session-slice.ts';
import '../features/orders/orders.css';

export function Component() {
  const { orderId = '' } = useParams();
  const user = useSelector(selectUser);
  const {
    currentData: order,
    error,
    refetch,
  } = useOrderQuery({ uid: user?.uid ?? '', orderId }, { skip: user === undefined });
  usePageHead({ title: 'Order', description: 'One order and where it is.', noindex: true });
  const denied = (error as { code?: string } | undefined)?.code === 'permission-denied';
  return (
    <AccountFrame title={order ? `Order ${shortOrderId(order.id)}` : 'Order'} logout={<LogoutButton />}>
      {order && (
        <OrderDetails
          order={order}
          actions={
            <>
              {order.status === 'pending' && <PayButton orderId={order.id} />}
              <OrderActions order={order} />
            </>
          }
        />
      )}
      {order === undefined && error === undefined && <Skeleton height="24rem" />}
      {(order === null || denied) && (
        <EmptyState icon="package" title="This order is not in your account">
          <p>The address may be mistyped, or the order belongs to another account.</p>
          <ButtonLink to="/account/orders">Your orders</ButtonLink>
        </EmptyState>
      )}
      {order === undefined && error !== undefined && !denied && (
        <FailedState what="this order" onRetry={refetch} />
      )}
    </AccountFrame>
  );
}

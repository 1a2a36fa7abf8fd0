import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { PayButton } from '../features/checkout/pay-button.tsx';
import { OrderActions } from '../features/orders/order-actions.tsx';
import { OrderDetails } from '../features/orders/order-details.tsx';
import { shortOrderId } from '../features/orders/order-labels.ts';
import { usePageHead } from '../lib/page-head.ts';
import { selectUser } from '../session/session-slice.ts';
import '../features/orders/orders.css';

/**
 * The /account/orders/:orderId page. Requires sign-in. A missing order and the order of another account look the
 * same.
 */
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
    <AccountLayout title={order ? `Order ${shortOrderId(order.id)}` : 'Order'} logout={<LogoutButton />}>
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
        <ErrorState resource="this order" onRetry={refetch} />
      )}
    </AccountLayout>
  );
}

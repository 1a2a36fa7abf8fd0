import { useSelector } from 'react-redux';
import { useOrdersQuery } from '../api/order-endpoints.ts';
import { ErrorState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { selectUser } from '../session/session-slice.ts';

/** The /account/orders page. Requires sign-in. */
export function Component() {
  const user = useSelector(selectUser);
  const { data: orders, isError, refetch } = useOrdersQuery(user?.uid ?? '', { skip: user === undefined });
  return (
    <AccountLayout title="Your orders" logout={<LogoutButton />}>
      <PageHead title="Orders" description="Your orders and their status." noindex />
      {orders !== undefined && <OrderList orders={orders} />}
      {orders === undefined && !isError && <Skeleton height="16rem" />}
      {orders === undefined && isError && <ErrorState resource="your orders" onRetry={refetch} />}
    </AccountLayout>
  );
}

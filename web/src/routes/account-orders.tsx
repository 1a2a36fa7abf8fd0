import { useSelector } from 'react-redux';
import { useOrdersQuery } from '../api/order-endpoints.ts';
import { ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { usePageHead } from '../lib/page-head.ts';
import { selectUser } from '../session/session-slice.ts';

/** The /account/orders page. Requires sign-in. */
export function Component() {
  const user = useSelector(selectUser);
  const { data: orders, isError, refetch } = useOrdersQuery(user?.uid ?? '', { skip: user === undefined });
  usePageHead({ title: 'Orders', description: 'Your orders and where they are.', noindex: true });
  return (
    <AccountLayout title="Your orders" logout={<LogoutButton />}>
      {orders !== undefined && <OrderList orders={orders} />}
      {orders === undefined && !isError && <Skeleton height="16rem" />}
      {orders === undefined && isError && <ErrorState resource="your orders" onRetry={refetch} />}
    </AccountLayout>
  );
}

// Owns the account's first page (guarded).
import { useSelector } from 'react-redux';
import { useOrdersQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { FailedState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountFrame } from '../features/account/account-frame.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { usePageHead } from '../lib/page-head.ts';
import { selectUser } from '../session/session-slice.ts';

const NEWEST_MAX = 3;

export function Component() {
  const user = useSelector(selectUser);
  const { data: orders, isError, refetch } = useOrdersQuery(user?.uid ?? '', { skip: user === undefined });
  usePageHead({ title: 'Account', description: 'Your Savepoint account.', noindex: true });
  return (
    <AccountFrame
      title={user?.displayName ? `Hi, ${user.displayName.slice(0, 100)}` : 'Your account'}
      logout={<LogoutButton />}
    >
      <p className="muted">Signed in as {user?.email}.</p>
      <h2>Newest orders</h2>
      {orders !== undefined && <OrderList orders={orders.slice(0, NEWEST_MAX)} />}
      {orders === undefined && !isError && <Skeleton height="8rem" />}
      {orders === undefined && isError && <FailedState what="your orders" onRetry={refetch} />}
      {orders !== undefined && orders.length > NEWEST_MAX && (
        <div>
          <ButtonLink to="/account/orders" look="secondary">
            All {orders.length} orders
          </ButtonLink>
        </div>
      )}
    </AccountFrame>
  );
}

import { cutText } from '@savepoint/model/cut-text';
import { useSelector } from 'react-redux';
import { useOrdersQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmailText } from '../components/email-text.tsx';
import { ErrorState } from '../components/empty-state.tsx';
import { PageHead } from '../components/page-head.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AccountLayout } from '../features/account/account-layout.tsx';
import { LogoutButton } from '../features/auth/account-link.tsx';
import { OrderList } from '../features/orders/order-list.tsx';
import { selectUser } from '../session/session-slice.ts';

const RECENT_ORDERS = 3;

/** The /account page. Requires sign-in. */
export function Component() {
  const user = useSelector(selectUser);
  const { data: orders, isError, refetch } = useOrdersQuery(user?.uid ?? '', { skip: user === undefined });
  return (
    <AccountLayout
      title={user?.displayName ? `Hi, ${cutText(user.displayName, 100)}` : 'Your account'}
      logout={<LogoutButton />}
    >
      <PageHead title="Account" description="Your Savepoint account." noindex />
      <p className="account-user muted">
        {user?.photoURL && <img src={user.photoURL} alt="" referrerPolicy="no-referrer" />}
        <span>
          Logged in as <EmailText>{user?.email ?? ''}</EmailText>.
        </span>
      </p>
      <h2>Recent orders</h2>
      {orders !== undefined && <OrderList orders={orders.slice(0, RECENT_ORDERS)} />}
      {orders === undefined && !isError && <Skeleton height="8rem" />}
      {orders === undefined && isError && <ErrorState resource="your orders" onRetry={refetch} />}
      {orders !== undefined && orders.length > RECENT_ORDERS && (
        <div>
          <ButtonLink to="/account/orders" variant="secondary">
            All {orders.length} orders
          </ButtonLink>
        </div>
      )}
    </AccountLayout>
  );
}

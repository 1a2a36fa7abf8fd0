import { orderNumber } from '@savepoint/model/order-number';
import { may } from '@savepoint/model/roles';
import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { OrderPanel } from '../features/admin/order-panel.tsx';
import { selectUser } from '../session/session-slice.ts';

/** The /admin/orders/:orderId page. Requires a role that reads orders. */
export function Component() {
  const { orderId = '' } = useParams();
  const user = useSelector(selectUser);
  const {
    currentData: order,
    isError,
    refetch,
  } = useOrderQuery({ uid: user?.uid ?? '', orderId }, { skip: !may(user?.role, 'readOrders') });
  return (
    <AdminLayout title={`Order ${orderNumber(orderId)}`}>
      <div className="no-print">
        <ButtonLink to="/admin/orders" variant="quiet">
          All orders
        </ButtonLink>
      </div>
      {order && <OrderPanel order={order} />}
      {order === undefined && !isError && <Skeleton height="20rem" />}
      {order === null && (
        <EmptyState icon="package" title="Order not found">
          <p>The link may be mistyped.</p>
        </EmptyState>
      )}
      {isError && order === undefined && <ErrorState resource="this order" onRetry={refetch} />}
    </AdminLayout>
  );
}

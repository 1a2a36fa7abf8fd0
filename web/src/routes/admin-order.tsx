import { useSelector } from 'react-redux';
import { useParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { OrderPanel } from '../features/admin/order-panel.tsx';
import { selectUser } from '../session/session-slice.ts';

/** The /admin/orders/:orderId page. Requires the admin claim. */
export function Component() {
  const { orderId = '' } = useParams();
  const user = useSelector(selectUser);
  const {
    currentData: order,
    isError,
    refetch,
  } = useOrderQuery({ uid: user?.uid ?? '', orderId }, { skip: !user?.isAdmin });
  return (
    <AdminLayout title={`Order ${orderId.slice(0, 8).toUpperCase()}`}>
      <div className="no-print">
        <ButtonLink to="/admin/orders" variant="quiet">
          All orders
        </ButtonLink>
      </div>
      {order && <OrderPanel order={order} />}
      {order === undefined && !isError && <Skeleton height="20rem" />}
      {order === null && <EmptyState icon="package" title="There is no such order" />}
      {isError && order === undefined && <ErrorState resource="this order" onRetry={refetch} />}
    </AdminLayout>
  );
}

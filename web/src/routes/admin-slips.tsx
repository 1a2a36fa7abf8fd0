import { orderNumber } from '@savepoint/model/order-number';
import { may } from '@savepoint/model/roles';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { useOrderQuery } from '../api/order-endpoints.ts';
import { Button, ButtonLink } from '../components/button.tsx';
import { EmptyState, ErrorState } from '../components/empty-state.tsx';
import { Skeleton } from '../components/skeleton.tsx';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { PackingSlip } from '../features/admin/packing-slip.tsx';
import { selectUser } from '../session/session-slice.ts';

function Slip({ orderId }: { orderId: string }) {
  const user = useSelector(selectUser);
  const { data, isError, refetch } = useOrderQuery(
    { uid: user?.uid ?? '', orderId },
    { skip: !may(user?.role, 'readOrders') },
  );
  if (data) return <PackingSlip order={data} />;
  if (data === null) return <p className="no-print">There is no order {orderNumber(orderId)}.</p>;
  return isError ? <ErrorState resource="this order" onRetry={refetch} /> : <Skeleton height="20rem" />;
}

/** The /admin/orders/slips page: printable packing slips of the orders in its query. */
export function Component() {
  const [search] = useSearchParams();
  const ids = [...new Set((search.get('orders') ?? '').split(',').filter((id) => id !== ''))];
  return (
    <AdminLayout title="Packing slips">
      <div className="row no-print">
        <ButtonLink to="/admin/orders" variant="quiet">
          All orders
        </ButtonLink>
        {ids.length > 0 && (
          <Button onClick={() => print()}>
            {ids.length === 1 ? 'Print 1 slip' : `Print ${ids.length} slips`}
          </Button>
        )}
      </div>
      {ids.length === 0 && (
        <EmptyState icon="package" title="No orders are chosen">
          <p>Select orders in the list, then choose “Packing slips”.</p>
        </EmptyState>
      )}
      {ids.map((id) => (
        <Slip key={id} orderId={id} />
      ))}
    </AdminLayout>
  );
}

import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { OrderTable } from '../features/admin/order-table.tsx';

/** The /admin/orders page. Requires a role; see admin-pages.ts. */
export function Component() {
  return (
    <AdminLayout title="Orders">
      <OrderTable />
    </AdminLayout>
  );
}

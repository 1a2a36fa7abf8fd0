// Owns the desk's orders page (guarded; admins only).
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { OrderTable } from '../features/admin/order-table.tsx';

export function Component() {
  return (
    <AdminLayout title="Orders">
      <OrderTable />
    </AdminLayout>
  );
}

import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { SubscriberTable } from '../features/admin/subscriber-table.tsx';

/** The /admin/subscribers page. Requires the admin claim. */
export function Component() {
  return (
    <AdminLayout title="Subscribers">
      <SubscriberTable />
    </AdminLayout>
  );
}

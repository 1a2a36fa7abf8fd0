import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { RolesPanel } from '../features/admin/roles-panel.tsx';

/** The /admin/roles page. Requires an owner. */
export function Component() {
  return (
    <AdminLayout title="Staff">
      <RolesPanel />
    </AdminLayout>
  );
}

import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { SyncPanel } from '../features/admin/sync-panel.tsx';

/** The /admin/sync page. Requires the admin claim. */
export function Component() {
  return (
    <AdminLayout title="Sync">
      <SyncPanel />
    </AdminLayout>
  );
}

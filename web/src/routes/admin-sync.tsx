import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { SyncPanel } from '../features/admin/sync-panel.tsx';

/** The /admin/sync page. Requires a role; see admin-pages.ts. */
export function Component() {
  return (
    <AdminLayout title="Sync">
      <SyncPanel />
    </AdminLayout>
  );
}

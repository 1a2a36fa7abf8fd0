// Owns the desk's sync page (guarded; admins only).
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { SyncPanel } from '../features/admin/sync-panel.tsx';

export function Component() {
  return (
    <AdminLayout title="Sync">
      <SyncPanel />
    </AdminLayout>
  );
}

// Owns the desk's sync page (guarded; admins only).
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { SyncDesk } from '../features/admin/sync-desk.tsx';

export function Component() {
  return (
    <AdminFrame title="Sync">
      <SyncDesk />
    </AdminFrame>
  );
}

// Owns the desk's audit log page (guarded; admins only).
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { AuditLog } from '../features/admin/audit-log.tsx';

export function Component() {
  return (
    <AdminLayout title="Audit log">
      <AuditLog />
    </AdminLayout>
  );
}

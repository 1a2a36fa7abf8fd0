// Owns the desk's audit log page (guarded; admins only).
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { AuditLog } from '../features/admin/audit-log.tsx';

export function Component() {
  return (
    <AdminFrame title="Audit log">
      <AuditLog />
    </AdminFrame>
  );
}

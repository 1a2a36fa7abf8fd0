import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { AuditLog } from '../features/admin/audit-log.tsx';

/** The /admin/audit page. Requires a role; see admin-pages.ts. */
export function Component() {
  return (
    <AdminLayout title="Audit log">
      <AuditLog />
    </AdminLayout>
  );
}

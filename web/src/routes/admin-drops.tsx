import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { DropPlanPanel } from '../features/admin/drop-plan-panel.tsx';

/** The /admin/drops page. Requires an editor or an owner. */
export function Component() {
  return (
    <AdminLayout title="Drops">
      <DropPlanPanel />
    </AdminLayout>
  );
}

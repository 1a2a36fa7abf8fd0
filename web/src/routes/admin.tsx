import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { DashboardPanel } from '../features/admin/dashboard-panel.tsx';

/** The /admin page: the dashboard. Requires a role. */
export function Component() {
  return (
    <AdminLayout title="Dashboard">
      <DashboardPanel />
    </AdminLayout>
  );
}

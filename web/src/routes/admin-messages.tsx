import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { MessagePanel } from '../features/admin/message-panel.tsx';

/** The /admin/messages page. Requires the admin claim. */
export function Component() {
  return (
    <AdminLayout title="Messages">
      <MessagePanel />
    </AdminLayout>
  );
}

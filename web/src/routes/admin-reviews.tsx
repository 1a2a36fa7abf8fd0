import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ReviewPanel } from '../features/admin/review-panel.tsx';

/** The /admin/reviews page. Requires the admin claim. */
export function Component() {
  return (
    <AdminLayout title="Reviews">
      <ReviewPanel />
    </AdminLayout>
  );
}

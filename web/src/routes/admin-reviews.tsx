import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ReviewPanel } from '../features/admin/review-panel.tsx';

/** The /admin/reviews page. Requires a role; see admin-pages.ts. */
export function Component() {
  return (
    <AdminLayout title="Reviews">
      <ReviewPanel />
    </AdminLayout>
  );
}

// Owns the desk's reviews page (guarded; admins only).
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ReviewPanel } from '../features/admin/review-panel.tsx';

export function Component() {
  return (
    <AdminLayout title="Reviews">
      <ReviewPanel />
    </AdminLayout>
  );
}

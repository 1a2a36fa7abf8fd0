import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { CategoryPanel } from '../features/admin/category-panel.tsx';

/** The /admin/categories page. Requires the admin claim. */
export function Component() {
  return (
    <AdminLayout title="Categories">
      <CategoryPanel />
    </AdminLayout>
  );
}

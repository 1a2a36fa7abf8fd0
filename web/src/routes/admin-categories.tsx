import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { CategoryPanel } from '../features/admin/category-panel.tsx';

/** The /admin/categories page. Requires a role; see admin-pages.ts. */
export function Component() {
  return (
    <AdminLayout title="Categories">
      <CategoryPanel />
    </AdminLayout>
  );
}

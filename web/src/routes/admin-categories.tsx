// Owns the desk's categories page (guarded; admins only).
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { CategoryPanel } from '../features/admin/category-panel.tsx';

export function Component() {
  return (
    <AdminLayout title="Categories">
      <CategoryPanel />
    </AdminLayout>
  );
}

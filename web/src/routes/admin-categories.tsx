// Owns the desk's categories page (guarded; admins only).
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { CategoryDesk } from '../features/admin/category-desk.tsx';

export function Component() {
  return (
    <AdminFrame title="Categories">
      <CategoryDesk />
    </AdminFrame>
  );
}

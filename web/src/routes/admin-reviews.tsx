// Owns the desk's reviews page (guarded; admins only).
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { ReviewDesk } from '../features/admin/review-desk.tsx';

export function Component() {
  return (
    <AdminFrame title="Reviews">
      <ReviewDesk />
    </AdminFrame>
  );
}

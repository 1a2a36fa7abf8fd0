// Owns the desk's orders page (guarded; admins only).
import { AdminFrame } from '../features/admin/admin-frame.tsx';
import { OrderQueue } from '../features/admin/order-queue.tsx';

export function Component() {
  return (
    <AdminFrame title="Orders">
      <OrderQueue />
    </AdminFrame>
  );
}

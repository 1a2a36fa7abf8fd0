import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { PromotionPanel } from '../features/admin/promotion-panel.tsx';

/** The /admin/promotions page. Requires an editor or an owner. */
export function Component() {
  return (
    <AdminLayout title="Promotions">
      <PromotionPanel />
    </AdminLayout>
  );
}

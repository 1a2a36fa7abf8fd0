import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { CustomerTable } from '../features/admin/customer-table.tsx';
import { GiftCardButton } from '../features/admin/gift-card-button.tsx';

/** The /admin/customers page. Requires the admin claim. */
export function Component() {
  return (
    <AdminLayout title="Customers">
      <GiftCardButton />
      <CustomerTable />
    </AdminLayout>
  );
}

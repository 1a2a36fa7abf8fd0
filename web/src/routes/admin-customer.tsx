import { useParams } from 'react-router-dom';
import { ButtonLink } from '../components/button.tsx';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { CustomerPanel } from '../features/admin/customer-panel.tsx';

/** The /admin/customers/:uid page. Requires the admin claim. */
export function Component() {
  const { uid = '' } = useParams();
  return (
    <AdminLayout title="Customer">
      <div>
        <ButtonLink to="/admin/customers" variant="quiet">
          All customers
        </ButtonLink>
      </div>
      <CustomerPanel uid={uid} />
    </AdminLayout>
  );
}

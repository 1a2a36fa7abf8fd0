import { may } from '@savepoint/model/roles';
import { useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../components/button.tsx';
import { EmptyState } from '../components/empty-state.tsx';
import { AdminLayout } from '../features/admin/admin-layout.tsx';
import { ManualOrderForm } from '../features/admin/manual-order-form.tsx';
import { selectUser } from '../session/session-slice.ts';

/** The /admin/orders/new page: an order by staff. Requires a role that edits orders. */
export function Component() {
  const role = useSelector(selectUser)?.role;
  const [search] = useSearchParams();
  return (
    <AdminLayout title="New order">
      <div>
        <ButtonLink to="/admin/orders" variant="quiet">
          All orders
        </ButtonLink>
      </div>
      {may(role, 'editOrders') ? (
        <ManualOrderForm email={search.get('email') ?? undefined} />
      ) : (
        <EmptyState icon="package" title="Your role cannot make orders">
          <p>Ask a shop owner for access.</p>
        </EmptyState>
      )}
    </AdminLayout>
  );
}

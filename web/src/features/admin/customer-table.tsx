import { useDeferredValue, useState } from 'react';
import { Button } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { Field } from '../../components/field.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { downloadCsv } from './download-csv.ts';
import { formatDateTime } from './format-date-time.ts';
import { type Customer, useCustomersQuery } from './people-endpoints.ts';

const PAGE_SIZE = 100;

/** The admin page of a customer. */
export function customerPath(uid: string): string {
  return `/admin/customers/${encodeURIComponent(uid)}`;
}

function exportCustomers(customers: readonly Customer[]): void {
  const rows = customers.map(({ email = '', displayName = '', createdAt = '' }) => [
    email,
    displayName,
    createdAt,
  ]);
  downloadCsv('customers.csv', [['email', 'name', 'createdAt'], ...rows]);
}

/**
 * The customers with an account, newest first, or those whose email or name begins with the
 * searched text.
 */
export function CustomerTable() {
  const [text, setText] = useState('');
  const [limit, setLimit] = useState(PAGE_SIZE);
  const wanted = useDeferredValue(text.trim());
  const {
    data: customers,
    isError,
    isFetching,
    refetch,
  } = useCustomersQuery({ text: wanted, limit }, { refetchOnMountOrArgChange: true });
  if (customers === undefined) {
    return isError ? <ErrorState resource="the customers" onRetry={refetch} /> : <Skeleton height="20rem" />;
  }
  return (
    <>
      <search className="admin-filters">
        <Field
          label="Search customers"
          type="search"
          hint="The start of an email address or a name"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <div>
          <Button
            variant="secondary"
            disabled={customers.length === 0}
            onClick={() => exportCustomers(customers)}
          >
            Export CSV
          </Button>
        </div>
      </search>
      <p role="status" aria-busy={isFetching}>
        {customers.length === 1 ? '1 customer' : `${customers.length} customers`}
      </p>
      {customers.length === 0 ? (
        <EmptyState icon="account" title="No customers found">
          <p>Search by the start of an email address or a name.</p>
        </EmptyState>
      ) : (
        <section className="admin-scroll" aria-label="Customers">
          <table className="admin-table admin-cards">
            <thead>
              <tr>
                <th scope="col">Name</th>
                <th scope="col">Email</th>
                <th scope="col">Since</th>
              </tr>
            </thead>
            <tbody>
              {customers.map(({ id, email, displayName, createdAt }) => (
                <tr key={id}>
                  <th scope="row">
                    <ShopLink to={customerPath(id)}>{displayName || email || id}</ShopLink>
                  </th>
                  <td>{email}</td>
                  <td className="admin-timestamp">{createdAt && formatDateTime(createdAt)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
      {wanted === '' && customers.length === limit && (
        <div>
          <Button variant="secondary" busy={isFetching} onClick={() => setLimit(limit + PAGE_SIZE)}>
            Show {PAGE_SIZE} more
          </Button>
        </div>
      )}
    </>
  );
}

import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { paidInAllCents, providerRefundedCents } from '@savepoint/model/store-credit';
import { ButtonLink } from '../../components/button.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { adminOrderPath } from './admin-pages.ts';
import { CustomerCredit } from './customer-credit.tsx';
import { formatDateTime } from './format-date-time.ts';
import { statusLabel } from './order-labels.ts';
import { useCustomerOrdersQuery, useCustomerQuery } from './people-endpoints.ts';

/** The payments for the orders, less refunds. */
function netSalesCents(orders: readonly Order[]): number {
  const isUnpaid = ({ status }: Order) => ['pending', 'cancelled', 'expired'].includes(status);
  return orders
    .filter((order) => !isUnpaid(order))
    .reduce(
      (sum, order) =>
        sum + paidInAllCents(order) - providerRefundedCents(order) - (order.creditReturnedCents ?? 0),
      0,
    );
}

function OrderRows({ orders }: { orders: readonly Order[] }) {
  return (
    <section className="admin-scroll" aria-label="Orders">
      <table className="admin-table admin-cards">
        <thead>
          <tr>
            <th scope="col">Order</th>
            <th scope="col">Placed</th>
            <th scope="col">Status</th>
            <th scope="col">Total</th>
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => (
            <tr key={order.id}>
              <th scope="row">
                <ShopLink to={adminOrderPath(order.id)}>{order.id.slice(0, 8).toUpperCase()}</ShopLink>
                <span className="muted admin-small">
                  {order.lines.map(({ quantity, name }) => `${quantity} × ${name}`).join(', ')}
                </span>
              </th>
              <td className="admin-timestamp">{formatDateTime(order.createdAt)}</td>
              <td>
                <span className="tag">{statusLabel(order.status)}</span>
              </td>
              <td>{formatCents(order.totalCents)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

/** A customer with all orders, newest first. The orders of a deleted account are shown, too. */
export function CustomerPanel({ uid }: { uid: string }) {
  const record = useCustomerQuery(uid);
  const orders = useCustomerOrdersQuery(uid, { refetchOnMountOrArgChange: true });
  if (orders.isError && orders.data === undefined)
    return <ErrorState resource="this customer's orders" onRetry={orders.refetch} />;
  if (orders.data === undefined || (record.data === undefined && !record.isError))
    return <Skeleton height="20rem" />;
  const customer = record.data;
  if (!customer && orders.data.length === 0)
    return (
      <EmptyState icon="account" title="Customer not found">
        <ButtonLink to="/admin/customers">All customers</ButtonLink>
      </EmptyState>
    );
  return (
    <>
      <section className="card stack" aria-label="Customer">
        <h2>{customer?.displayName || customer?.email || 'Deleted account'}</h2>
        {customer?.email && (
          <p>
            <a href={`mailto:${encodeURIComponent(customer.email)}`}>{customer.email}</a>
          </p>
        )}
        {customer?.createdAt && <p className="muted">Customer since {formatDateTime(customer.createdAt)}</p>}
        <p>
          {orders.data.length === 1 ? '1 order' : `${orders.data.length} orders`}, net sales{' '}
          {formatCents(netSalesCents(orders.data))}
        </p>
      </section>
      {customer?.email && (
        <div>
          <ButtonLink
            variant="secondary"
            to={`/admin/orders/new?email=${encodeURIComponent(customer.email)}`}
          >
            New order for this customer
          </ButtonLink>
        </div>
      )}
      {customer && <CustomerCredit uid={uid} />}
      {orders.data.length === 0 ? (
        <EmptyState icon="package" title="No orders yet" />
      ) : (
        <OrderRows orders={orders.data} />
      )}
    </>
  );
}

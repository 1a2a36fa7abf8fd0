import { formatCents } from '@savepoint/model/money';
import type { Order, OrderStatus } from '@savepoint/model/order';
import { ORDER_STATUSES } from '@savepoint/model/order-status';
import { useState } from 'react';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { SelectField } from '../../components/field.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useAllOrdersQuery } from './admin-endpoints.ts';
import { formatDateTime, orderProblems } from './order-labels.ts';
import { OrderTransitionButtons } from './order-transition-buttons.tsx';

/** Statuses in which the shop has to act. */
const NEEDS_ACTION: readonly OrderStatus[] = ['paid', 'packed', 'return-requested'];

function matches(order: Order, filter: string): boolean {
  const hasProblems = orderProblems(order).length > 0;
  if (filter === 'problems') return hasProblems;
  if (filter === 'waiting') return hasProblems || NEEDS_ACTION.includes(order.status);
  return filter === '' || order.status === filter;
}

function countItems(order: Order): string {
  const items = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return items === 1 ? '1 item' : `${items} items`;
}

/** The orders, newest first; initially those that need action. */
export function OrderTable() {
  const { data: orders, isError, refetch } = useAllOrdersQuery();
  const [filter, setFilter] = useState('waiting');
  if (orders === undefined) {
    return isError ? <ErrorState resource="the orders" onRetry={refetch} /> : <Skeleton height="24rem" />;
  }
  const shown = orders.filter((order) => matches(order, filter));
  return (
    <>
      <div className="admin-filters">
        <SelectField label="Show" value={filter} onChange={(event) => setFilter(event.target.value)}>
          <option value="waiting">Waiting for us</option>
          <option value="problems">Needs attention</option>
          <option value="">All</option>
          {ORDER_STATUSES.map((status) => (
            <option key={status}>{status}</option>
          ))}
        </SelectField>
      </div>
      <p role="status">{shown.length === 1 ? '1 order' : `${shown.length} orders`}</p>
      {shown.length === 0 ? (
        <EmptyState icon="package" title="Nothing here">
          <p>No order is in this state.</p>
        </EmptyState>
      ) : (
        <section className="admin-scroll" aria-label="Orders">
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">Order</th>
                <th scope="col">Placed</th>
                <th scope="col">Status</th>
                <th scope="col">Total</th>
                <th scope="col">Next</th>
              </tr>
            </thead>
            <tbody>
              {shown.map((order) => (
                <tr key={order.id}>
                  <th scope="row">
                    <ShopLink to={`/admin/orders/${encodeURIComponent(order.id)}`}>
                      {order.id.slice(0, 8).toUpperCase()}
                    </ShopLink>
                    <span className="muted admin-small">
                      {order.address.name} · {countItems(order)}
                    </span>
                  </th>
                  <td className="admin-timestamp">{formatDateTime(order.createdAt)}</td>
                  <td>
                    <span className="tag">{order.status}</span>
                    {orderProblems(order).length > 0 && (
                      <span className="tag tag-coral">Needs attention</span>
                    )}
                  </td>
                  <td>{formatCents(order.totalCents)}</td>
                  <td>
                    <div className="row">
                      <OrderTransitionButtons order={order} />
                    </div>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </>
  );
}

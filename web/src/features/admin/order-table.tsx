import { formatCents } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { may } from '@savepoint/model/roles';
import { useState } from 'react';
import { useDispatch, useSelector } from 'react-redux';
import { useSearchParams } from 'react-router-dom';
import { Button, ButtonLink } from '../../components/button.tsx';
import { EmailText } from '../../components/email-text.tsx';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { toastShown } from '../../lib/toast-slice.ts';
import { selectUser } from '../../session/session-slice.ts';
import { errorMessage } from './admin-endpoints.ts';
import { adminOrderPath } from './admin-pages.ts';
import { downloadCsv } from './download-csv.ts';
import { formatDateTime } from './format-date-time.ts';
import { OrderBulkMoves } from './order-bulk-moves.tsx';
import { orderRows } from './order-csv.ts';
import {
  EXPORTED_PER_PAGE,
  ORDERS_PER_PAGE,
  useLazyExportedOrdersQuery,
  useOrderPagesInfiniteQuery,
} from './order-endpoints.ts';
import { OrderFilters } from './order-filters.tsx';
import { orderProblems, statusLabel } from './order-labels.ts';
import { formatOrderFilter, type OrderFilter, parseOrderFilter } from './order-query.ts';
import { OrderNextStep } from './order-transition-buttons.tsx';

/** Nobody reads a file with more rows than this. */
const EXPORT_MAX = 20_000;

function countItems(order: Order): string {
  const items = order.lines.reduce((sum, line) => sum + line.quantity, 0);
  return items === 1 ? '1 item' : `${items} items`;
}

/** In the place of the table if there is no order in it. */
function NoOrders({ filter, onShowAll }: { filter: OrderFilter; onShowAll: () => void }) {
  if (filter.text !== '')
    return (
      <EmptyState icon="search" title="No orders match">
        <p>Search by the start of an order number, an email address or a name.</p>
      </EmptyState>
    );
  if (filter.show !== 'waiting')
    return (
      <EmptyState icon="package" title="No orders match">
        <p>Choose other days, or show other orders.</p>
      </EmptyState>
    );
  return (
    <EmptyState icon="package" art="saved" title="All caught up">
      <p>No orders are waiting to be packed or shipped.</p>
      <Button variant="secondary" onClick={onShowAll}>
        Show all orders
      </Button>
    </EmptyState>
  );
}

/** Downloads all filtered orders, not only the loaded pages. */
function ExportButton({ filter }: { filter: OrderFilter }) {
  const dispatch = useDispatch();
  const [read] = useLazyExportedOrdersQuery();
  const [busy, setBusy] = useState(false);
  const exportOrders = async () => {
    setBusy(true);
    const orders: Order[] = [];
    try {
      let page: readonly Order[];
      do {
        page = await read({ filter, after: orders.at(-1)?.id }).unwrap();
        orders.push(...page);
      } while (page.length === EXPORTED_PER_PAGE && orders.length < EXPORT_MAX);
      downloadCsv('orders.csv', orderRows(orders));
      if (orders.length >= EXPORT_MAX)
        dispatch(
          toastShown({
            text: `Only the newest ${EXPORT_MAX} orders were exported. Choose a shorter period to export the rest.`,
            tone: 'error',
          }),
        );
    } catch (error) {
      dispatch(toastShown({ text: errorMessage(error), tone: 'error' }));
    }
    setBusy(false);
  };
  return (
    <Button variant="secondary" busy={busy} onClick={exportOrders}>
      Export CSV
    </Button>
  );
}

const RETURN_TAGS = { requested: 'Return to decide', approved: 'Return on its way' } as const;

/** The number of orders in a view that is not about packing, with a link; nothing for none. */
function ViewNotice({ show, about }: { show: string; about: string }) {
  const { data } = useOrderPagesInfiniteQuery(parseOrderFilter(new URLSearchParams({ show })));
  const count = data?.pages[0]?.length ?? 0;
  if (count === 0) return null;
  const orders = count === 1 ? '1 order' : `${count}${count < ORDERS_PER_PAGE ? '' : ' or more'} orders`;
  return (
    <p className="notice">
      <ShopLink to={`/admin/orders?show=${show}`}>
        {orders} {about}
      </ShopLink>
    </p>
  );
}

function OrderRow(props: { order: Order; selected: boolean; onSelect: (selected: boolean) => void }) {
  const { order } = props;
  const number = orderNumber(order.id);
  return (
    <tr>
      <td>
        <input
          type="checkbox"
          className="admin-check"
          aria-label={`Select ${number}`}
          checked={props.selected}
          onChange={(event) => props.onSelect(event.target.checked)}
        />
      </td>
      <th scope="row">
        <ShopLink to={adminOrderPath(order.id)}>{number}</ShopLink>
        <span className="muted admin-small">{countItems(order)}</span>
      </th>
      <td>
        {order.address.name}
        <span className="muted admin-small">{order.email && <EmailText>{order.email}</EmailText>}</span>
      </td>
      <td className="admin-timestamp">{formatDateTime(order.createdAt)}</td>
      <td>
        <span className="tag">{statusLabel(order.status)}</span>
        {order.openReturn && <span className="tag tag-sun">{RETURN_TAGS[order.openReturn]}</span>}
        {orderProblems(order).length > 0 && <span className="tag tag-coral">Needs attention</span>}
      </td>
      <td className="admin-amount">
        {order.exchangeOf === undefined ? formatCents(order.totalCents) : 'Exchange'}
      </td>
      <td>
        <div className="admin-next">
          <OrderNextStep order={order} />
        </div>
      </td>
    </tr>
  );
}

/**
 * The orders, newest first; initially those that need action. The filter is in the URL, so that
 * Back restores it.
 */
export function OrderTable() {
  const [search, setSearch] = useSearchParams();
  const filter = parseOrderFilter(search);
  const role = useSelector(selectUser)?.role;
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(new Set());
  const { data, isError, isFetching, hasNextPage, fetchNextPage, refetch, currentData } =
    useOrderPagesInfiniteQuery(filter);
  const orders = (currentData ?? data)?.pages.flat();
  const change = (changes: Partial<OrderFilter>) =>
    setSearch(formatOrderFilter({ ...filter, ...changes }), { replace: true, preventScrollReset: true });
  const select = (ids: readonly string[], isSelected: boolean) =>
    setSelectedIds((before) => {
      const next = new Set(before);
      for (const id of ids) isSelected ? next.add(id) : next.delete(id);
      return next;
    });
  const selected = orders?.filter(({ id }) => selectedIds.has(id)) ?? [];

  return (
    <>
      <div className="row">
        {may(role, 'editOrders') && (
          <ButtonLink variant="secondary" to="/admin/orders/new">
            New order
          </ButtonLink>
        )}
        <ExportButton filter={filter} />
      </div>
      {/* Not when the search starts: what was selected while it was typed is meant. */}
      <OrderFilters filter={filter} onEdit={() => setSelectedIds(new Set())} onChange={change} />
      {filter.show === 'waiting' && (
        <>
          <ViewNotice show="returns" about="with a return" />
          <ViewNotice show="unpaid-by-staff" about="by staff, not paid yet" />
        </>
      )}
      {filter.customer !== '' && orders?.[0] !== undefined && (
        <p>
          Orders of {orders[0].address.name}, {orders[0].email}
        </p>
      )}
      {orders === undefined && isError && <ErrorState resource="the orders" onRetry={refetch} />}
      {orders === undefined && !isError && <Skeleton height="24rem" />}
      {orders !== undefined && (
        <p role="status">
          {orders.length === 1 ? '1 order' : `${orders.length} orders`}
          {hasNextPage && ' so far'}
        </p>
      )}
      {selected.length > 0 && <OrderBulkMoves selected={selected} onMoved={(ids) => select(ids, false)} />}
      {orders?.length === 0 && <NoOrders filter={filter} onShowAll={() => change({ show: '' })} />}
      {orders !== undefined && orders.length > 0 && (
        <section className="admin-scroll" aria-label="Orders" aria-busy={isFetching}>
          <table className="admin-table admin-orders admin-cards">
            <thead>
              <tr>
                <th scope="col">
                  <input
                    type="checkbox"
                    className="admin-check"
                    aria-label="Select all"
                    checked={selected.length === orders.length}
                    onChange={(event) =>
                      select(
                        orders.map(({ id }) => id),
                        event.target.checked,
                      )
                    }
                  />
                </th>
                <th scope="col">Order</th>
                <th scope="col">Customer</th>
                <th scope="col">Placed</th>
                <th scope="col">Status</th>
                <th scope="col" className="admin-amount">
                  Total
                </th>
                <th scope="col">Next step</th>
              </tr>
            </thead>
            <tbody>
              {orders.map((order) => (
                <OrderRow
                  key={order.id}
                  order={order}
                  selected={selectedIds.has(order.id)}
                  onSelect={(isSelected) => select([order.id], isSelected)}
                />
              ))}
            </tbody>
          </table>
        </section>
      )}
      {hasNextPage && (
        <div>
          <Button variant="secondary" busy={isFetching} onClick={() => fetchNextPage()}>
            Show more
          </Button>
        </div>
      )}
    </>
  );
}

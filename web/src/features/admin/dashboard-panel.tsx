import {
  DASHBOARD_DAYS,
  type DashboardResponse,
  type DayTakings,
  type FailedSearch,
  type LowStock,
} from '@savepoint/model/dashboard';
import { formatCents } from '@savepoint/model/money';
import { useId, useState } from 'react';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { BarChart } from './bar-chart.tsx';
import { useDashboardQuery } from './order-endpoints.ts';
import './dashboard.css';

/**
 * The starts of the last days and the end of today in the local time zone, as ISO times. `now` is
 * any time of today.
 */
function lastDays(now: Date, count: number): string[] {
  return Array.from({ length: count + 1 }, (_, index) =>
    new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1 + index).toISOString(),
  );
}

const dayLabel = (iso: string) => new Date(iso).toLocaleDateString('en', { month: 'short', day: 'numeric' });

const SPANS = [
  ['Today', 1],
  ['7 days', 7],
  ['30 days', DASHBOARD_DAYS],
] as const;

/** A number with its name, for a row of them. */
function Figure({ label, value, note }: { label: string; value: string; note: string }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-labelledby={id} className="card dashboard-figure">
      <span id={id} className="muted">
        {label}
      </span>
      <strong>{value}</strong>
      <span className="muted admin-small">{note}</span>
    </div>
  );
}

function Takings({ takings }: { takings: readonly DayTakings[] }) {
  return (
    <section className="admin-stack" aria-labelledby="dashboard-takings">
      <h2 id="dashboard-takings">Takings</h2>
      <div className="dashboard-figures">
        {SPANS.map(([label, days]) => {
          const span = takings.slice(-days);
          const orders = span.reduce((sum, day) => sum + day.orders, 0);
          return (
            <Figure
              key={label}
              label={label}
              value={formatCents(span.reduce((sum, { cents }) => sum + cents, 0))}
              note={orders === 1 ? '1 order' : `${orders} orders`}
            />
          );
        })}
      </div>
      <div className="card">
        <BarChart
          label="Takings of the last 30 days, by the day of the order, less refunds"
          columns={['Day', 'Takings']}
          bars={takings.map(({ day, cents }) => ({
            label: dayLabel(day),
            value: cents,
            text: formatCents(cents),
          }))}
        />
      </div>
    </section>
  );
}

function Orders({ orders }: { orders: NonNullable<DashboardResponse['orders']> }) {
  const rows = [
    [orders.toPack, 'to pack', 'paid'],
    [orders.toShip, 'to ship', 'packed'],
    [orders.returns, 'with a return', 'returns'],
    [orders.needAttention, orders.needAttention === 1 ? 'needs attention' : 'need attention', 'problems'],
  ] as const;
  return (
    <section className="admin-stack" aria-labelledby="dashboard-orders">
      <h2 id="dashboard-orders">Orders</h2>
      <ul className="dashboard-figures">
        {rows.map(([count, what, show]) => (
          <li key={what}>
            <ShopLink
              to={`/admin/orders?show=${show}`}
              className="card dashboard-figure"
              aria-label={`${count} ${count === 1 ? 'order' : 'orders'} ${what}`}
            >
              <strong>{count}</strong>
              <span>{what}</span>
            </ShopLink>
          </li>
        ))}
      </ul>
    </section>
  );
}

function LowStockList({ products }: { products: readonly LowStock[] }) {
  return (
    <section className="card stack" aria-labelledby="dashboard-stock">
      <h2 id="dashboard-stock">Low stock</h2>
      {products.length === 0 ? (
        <p className="muted">Every size of every product is well stocked.</p>
      ) : (
        <ul className="admin-rows">
          {products.map(({ productId, name, sizes }) => (
            <li key={productId}>
              <ShopLink to={`/admin/products/${encodeURIComponent(productId)}`}>{name}</ShopLink>
              <span className="muted admin-small">
                {sizes
                  .map(
                    ({ size, stock }) =>
                      `${size === undefined ? '' : `${size}: `}${stock === 0 ? 'sold out' : `${stock} left`}`,
                  )
                  .join(', ')}
              </span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function FailedSearches({ searches }: { searches: readonly FailedSearch[] }) {
  return (
    <section className="card stack" aria-labelledby="dashboard-searches">
      <h2 id="dashboard-searches">Searches with nothing to buy</h2>
      {searches.length === 0 ? (
        <p className="muted">Every search has found something to buy.</p>
      ) : (
        <div className="admin-scroll">
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">Search</th>
                <th scope="col" className="admin-amount">
                  Nothing found
                </th>
                <th scope="col" className="admin-amount">
                  Sold out
                </th>
              </tr>
            </thead>
            <tbody>
              {searches.map(({ text, nothingFound, soldOut }) => (
                <tr key={text}>
                  <th scope="row">{text}</th>
                  <td className="admin-amount">{nothingFound}</td>
                  <td className="admin-amount">{soldOut}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

/** The numbers of the shop that the role may see. */
export function DashboardPanel() {
  const [days] = useState(() => lastDays(new Date(), DASHBOARD_DAYS));
  const { data, isError, refetch } = useDashboardQuery({ days });
  if (data === undefined)
    return isError ? <ErrorState resource="the dashboard" onRetry={refetch} /> : <Skeleton height="24rem" />;
  const { takings, orders, lowStock, failedSearches } = data;
  if (Object.keys(data).length === 0)
    return (
      <EmptyState icon="check" title="Welcome">
        <p>Choose a page from the menu.</p>
      </EmptyState>
    );
  return (
    <>
      {orders && <Orders orders={orders} />}
      {takings && <Takings takings={takings} />}
      <div className="dashboard-lists">
        {lowStock && <LowStockList products={lowStock} />}
        {failedSearches && <FailedSearches searches={failedSearches} />}
      </div>
    </>
  );
}

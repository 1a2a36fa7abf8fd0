import {
  type BestSeller,
  type Compared,
  type CountedSearch,
  DASHBOARD_PERIODS,
  type DashboardPeriod,
  type DashboardResponse,
  type Funnel,
  type LowStock,
  type Sales,
  sellThrough,
} from '@savepoint/model/dashboard';
import { formatCents } from '@savepoint/model/money';
import { type ReactNode, useId, useState } from 'react';
import { EmptyState, ErrorState } from '../../components/empty-state.tsx';
import { ShopLink } from '../../components/shop-link.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { adminProductPath } from './admin-pages.ts';
import { BarChart } from './bar-chart.tsx';
import { useDashboardQuery } from './order-endpoints.ts';
import './dashboard.css';

/** A day in the shop's calendar, such as 'Nov 27'. */
const dayLabel = (day: string) =>
  new Date(day).toLocaleDateString('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' });

const count = (value: number) => value.toLocaleString('en-US');
const percent = (part: number) =>
  part.toLocaleString('en-US', { style: 'percent', maximumFractionDigits: part > 0 && part < 0.1 ? 1 : 0 });

/** The change of a number since the previous period, in words. */
function describeChange({ now, before }: Compared): string {
  if (before === now) return 'As before';
  if (before === 0) return 'None before';
  const change = (now - before) / Math.abs(before);
  return `${change > 0 ? 'Up' : 'Down'} ${percent(Math.abs(change))}`;
}

/** A number with its name and its change, for a row of them. */
function Figure({ label, value, compared }: { label: string; value: string; compared: Compared }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-labelledby={id} className="card dashboard-figure">
      <span id={id} className="muted">
        {label}
      </span>
      <strong>{value}</strong>
      <span className="muted admin-small">{describeChange(compared)}</span>
    </div>
  );
}

function SalesNumbers({ sales }: { sales: Sales }) {
  const { netCents, orders, averageCents, discountCents, refundedCents, days } = sales;
  const money = (label: string, compared: Compared) => (
    <Figure label={label} value={formatCents(compared.now)} compared={compared} />
  );
  return (
    <section className="admin-stack" aria-labelledby="dashboard-sales">
      <h2 id="dashboard-sales">Sales</h2>
      <div className="dashboard-figures">
        {money('Net sales', netCents)}
        <Figure label="Orders" value={count(orders.now)} compared={orders} />
        {money('Average order', averageCents)}
        {money('Discounts', discountCents)}
        {money('Refunds', refundedCents)}
      </div>
      <div className="card">
        <BarChart
          label={`Net sales of the last ${days.length} days, by the day of the order`}
          columns={['Day', 'Net sales']}
          bars={days.map((day) => ({
            label: dayLabel(day.day),
            value: day.netCents,
            text: formatCents(day.netCents),
          }))}
        />
      </div>
    </section>
  );
}

const orders = (value: number) => (value === 1 ? '1 order' : `${count(value)} orders`);

/** Pending tasks, as links to their pages; most urgent first. */
function toDos({ orders: waiting, openMessages = 0, lowStock = [] }: DashboardResponse) {
  const {
    needAttention = 0,
    toPack = 0,
    toShip = 0,
    returnsToDecide = 0,
    returnsToReceive = 0,
  } = waiting ?? {};
  const soldOut = lowStock.filter(({ sizes }) => sizes.some(({ stock }) => stock === 0)).length;
  return [
    [
      needAttention,
      `${orders(needAttention)} ${needAttention === 1 ? 'needs' : 'need'} attention`,
      '/admin/orders?show=problems',
    ],
    [toPack, `${orders(toPack)} to pack`, '/admin/orders?show=paid'],
    [toShip, `${orders(toShip)} to ship`, '/admin/orders?show=packed'],
    [
      returnsToDecide,
      `${orders(returnsToDecide)} with a return to decide`,
      '/admin/orders?show=returns-to-decide',
    ],
    [
      returnsToReceive,
      `${orders(returnsToReceive)} with a return on its way`,
      '/admin/orders?show=returns-to-receive',
    ],
    [
      openMessages,
      openMessages === 1 ? '1 message to answer' : `${count(openMessages)} messages to answer`,
      '/admin/messages',
    ],
    [
      soldOut,
      soldOut === 1 ? '1 product with a sold-out size' : `${soldOut} products with a sold-out size`,
      '/admin/products',
    ],
  ].filter((row): row is [number, string, string] => row[0] !== 0);
}

function ToDoList({ data }: { data: DashboardResponse }) {
  const rows = toDos(data);
  return (
    <section className="card stack" aria-labelledby="dashboard-to-do">
      <h2 id="dashboard-to-do">To do</h2>
      {rows.length === 0 ? (
        <p className="muted">Nothing waits for you.</p>
      ) : (
        <ul className="dashboard-to-do">
          {rows.map(([, text, to]) => (
            <li key={to}>
              <ShopLink to={to}>{text}</ShopLink>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const FUNNEL_STEPS = [
  ['visits', 'Visits'],
  ['product', 'Saw a product'],
  ['cart', 'Added to cart'],
  ['checkout', 'Began checkout'],
  ['paid', 'Paid'],
] as const;

function VisitFunnel({ funnel }: { funnel: Funnel }) {
  const visits = funnel.visits.now;
  return (
    <section className="card stack" aria-labelledby="dashboard-funnel">
      <h2 id="dashboard-funnel">Visits</h2>
      <p className="muted admin-small">Of people who agreed to be measured.</p>
      {visits === 0 && funnel.paid.now === 0 ? (
        <p className="muted">No visits in this period.</p>
      ) : (
        <ol className="dashboard-funnel">
          {FUNNEL_STEPS.map(([step, label]) => {
            const share = visits === 0 ? 0 : Math.min(1, funnel[step].now / visits);
            return (
              <li key={step}>
                <span>{label}</span>
                <strong>{count(funnel[step].now)}</strong>
                <span className="dashboard-meter" aria-hidden="true">
                  <span style={{ inlineSize: `${share * 100}%` }} />
                </span>
                <span className="muted admin-small">
                  {step === 'visits' ? '' : `${percent(share)} of visits · `}
                  {describeChange(funnel[step])}
                </span>
              </li>
            );
          })}
        </ol>
      )}
    </section>
  );
}

/** A card with a table, or a sentence if there is nothing to show. */
function TableCard(props: {
  id: string;
  title: string;
  empty: string;
  columns: readonly [string, ...string[]];
  rows: readonly { readonly key: string; readonly name: ReactNode; readonly cells: readonly string[] }[];
}) {
  const [first, ...amounts] = props.columns;
  return (
    <section className="card stack" aria-labelledby={props.id}>
      <h2 id={props.id}>{props.title}</h2>
      {props.rows.length === 0 ? (
        <p className="muted">{props.empty}</p>
      ) : (
        <div className="admin-scroll">
          <table className="admin-table">
            <thead>
              <tr>
                <th scope="col">{first}</th>
                {amounts.map((column) => (
                  <th key={column} scope="col" className="admin-amount">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {props.rows.map(({ key, name, cells }) => (
                <tr key={key}>
                  <th scope="row">{name}</th>
                  {cells.map((cell, index) => (
                    <td key={amounts[index]} className="admin-amount">
                      {cell}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </section>
  );
}

const productLink = (productId: string, name: string) => (
  <ShopLink to={adminProductPath(productId)}>{name}</ShopLink>
);

function BestSellers({ products }: { products: readonly BestSeller[] }) {
  return (
    <TableCard
      id="dashboard-best-sellers"
      title="Best sellers"
      empty="Nothing was sold in this period."
      columns={['Product', 'Units', 'Sell-through']}
      rows={products.map((product) => ({
        key: product.productId,
        name: product.name === undefined ? 'A deleted product' : productLink(product.productId, product.name),
        cells: [count(product.units.now), product.name === undefined ? '–' : percent(sellThrough(product))],
      }))}
    />
  );
}

function FailedSearches({ searches }: { searches: readonly CountedSearch[] }) {
  return (
    <TableCard
      id="dashboard-searches"
      title="Searches without results"
      empty="Every search found something to buy."
      columns={['Search', 'Nothing found', 'Sold out']}
      rows={searches.map(({ text, nothingFound, soldOut }) => ({
        key: text,
        name: text,
        cells: [count(nothingFound), count(soldOut)],
      }))}
    />
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
              {productLink(productId, name)}
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

/** Chooses the period of all numbers. */
function PeriodSwitch(props: { period: DashboardPeriod; onChange: (period: DashboardPeriod) => void }) {
  return (
    <div className="dashboard-periods">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a row of a grid everywhere */}
      <div role="group" aria-label="Period" className="dashboard-period-buttons">
        {DASHBOARD_PERIODS.map((period) => (
          <button
            key={period}
            type="button"
            aria-pressed={period === props.period}
            onClick={() => props.onChange(period)}
          >
            {period} days
          </button>
        ))}
      </div>
      <span className="muted admin-small">Compared with the {props.period} days before.</span>
    </div>
  );
}

/** The numbers of the shop that the role may see. */
export function DashboardPanel() {
  const [period, setPeriod] = useState<DashboardPeriod>(30);
  const { data, isError, isFetching, refetch } = useDashboardQuery({ days: period });
  if (data === undefined)
    return isError ? <ErrorState resource="the dashboard" onRetry={refetch} /> : <Skeleton height="24rem" />;
  const { sales, lowStock, funnel, bestSellers, failedSearches } = data;
  if (Object.keys(data).length === 0)
    return (
      <EmptyState icon="check" title="Welcome">
        <p>Choose a page from the menu.</p>
      </EmptyState>
    );
  return (
    <div className="admin-stack" aria-busy={isFetching}>
      <ToDoList data={data} />
      {(sales || funnel) && <PeriodSwitch period={period} onChange={setPeriod} />}
      {sales && <SalesNumbers sales={sales} />}
      <div className="dashboard-lists">
        {funnel && <VisitFunnel funnel={funnel} />}
        {bestSellers && <BestSellers products={bestSellers} />}
        {failedSearches && <FailedSearches searches={failedSearches} />}
        {lowStock && <LowStockList products={lowStock} />}
      </div>
    </div>
  );
}

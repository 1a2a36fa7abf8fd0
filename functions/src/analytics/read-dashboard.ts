// The numbers of the dashboard. Visits and sales are read from their counts, and Firestore counts
// orders by status (aggregation queries); no order is read.
import type {
  BestSeller,
  Compared,
  CountedSearch,
  DashboardPeriod,
  DashboardResponse,
  Funnel,
  LowStock,
  Sales,
} from '@savepoint/model/dashboard';
import { lastShopDays } from '@savepoint/model/delivery-estimate';
import type { ProductFields } from '@savepoint/model/product';
import { may, type Role } from '@savepoint/model/roles';
import { type SalesCounts, sumSales } from '@savepoint/model/sales';
import { sumVisits, type VisitCounts } from '@savepoint/model/visit';
import type { Firestore } from 'firebase-admin/firestore';
import { type DayCounts, salesShardPath, shardPathsOf, visitShardPath } from './analytics-records.ts';

/** A size with this many units or fewer is low. */
const LOW_STOCK_MAX = 3;
const LOW_STOCK_SHOWN = 10;
const SEARCHES_SHOWN = 10;
const BEST_SELLERS_SHOWN = 10;
/** More products than any shop of this kind has. */
const PRODUCTS_MAX = 2_000;

/** The parts of the dashboard that a role may see, for the last `period` days up to `now`. */
export async function readDashboard(
  db: Firestore,
  role: Role | undefined,
  period: DashboardPeriod,
  now: Date,
): Promise<DashboardResponse> {
  const all = lastShopDays(now, 2 * period);
  const days = { before: all.slice(0, period), now: all.slice(period) };
  const readsCounts = may(role, 'readTakings') || may(role, 'readAnalytics');
  const [visits, sales, products, orders, openMessages] = await Promise.all([
    may(role, 'readAnalytics') ? readDays<VisitCounts>(db, visitShardPath, all) : undefined,
    readsCounts ? readDays<SalesCounts>(db, salesShardPath, all) : undefined,
    may(role, 'readAnalytics') || may(role, 'editCatalogue') ? readProducts(db) : [],
    may(role, 'readOrders') ? countOrders(db) : undefined,
    may(role, 'readCustomers') ? countOpenMessages(db) : undefined,
  ]);
  const salesOf = (some: readonly string[]) => sumSales(some.flatMap((day) => sales?.get(day) ?? []));
  const sold = { now: salesOf(days.now), before: salesOf(days.before) };
  return {
    ...(orders && { orders }),
    ...(openMessages !== undefined && { openMessages }),
    ...(may(role, 'readTakings') && { sales: toSales(sold, days.now, salesOf) }),
    ...(may(role, 'editCatalogue') && { lowStock: findLowStock(products) }),
    ...(visits && {
      ...toVisitNumbers(visits, days, sold),
      bestSellers: findBestSellers(sold, products),
    }),
  };
}

interface Periods<T> {
  readonly now: T;
  readonly before: T;
}

/** The counts of each shard for each of these days. */
async function readDays<T>(
  db: Firestore,
  path: (day: string, shard: number) => string,
  days: readonly string[],
): Promise<Map<string, T[]>> {
  const found = await db.getAll(...shardPathsOf(path, days).map((each) => db.doc(each)));
  const shards = found.flatMap((document) => (document.exists ? [document.data() as DayCounts<T>] : []));
  return new Map(
    days.map((day) => [day, shards.flatMap((shard) => (shard.days[day] ? [shard.days[day]] : []))]),
  );
}

const net = ({ totalCents, refundedCents }: SalesCounts) => totalCents - refundedCents;

function toSales(
  sold: Periods<SalesCounts>,
  days: readonly string[],
  salesOf: (days: readonly string[]) => SalesCounts,
): Sales {
  const compare = (pick: (counts: SalesCounts) => number): Compared => ({
    now: pick(sold.now),
    before: pick(sold.before),
  });
  return {
    days: days.map((day) => {
      const counts = salesOf([day]);
      return { day, netCents: net(counts), orders: counts.orders };
    }),
    netCents: compare(net),
    orders: compare(({ orders }) => orders),
    averageCents: compare(({ orders, totalCents }) => (orders === 0 ? 0 : Math.round(totalCents / orders))),
    refundedCents: compare(({ refundedCents }) => refundedCents),
    discountCents: compare(({ discountCents }) => discountCents),
  };
}

/** The funnel, and the searches of the period with the fewest results, most frequent first. */
function toVisitNumbers(
  visits: ReadonlyMap<string, readonly VisitCounts[]>,
  days: Periods<readonly string[]>,
  sold: Periods<SalesCounts>,
): { funnel: Funnel; failedSearches: CountedSearch[] } {
  const sum = (some: readonly string[]) => sumVisits(some.flatMap((day) => visits.get(day) ?? []));
  const [current, before] = [sum(days.now), sum(days.before)];
  const compare = (step: 'visits' | 'product' | 'cart' | 'checkout'): Compared => ({
    now: current[step],
    before: before[step],
  });
  return {
    funnel: {
      visits: compare('visits'),
      product: compare('product'),
      cart: compare('cart'),
      checkout: compare('checkout'),
      paid: { now: sold.now.measuredOrders, before: sold.before.measuredOrders },
    },
    failedSearches: Object.entries(current.searches)
      .map(([text, counts]) => ({ text, ...counts }))
      .sort((a, b) => timesOf(b) - timesOf(a) || a.text.localeCompare(b.text))
      .slice(0, SEARCHES_SHOWN),
  };
}

const timesOf = ({ nothingFound, soldOut }: CountedSearch) => nothingFound + soldOut;

type StoredProduct = Pick<ProductFields, 'name' | 'status' | 'variants'> & { readonly id: string };

async function readProducts(db: Firestore): Promise<StoredProduct[]> {
  const products = db.collection('products').select('name', 'status', 'variants').limit(PRODUCTS_MAX);
  return (await products.get()).docs.map((document) => ({
    ...(document.data() as Omit<StoredProduct, 'id'>),
    id: document.id,
  }));
}

function findBestSellers(sold: Periods<SalesCounts>, products: readonly StoredProduct[]): BestSeller[] {
  const unitsBefore = new Map(Object.entries(sold.before.units));
  return Object.entries(sold.now.units)
    .filter(([, units]) => units > 0)
    .map(([productId, units]) => {
      const product = products.find(({ id }) => id === productId);
      return {
        productId,
        ...(product && { name: product.name }),
        units: { now: units, before: unitsBefore.get(productId) ?? 0 },
        stock: (product?.variants ?? []).reduce((sum, { stock }) => sum + stock, 0),
      };
    })
    .sort((a, b) => b.units.now - a.units.now || a.productId.localeCompare(b.productId))
    .slice(0, BEST_SELLERS_SHOWN);
}

/** Products for sale that are low on a size, lowest stock first. */
function findLowStock(products: readonly StoredProduct[]): LowStock[] {
  return products
    .filter(({ status }) => (status ?? 'active') === 'active')
    .map(({ id, name, variants }) => ({
      productId: id,
      name,
      sizes: (variants ?? [])
        .filter(({ stock }) => stock <= LOW_STOCK_MAX)
        .map(({ size, stock }) => ({ ...(size === undefined ? {} : { size }), stock })),
    }))
    .filter(({ sizes }) => sizes.length > 0)
    .sort((a, b) => smallest(a) - smallest(b) || a.name.localeCompare(b.name))
    .slice(0, LOW_STOCK_SHOWN);
}

const smallest = ({ sizes }: LowStock) => Math.min(...sizes.map(({ stock }) => stock));

async function countOrders(db: Firestore): Promise<DashboardResponse['orders']> {
  const orders = db.collection('orders');
  const [toPack, toShip, returnsToDecide, returnsToReceive, needAttention] = await Promise.all(
    [
      orders.where('status', '==', 'paid'),
      orders.where('status', '==', 'packed'),
      orders.where('openReturn', '==', 'requested'),
      orders.where('openReturn', '==', 'approved'),
      orders.where('needsAttention', '==', true),
    ].map(async (query) => (await query.count().get()).data().count),
  );
  return {
    toPack: toPack ?? 0,
    toShip: toShip ?? 0,
    returnsToDecide: returnsToDecide ?? 0,
    returnsToReceive: returnsToReceive ?? 0,
    needAttention: needAttention ?? 0,
  };
}

/** Contact messages without a reply that nobody has closed. New ones have no status. */
async function countOpenMessages(db: Firestore): Promise<number> {
  const messages = db.collection('contactMessages');
  const [all, done] = await Promise.all(
    [messages, messages.where('status', 'in', ['replied', 'closed'])].map(
      async (query) => (await query.count().get()).data().count,
    ),
  );
  return (all ?? 0) - (done ?? 0);
}

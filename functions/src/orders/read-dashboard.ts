// The numbers of the dashboard. Orders are counted and summed by Firestore (aggregation queries),
// never read.
import type { DashboardResponse, DayTakings, FailedSearch, LowStock } from '@savepoint/model/dashboard';
import { RETURN_STATUSES } from '@savepoint/model/order-status';
import type { ProductFields } from '@savepoint/model/product';
import { may, type Role } from '@savepoint/model/roles';
import { timestampsToIsoStrings } from '@savepoint/model/timestamps';
import { AggregateField, type Firestore } from 'firebase-admin/firestore';

/**
 * Every status of an order whose payment was accepted. A cancelled order becomes refunded with its
 * refund.
 */
const PAID = [
  'paid',
  'packed',
  'shipped',
  'delivered',
  'return-requested',
  'return-approved',
  'refunded',
  'refund-failed',
];
/** A size with so many units or fewer is low. */
const LOW_STOCK_MAX = 3;
const LOW_STOCK_SHOWN = 10;
const SEARCHES_SHOWN = 10;
/** More products than any shop of this kind has. */
const PRODUCTS_MAX = 2_000;

/**
 * The parts of the dashboard that a role may see. `days` are the starts of the days and the end of
 * the last one, as ISO times.
 */
export async function readDashboard(
  db: Firestore,
  role: Role | undefined,
  days: readonly string[],
): Promise<DashboardResponse> {
  const [takings, orders, lowStock, failedSearches] = await Promise.all([
    may(role, 'readTakings') ? readTakings(db, days) : undefined,
    may(role, 'readOrders') ? countOrders(db) : undefined,
    may(role, 'editCatalogue') ? findLowStock(db) : undefined,
    may(role, 'editCatalogue') ? findFailedSearches(db) : undefined,
  ]);
  return {
    ...(takings && { takings }),
    ...(orders && { orders }),
    ...(lowStock && { lowStock }),
    ...(failedSearches && { failedSearches }),
  };
}

function readTakings(db: Firestore, days: readonly string[]): Promise<DayTakings[]> {
  return Promise.all(
    days.slice(0, -1).map(async (day, index) => {
      const orders = db
        .collection('orders')
        .where('status', 'in', PAID)
        .where('createdAt', '>=', new Date(day))
        .where('createdAt', '<', new Date(days[index + 1] ?? day));
      // Two queries: an aggregation over several fields leaves out the documents that lack one of
      // them.
      const [paid, refunded] = await Promise.all([
        orders.aggregate({ cents: AggregateField.sum('totalCents'), count: AggregateField.count() }).get(),
        orders.aggregate({ cents: AggregateField.sum('refundedCents') }).get(),
      ]);
      return { day, cents: paid.data().cents - refunded.data().cents, orders: paid.data().count };
    }),
  );
}

async function countOrders(db: Firestore): Promise<DashboardResponse['orders']> {
  const orders = db.collection('orders');
  const [toPack, toShip, returns, needAttention] = await Promise.all(
    [
      orders.where('status', '==', 'paid'),
      orders.where('status', '==', 'packed'),
      orders.where('status', 'in', RETURN_STATUSES),
      orders.where('needsAttention', '==', true),
    ].map(async (query) => (await query.count().get()).data().count),
  );
  return {
    toPack: toPack ?? 0,
    toShip: toShip ?? 0,
    returns: returns ?? 0,
    needAttention: needAttention ?? 0,
  };
}

/** Products for sale with the fewest units in a size, those with the least first. */
async function findLowStock(db: Firestore): Promise<LowStock[]> {
  const { docs } = await db
    .collection('products')
    .select('name', 'status', 'variants')
    .limit(PRODUCTS_MAX)
    .get();
  return docs
    .map((document) => ({
      id: document.id,
      ...(document.data() as Pick<ProductFields, 'name' | 'status' | 'variants'>),
    }))
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

async function findFailedSearches(db: Firestore): Promise<FailedSearch[]> {
  const { docs } = await db.collection('searches').orderBy('count', 'desc').limit(SEARCHES_SHOWN).get();
  return docs.map((document) => {
    const {
      text,
      nothingFound = 0,
      soldOut = 0,
      lastAt,
    } = timestampsToIsoStrings(document.data()) as FailedSearch;
    return { text, nothingFound, soldOut, lastAt };
  });
}

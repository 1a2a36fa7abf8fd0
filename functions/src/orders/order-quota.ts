// What an account, and a network, may still order: the token bucket of its orders, and the units
// that its unpaid orders hold. One document of each holder has both
// (rateLimits/createOrder:{account}, rateLimits/createOrderNetwork:{network}), so an order reads
// and writes one. Every order of a holder writes its document, so two of them at once cannot both
// pass a limit.
//
// An account has one unpaid order at most, which its next one replaces (replaced-orders.ts), so its
// list names that one.
//
// `units` counts the listed orders as if all of them were still unpaid, which is never too little.
// The orders are read, and those that are not pending any more leave the list, only when that count
// would refuse an order or the list has become long:
//
//   order a of 4 tees    { orderIds: [a], units: { tee: 4 } }
//   a is paid            { orderIds: [a], units: { tee: 4 } }    nothing is written
//   order b of 4 tees    { orderIds: [b], units: { tee: 4 } }    with a limit of 6: a was read
import type { OrderLine } from '@savepoint/model/order';
import { unpaidUnitsMax } from '@savepoint/model/order-limits';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { bucketPath, callerSubjects, type RateLimit, type TokenBucket } from '../firestore/token-bucket.ts';
import type { StockBook } from '../stock/stock-book.ts';
import { orderPath, type StoredOrder } from './records.ts';

/** An account or a network, and its limit of orders per hour. */
export interface QuotaHolder {
  readonly kind: 'account' | 'network';
  readonly path: string;
  readonly limit: RateLimit;
  /** The time of the holder's last order. */
  readonly orderedAt?: Date | undefined;
}

/** Orders that were unpaid when they were listed. */
export interface UnpaidOrders {
  readonly orderIds: readonly string[];
  /** Units of all listed orders by product. */
  readonly units: Readonly<Record<string, number>>;
}

/** The document of a holder. */
export type OrderQuota = TokenBucket & UnpaidOrders;

/** The first product of which an order would give a holder too many units. */
export interface UnpaidExcess {
  readonly productId: string;
  readonly holder: QuotaHolder['kind'];
  readonly held: number;
  readonly max: number;
}

/** The lines of a new order, and the stock they were taken from. */
interface ReservedLines {
  readonly lines: readonly OrderLine[];
  readonly stock: Pick<StockBook, 'shown' | 'isCountedSince'>;
}

const ORDERS_BURST_MAX = 20;
/**
 * The orders of one network, as a multiple of one account's: accounts are free, and many people may
 * share a network.
 */
const NETWORK_FACTOR = 10;
/** Longer than an order can stay unpaid; each order rewrites the document. */
const LIFETIME_MS = 24 * 3_600_000;
/**
 * With this many orders, the list is pruned at the next one, so that paid orders do not accumulate.
 */
const LISTED_ORDERS_MAX = 20;

/** The holders of an order's units until it is paid. */
export function quotaHolders(
  shopper: { readonly uid: string; readonly network: string | undefined },
  perHour: number,
): QuotaHolder[] {
  const burst = Math.min(ORDERS_BURST_MAX, perHour);
  const account: RateLimit = { purpose: 'createOrder', burst, perHour };
  const network: RateLimit = {
    purpose: 'createOrderNetwork',
    burst: burst * NETWORK_FACTOR,
    perHour: perHour * NETWORK_FACTOR,
  };
  return callerSubjects(shopper, { account, network }).map(([limit, subject]) => ({
    kind: limit === account ? 'account' : 'network',
    path: bucketPath(limit, subject),
    limit,
  }));
}

/** A holder's list without the account's unpaid orders, which its new order replaces. */
export function withoutReplaced(
  { kind }: QuotaHolder,
  quota: UnpaidOrders | null,
  replaced: readonly { readonly id: string; readonly order: Pick<StoredOrder, 'lines'> }[],
): UnpaidOrders | null {
  // All of the account's own are replaced; any others in its list are no longer unpaid.
  if (quota === null || kind === 'account') return null;
  // Rate limits of an earlier version have no orders.
  const { orderIds = [], units = {} } = quota;
  const listed = replaced.filter(({ id }) => orderIds.includes(id));
  return {
    orderIds: orderIds.filter((id) => !listed.some((order) => order.id === id)),
    units: addUnits(
      units,
      listed.flatMap(({ order }) => order.lines.map((line) => ({ ...line, quantity: -line.quantity }))),
    ),
  };
}

/** The unpaid orders of each holder, as precise as a new order requires. Reads at most once. */
export async function readUnpaidOrders(
  transaction: DocumentTransaction,
  holders: readonly QuotaHolder[],
  quotas: readonly (UnpaidOrders | null)[],
  reserved: ReservedLines,
): Promise<UnpaidOrders[]> {
  const lists = holders.map((holder, index) => {
    const { orderIds, units } = quotas[index] ?? { orderIds: [], units: {} };
    const isSufficient =
      orderIds.length < LISTED_ORDERS_MAX &&
      findUnpaidExcess(holder, { orderIds, units }, reserved) === undefined;
    return { orderIds, units, isSufficient };
  });
  const ids = [...new Set(lists.flatMap(({ orderIds, isSufficient }) => (isSufficient ? [] : orderIds)))];
  const orders = await transaction.getAll<StoredOrder>(ids.map(orderPath));
  const linesById = new Map(
    orders.flatMap((order, index) =>
      order?.status === 'pending' ? [[ids[index] as string, order.lines] as const] : [],
    ),
  );
  return lists.map(({ isSufficient, orderIds, units }) => {
    if (isSufficient) return { orderIds, units };
    const unpaidIds = orderIds.filter((id) => linesById.has(id));
    return {
      orderIds: unpaidIds,
      units: addUnits(
        {},
        unpaidIds.flatMap((id) => linesById.get(id) ?? []),
      ),
    };
  });
}

/**
 * Tells whether a holder with these unpaid orders would hold too many units of a product after
 * reserving the lines.
 */
export function findUnpaidExcess(
  holder: QuotaHolder,
  { units }: UnpaidOrders,
  { lines, stock }: ReservedLines,
): UnpaidExcess | undefined {
  const wantedUnits = addUnits(units, lines);
  for (const productId of new Set(lines.map(({ id }) => id))) {
    const held = units[productId] ?? 0;
    const wanted = wantedUnits[productId] ?? 0;
    // The shown count may still include the units of the holder's last order.
    const isCounted = stock.isCountedSince(productId, holder.orderedAt);
    const total = stock.shown(productId) + wanted - (isCounted ? 0 : held);
    const max = unpaidUnitsMax(total, holder.kind);
    if (wanted > max) return { productId, holder: holder.kind, held, max };
  }
  return undefined;
}

/** The quota of a holder after an order took a token and joined the unpaid ones. */
export function quotaAfter(
  bucket: TokenBucket,
  unpaid: UnpaidOrders,
  order: { readonly id: string; readonly lines: readonly OrderLine[] },
): OrderQuota {
  return {
    ...bucket,
    expireAt: new Date(Math.max(bucket.expireAt.getTime(), bucket.at.getTime() + LIFETIME_MS)),
    orderIds: [...unpaid.orderIds, order.id],
    units: addUnits(unpaid.units, order.lines),
  };
}

function addUnits(
  units: Readonly<Record<string, number>>,
  lines: readonly Pick<OrderLine, 'id' | 'quantity'>[],
): Record<string, number> {
  const sums = new Map(Object.entries(units));
  for (const { id, quantity } of lines) sums.set(id, (sums.get(id) ?? 0) + quantity);
  return Object.fromEntries(sums);
}

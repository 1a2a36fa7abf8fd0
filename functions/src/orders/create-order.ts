// The client names products and quantities only; prices are read here. The order, its stock and its idempotency are one
// transaction; the payment page is opened after it.
import { createHash } from 'node:crypto';
import type { OrderErrorDetails } from '@savepoint/model/callables';
import { CURRENCY } from '@savepoint/model/money';
import {
  type CreateOrderRequest,
  type CreateOrderResponse,
  ORDER_TOTAL_CENTS_MAX,
  ORDER_UNITS_MAX,
  type OrderLine,
  PRODUCT_UNITS_MAX,
  RESERVATION_MINUTES,
} from '@savepoint/model/order';
import { nextVersion } from '@savepoint/model/product-version';
import { priceOrder, type Totals } from '@savepoint/model/totals';
import { httpsError, resourceExhausted } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import {
  bucketPath,
  callerSubjects,
  checkRateLimit,
  type RateLimit,
  type TokenBucket,
} from '../firestore/token-bucket.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { OrderContext, Shopper } from './order-context.ts';
import {
  orderPath,
  productPath,
  type Reservation,
  reservationPath,
  type StoredOrder,
  userPath,
} from './records.ts';
import { mergeLines, reserveLine, type StockMap, type StoredProduct } from './stock.ts';
import {
  findUnpaidExcess,
  readUnpaidOrders,
  type UnpaidExcess,
  type UnpaidOrderList,
  unpaidHolders,
  unpaidOrdersPath,
  withUnpaidOrder,
} from './unpaid-orders.ts';

const ORDERS_BURST_MAX = 20;
/** The orders of one network, as a multiple of one account's: accounts are free, and many people may share a network. */
const NETWORK_FACTOR = 10;

/** The id of the order that an idempotency key of a shopper creates. The same arguments always give the same id. */
export function orderIdOf(uid: string, idempotencyKey: string): string {
  return createHash('sha256')
    .update(JSON.stringify([uid, idempotencyKey]))
    .digest('base64url')
    .replace(/[-_]/g, 'x')
    .slice(0, 20);
}

/**
 * Creates an order and reserves its stock, or returns the order that this idempotency key created before. `paymentUrl` is absent
 * when the order is not pending, payments are off, or the page could not be opened. Rejects with not-found, failed-precondition,
 * invalid-argument (details: OrderErrorDetails) or resource-exhausted. `network` is where the request comes from, if that is known.
 */
export async function createOrder(
  context: OrderContext,
  shopper: Shopper,
  request: CreateOrderRequest,
  network?: string,
): Promise<CreateOrderResponse> {
  const orderId = orderIdOf(shopper.uid, request.idempotencyKey);
  const order = await context.runExclusive(
    [
      ...new Set([
        ...request.lines.map((line) => productPath(line.productId)),
        orderId,
        // Orders of one network contend for its rate limit.
        ...(network === undefined ? [] : [network]),
      ]),
    ],
    () =>
      context.store.runTransaction((transaction) =>
        insertOrder(context, transaction, { ...shopper, network }, request, orderId),
      ),
  );
  const response: CreateOrderResponse = { orderId, totalCents: order.totalCents };
  if (order.status !== 'pending') return response;
  const paymentUrl = await openPaymentPage(context, orderId).catch((error: unknown) => {
    // The order exists; the shopper can pay from the order page.
    context.warn('payment-page-failed', { orderId }, error);
    return undefined;
  });
  return paymentUrl === undefined ? response : { ...response, paymentUrl };
}

async function insertOrder(
  context: OrderContext,
  transaction: DocumentTransaction,
  shopper: Shopper & { readonly network: string | undefined },
  request: CreateOrderRequest,
  orderId: string,
): Promise<StoredOrder> {
  const now = context.now();
  const limits = callerSubjects(shopper, orderLimits(context.ordersPerHour));
  const holders = unpaidHolders(shopper);
  const productIds = [...new Set(request.lines.map((line) => line.productId))];
  // One read for almost everything: each further one holds the transaction's locks for another round trip.
  const [existing, ...others] = await transaction.getAll<unknown>([
    orderPath(orderId),
    ...limits.map(([limit, subject]) => bucketPath(limit, subject)),
    ...holders.map(unpaidOrdersPath),
    ...productIds.map(productPath),
  ]);
  if (existing) return existing as StoredOrder;
  const buckets = others.splice(0, limits.length) as (TokenBucket | null)[];
  const unpaidLists = others.splice(0, holders.length) as (UnpaidOrderList | null)[];
  const products = others as (StoredProduct | null)[];
  const rateLimits = limits.map(([limit, subject], index) =>
    checkRateLimit(buckets[index] ?? null, limit, subject, now),
  );
  const waits = rateLimits.flatMap(({ retryAfterSeconds }) => retryAfterSeconds ?? []);
  if (waits.length > 0) throw resourceExhausted(Math.max(...waits));
  const unpaid = await readUnpaidOrders(transaction, unpaidLists);
  const stock: StockMap = new Map();
  products.forEach((product, index) => {
    if (product !== null) stock.set(productIds[index] as string, product);
  });
  const lines = reserveLines(stock, request);
  for (const [index, holder] of holders.entries()) {
    const excess = findUnpaidExcess(stock, lines, holder, unpaid[index] ?? []);
    if (excess !== undefined) throw unpaidExcessError(stock, request, excess);
  }
  const totals = priceOrder(lines, request.delivery, context.taxRate);
  if (totals.totalCents > ORDER_TOTAL_CENTS_MAX)
    throw orderError(
      'invalid-argument',
      'An order of this size needs a word with us first; please write to us.',
      {
        reason: 'total-too-large',
      },
    );
  const order = newOrder(shopper, request, lines, totals, now);
  const reservation: Reservation = {
    orderId,
    lines: lines.map(({ id, size, quantity }) => ({ id, ...(size === undefined ? {} : { size }), quantity })),
    state: 'held',
    expiresAt: order.expiresAt,
    attempts: 0,
    nextAttemptAt: order.expiresAt,
  };
  for (const rateLimit of rateLimits) rateLimit.commit(transaction);
  holders.forEach((holder, index) => {
    transaction.set(unpaidOrdersPath(holder), withUnpaidOrder(unpaid[index] ?? [], orderId, now));
  });
  for (const id of productIds) {
    const { variants, inStock, updatedAt } = stock.get(id) as StoredProduct;
    // `updatedAt` is the version that saveProduct and importProducts compare: an admin must not overwrite the stock.
    transaction.update(productPath(id), { variants, inStock, updatedAt: nextVersion(updatedAt, now) });
  }
  transaction.set(orderPath(orderId), order);
  transaction.set(reservationPath(orderId), reservation);
  transaction.arrayUnion(userPath(shopper.uid), 'orders', orderId);
  return order;
}

function newOrder(
  shopper: Shopper,
  request: CreateOrderRequest,
  lines: readonly OrderLine[],
  totals: Totals,
  now: Date,
): StoredOrder {
  return {
    userId: shopper.uid,
    ...(shopper.email === undefined ? {} : { email: shopper.email }),
    lines,
    productIds: [...new Set(lines.map(({ id }) => id))],
    address: request.address,
    delivery: request.delivery,
    ...(request.note === undefined ? {} : { note: request.note }),
    ...totals,
    currency: CURRENCY,
    status: 'pending',
    timeline: [{ status: 'pending', at: now, actor: 'shopper' }],
    createdAt: now,
    updatedAt: now,
    expiresAt: new Date(now.getTime() + RESERVATION_MINUTES * 60_000),
  };
}

function orderLimits(perHour: number): { readonly account: RateLimit; readonly network: RateLimit } {
  const burst = Math.min(ORDERS_BURST_MAX, perHour);
  return {
    account: { purpose: 'createOrder', burst, perHour },
    network: {
      purpose: 'createOrderNetwork',
      burst: burst * NETWORK_FACTOR,
      perHour: perHour * NETWORK_FACTOR,
    },
  };
}

function reserveLines(stock: StockMap, request: CreateOrderRequest): OrderLine[] {
  const merged = mergeLines(request.lines);
  const unitsByProduct = new Map<string, number>();
  let units = 0;
  return merged.map((line, index) => {
    const productUnits = (unitsByProduct.get(line.productId) ?? 0) + line.quantity;
    unitsByProduct.set(line.productId, productUnits);
    units += line.quantity;
    const position = request.lines.findIndex(
      (requested) => requested.productId === line.productId && requested.size === line.size,
    );
    const at = { line: position < 0 ? index : position, productId: line.productId };
    if (productUnits > PRODUCT_UNITS_MAX)
      throw orderError('invalid-argument', `One order can have at most ${PRODUCT_UNITS_MAX} of a product.`, {
        reason: 'too-many',
        ...at,
        available: PRODUCT_UNITS_MAX,
      });
    if (units > ORDER_UNITS_MAX)
      throw orderError('invalid-argument', `One order can have at most ${ORDER_UNITS_MAX} pieces.`, {
        reason: 'too-many',
        ...at,
        available: ORDER_UNITS_MAX,
      });
    const reserved = reserveLine(stock, line);
    if ('reason' in reserved) throw rejectedLineError(stock, reserved, at.line);
    return reserved;
  });
}

function unpaidExcessError(
  stock: StockMap,
  request: CreateOrderRequest,
  { productId, holder, held, max }: UnpaidExcess,
): Error {
  const name = stock.get(productId)?.name ?? 'this product';
  const message =
    holder === 'network'
      ? `Unpaid orders from your network hold ${held} of ${name}, and ${max} can wait for payment at once. They expire within ${RESERVATION_MINUTES} minutes; please try again then.`
      : held === 0
        ? `At most ${max} of ${name} can be ordered at once.`
        : `At most ${max} of ${name} can wait for payment at once, and your unpaid orders have ${held}. Pay or cancel them first.`;
  return orderError('failed-precondition', message, {
    reason: 'too-many-unpaid',
    line: request.lines.findIndex((line) => line.productId === productId),
    productId,
    available: Math.max(0, max - held),
  });
}

function rejectedLineError(stock: StockMap, rejection: Omit<OrderErrorDetails, 'line'>, line: number): Error {
  const name = stock.get(rejection.productId ?? '')?.name ?? 'This product';
  const variantName = rejection.size === undefined ? name : `${name} in ${rejection.size}`;
  const details = { ...rejection, line };
  switch (rejection.reason) {
    case 'unknown-product':
      return orderError('not-found', 'A product in your cart does not exist any more.', details);
    case 'not-for-sale':
      return orderError('failed-precondition', `${name} is not for sale at the moment.`, details);
    case 'size-missing':
      return orderError('invalid-argument', `Please choose a size of ${name}.`, details);
    case 'unknown-size':
      return orderError('not-found', `${variantName} does not exist.`, details);
    default:
      return orderError(
        'failed-precondition',
        (rejection.available ?? 0) > 0
          ? `Only ${rejection.available} of ${variantName} are left.`
          : `${variantName} is sold out.`,
        details,
      );
  }
}

function orderError(
  code: 'not-found' | 'failed-precondition' | 'invalid-argument',
  message: string,
  details: OrderErrorDetails,
): Error {
  return httpsError(code, message, details);
}

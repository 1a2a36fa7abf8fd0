// Owns placing an order: prices, checks and stock in one transaction, then the payment page. The browser names products and
// quantities; everything that costs money is read here.
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
import { priceOrder } from '@savepoint/model/totals';
import { httpsError, resourceExhausted } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { bucketPath, checkRateLimit, type TokenBucket } from '../firestore/token-bucket.ts';
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

const ORDERS_BURST_MAX = 20;

/** The order that a key of a shopper's makes, always the same. */
export function orderIdOf(uid: string, idempotencyKey: string): string {
  return createHash('sha256')
    .update(JSON.stringify([uid, idempotencyKey]))
    .digest('base64url')
    .replace(/[-_]/g, 'x')
    .slice(0, 20);
}

/**
 * Places an order, or answers with the order that this key placed before. Refuses with not-found, failed-precondition,
 * invalid-argument (details: OrderRefusal) or resource-exhausted, and then nothing was written.
 */
export async function createOrder(
  context: OrderContext,
  shopper: Shopper,
  request: CreateOrderRequest,
): Promise<CreateOrderResponse> {
  const orderId = orderIdOf(shopper.uid, request.idempotencyKey);
  const wanted = request.lines.map((line) => productPath(line.productId));
  const order = await context.runExclusive([...new Set([...wanted, orderId])], () =>
    context.store.runTransaction((transaction) =>
      insertOrder(context, transaction, shopper, request, orderId),
    ),
  );
  const answer: CreateOrderResponse = { orderId, totalCents: order.totalCents };
  if (order.status !== 'pending') return answer;
  const paymentUrl = await openPaymentPage(context, orderId).catch((error: unknown) => {
    // The order stands; the shopper pays from the order page.
    context.warn('payment-page-failed', { orderId }, error);
    return undefined;
  });
  return paymentUrl === undefined ? answer : { ...answer, paymentUrl };
}

async function insertOrder(
  context: OrderContext,
  transaction: DocumentTransaction,
  shopper: Shopper,
  request: CreateOrderRequest,
  orderId: string,
): Promise<StoredOrder> {
  const now = context.now();
  const limit = {
    purpose: 'createOrder',
    burst: Math.min(ORDERS_BURST_MAX, context.ordersPerHour),
    perHour: context.ordersPerHour,
  };
  const productIds = [...new Set(request.lines.map((line) => line.productId))];
  // One question for everything: each further one would hold the stock for another round trip.
  const [placed, bucket, ...products] = await transaction.getAll<unknown>([
    orderPath(orderId),
    bucketPath(limit, shopper.uid),
    ...productIds.map(productPath),
  ]);
  if (placed) return placed as StoredOrder;
  const token = checkRateLimit(bucket as TokenBucket | null, limit, shopper.uid, now);
  if (token.retryAfterSeconds !== undefined) throw resourceExhausted(token.retryAfterSeconds);
  const stock: StockMap = new Map();
  products.forEach((product, index) => {
    if (product !== null) stock.set(productIds[index] as string, product as StoredProduct);
  });
  const lines = reserveLines(stock, request);
  const totals = priceOrder(lines, request.delivery, context.taxRate);
  if (totals.totalCents > ORDER_TOTAL_CENTS_MAX)
    throw orderError(
      'invalid-argument',
      'An order of this size needs a word with us first; please write to us.',
      {
        reason: 'total-too-large',
      },
    );
  const order: StoredOrder = {
    userId: shopper.uid,
    ...(shopper.email === undefined ? {} : { email: shopper.email }),
    lines,
    productIds,
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
  const reservation: Reservation = {
    orderId,
    lines: lines.map(({ id, size, quantity }) => ({ id, ...(size === undefined ? {} : { size }), quantity })),
    state: 'held',
    expiresAt: order.expiresAt,
  };
  token.spend(transaction);
  for (const id of productIds) {
    const { variants, inStock } = stock.get(id) as StoredProduct;
    // An admin who has the product open must see that its stock moved.
    transaction.update(productPath(id), { variants, inStock, updatedAt: now.toISOString() });
  }
  transaction.set(orderPath(orderId), order);
  transaction.set(reservationPath(orderId), reservation);
  transaction.arrayUnion(userPath(shopper.uid), 'orders', orderId);
  return order;
}

function reserveLines(stock: StockMap, request: CreateOrderRequest): OrderLine[] {
  const merged = mergeLines(request.lines);
  const perProduct = new Map<string, number>();
  let units = 0;
  return merged.map((line, index) => {
    const ofProduct = (perProduct.get(line.productId) ?? 0) + line.quantity;
    perProduct.set(line.productId, ofProduct);
    units += line.quantity;
    const position = request.lines.findIndex(
      (asked) => asked.productId === line.productId && asked.size === line.size,
    );
    const at = { line: position < 0 ? index : position, productId: line.productId };
    if (ofProduct > PRODUCT_UNITS_MAX)
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
    const taken = reserveLine(stock, line);
    if ('reason' in taken) throw rejectedLineError(stock, taken, at.line);
    return taken;
  });
}

function rejectedLineError(stock: StockMap, taken: Omit<OrderErrorDetails, 'line'>, line: number): Error {
  const name = stock.get(taken.productId ?? '')?.name ?? 'This product';
  const which = taken.size === undefined ? name : `${name} in ${taken.size}`;
  const details = { ...taken, line };
  switch (taken.reason) {
    case 'unknown-product':
      return orderError('not-found', 'A product in your cart does not exist any more.', details);
    case 'not-for-sale':
      return orderError('failed-precondition', `${name} is not for sale at the moment.`, details);
    case 'size-missing':
      return orderError('invalid-argument', `Please choose a size of ${name}.`, details);
    case 'unknown-size':
      return orderError('not-found', `${which} does not exist.`, details);
    default:
      return orderError(
        'failed-precondition',
        (taken.available ?? 0) > 0
          ? `Only ${taken.available} of ${which} are left.`
          : `${which} is sold out.`,
        details,
      );
  }
}

function orderError(
  code: 'not-found' | 'failed-precondition' | 'invalid-argument',
  sentence: string,
  details: OrderErrorDetails,
): Error {
  return httpsError(code, sentence, details);
}

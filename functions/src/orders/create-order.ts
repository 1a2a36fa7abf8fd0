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
 * invalid-argument (details: OrderErrorDetails) or resource-exhausted.
 */
export async function createOrder(
  context: OrderContext,
  shopper: Shopper,
  request: CreateOrderRequest,
): Promise<CreateOrderResponse> {
  const orderId = orderIdOf(shopper.uid, request.idempotencyKey);
  const order = await context.runExclusive(
    [...new Set([...request.lines.map((line) => productPath(line.productId)), orderId])],
    () =>
      context.store.runTransaction((transaction) =>
        insertOrder(context, transaction, shopper, request, orderId),
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
  // One read for everything: each further one would hold the transaction's locks for another round trip.
  const [existing, bucket, ...products] = await transaction.getAll<unknown>([
    orderPath(orderId),
    bucketPath(limit, shopper.uid),
    ...productIds.map(productPath),
  ]);
  if (existing) return existing as StoredOrder;
  const rateLimit = checkRateLimit(bucket as TokenBucket | null, limit, shopper.uid, now);
  if (rateLimit.retryAfterSeconds !== undefined) throw resourceExhausted(rateLimit.retryAfterSeconds);
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
    attempts: 0,
    nextAttemptAt: order.expiresAt,
  };
  rateLimit.commit(transaction);
  for (const id of productIds) {
    const { variants, inStock } = stock.get(id) as StoredProduct;
    // `updatedAt` is the version that saveProduct compares: an admin must not overwrite the stock.
    transaction.update(productPath(id), { variants, inStock, updatedAt: now.toISOString() });
  }
  transaction.set(orderPath(orderId), order);
  transaction.set(reservationPath(orderId), reservation);
  transaction.arrayUnion(userPath(shopper.uid), 'orders', orderId);
  return order;
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

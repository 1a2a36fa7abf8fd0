import { linePaidCents } from '@savepoint/model/line-amounts';
import type { OrderLine } from '@savepoint/model/order';
import { RESERVATION_MINUTES } from '@savepoint/model/order-limits';
import { orderNumber } from '@savepoint/model/order-number';
import { dueCents } from '@savepoint/model/store-credit';
import type { PaymentSession, SessionRequest } from '../payments/payment-gateway.ts';
import type { OrderContext } from './order-context.ts';
import { orderPath, type PaymentRecord, paymentPath, reservationPath, type StoredOrder } from './records.ts';

/** Stripe's minimum lifetime of a Checkout Session is 30 minutes, plus one for clock skew. */
const SESSION_MIN_MINUTES = 31;

/**
 * The URL of a pending order's hosted payment page: that of its session, or of a new session if it
 * has none or the provider does not know it. Undefined if payments are off, the order is not
 * pending, or its session is closed. Rejects with a PaymentProviderError.
 */
export async function openPaymentPage(context: OrderContext, orderId: string): Promise<string | undefined> {
  const { payments, store } = context;
  if (payments === undefined) return undefined;
  const record = await store.get<PaymentRecord>(paymentPath(orderId));
  if (record?.sessionId !== undefined) {
    const session = await payments.readSession(record.sessionId);
    if (session.status !== 'unknown') return session.status === 'open' ? session.url : undefined;
    context.warn('payment-session-unknown', { orderId, sessionId: record.sessionId }, undefined);
  }
  const order = await extendReservation(context, orderId);
  if (order === undefined) return undefined;
  const session = await payments.openSession({
    orderId,
    email: order.email,
    ...paymentSums(orderId, order),
    currency: order.currency,
    expiresAt: order.expiresAt,
    ...(record?.sessionId === undefined ? {} : { replaces: record.sessionId }),
  });
  return storeSession(context, orderId, session);
}

/**
 * The lines of the payment page. Stripe has no negative lines, so an order that is partly paid by
 * store credit is one line.
 */
function paymentSums(
  orderId: string,
  order: StoredOrder,
): Pick<SessionRequest, 'lines' | 'shippingCents' | 'taxCents'> {
  if (order.creditCents === undefined) {
    const { shippingCents, taxCents } = order;
    return { lines: order.lines.flatMap(toPaymentLines), shippingCents, taxCents };
  }
  const name = `Order ${orderNumber(orderId)} after store credit`;
  return { lines: [{ name, unitCents: dueCents(order), quantity: 1 }], shippingCents: 0, taxCents: 0 };
}

/**
 * A line of the order at the discounted price of its units. Stripe multiplies a unit price, so
 * units that differ by a cent are two lines. Example: three for 1000 cents are two for 333 and one
 * for 334.
 */
function toPaymentLines(line: OrderLine): SessionRequest['lines'] {
  const name = line.size === undefined ? line.name : `${line.name} (${line.size})`;
  const paid = linePaidCents(line);
  const unitCents = Math.floor(paid / line.quantity);
  const dearer = paid - unitCents * line.quantity;
  return [
    { name, unitCents, quantity: line.quantity - dearer },
    { name, unitCents: unitCents + 1, quantity: dearer },
  ].filter(({ quantity }) => quantity > 0);
}

/**
 * The order, with its reservation extended to at least the minimum lifetime of a session. Undefined
 * if the order is not pending.
 */
function extendReservation(context: OrderContext, orderId: string): Promise<StoredOrder | undefined> {
  return context.store.runTransaction(async (transaction) => {
    const order = await transaction.get<StoredOrder>(orderPath(orderId));
    if (order === null || order.status !== 'pending') return undefined;
    const now = context.now().getTime();
    if (order.expiresAt.getTime() - now >= SESSION_MIN_MINUTES * 60_000) return order;
    const expiresAt = new Date(now + RESERVATION_MINUTES * 60_000);
    transaction.update(orderPath(orderId), { expiresAt, updatedAt: context.now() });
    transaction.update(reservationPath(orderId), { expiresAt, attempts: 0, nextAttemptAt: expiresAt });
    return { ...order, expiresAt };
  });
}

/**
 * Stores the session and returns its URL. Closes it instead if the order stopped being pending
 * meanwhile.
 */
async function storeSession(
  context: OrderContext,
  orderId: string,
  session: PaymentSession,
): Promise<string | undefined> {
  const isStored = await context.store.runTransaction(async (transaction) => {
    const order = await transaction.get<StoredOrder>(orderPath(orderId));
    const record = await transaction.get<PaymentRecord>(paymentPath(orderId));
    if (order?.status !== 'pending') return false;
    const updated: PaymentRecord = {
      ...record,
      sessionId: session.sessionId,
      ...(session.url ? { url: session.url } : {}),
    };
    transaction.set(paymentPath(orderId), updated);
    return true;
  });
  if (isStored) return session.url;
  await context.payments?.closeSession(session.sessionId);
  return undefined;
}

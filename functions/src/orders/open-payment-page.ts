// Owns getting a pending order its hosted payment page: the one it has while that is open, else a new one.
import { toCents } from '@savepoint/model/money';
import { RESERVATION_MINUTES } from '@savepoint/model/order';
import type { PaymentSession } from '../payments/payment-gateway.ts';
import type { OrderContext } from './order-context.ts';
import { orderPath, type PaymentRecord, paymentPath, reservationPath, type StoredOrder } from './records.ts';

/** A payment page must be open for at least 30 minutes; one more for clocks that differ. */
const PAGE_MINUTES_MIN = 31;

/** Address of the page, or undefined when payments are off or the order is not waiting for one. */
export async function openPaymentPage(context: OrderContext, orderId: string): Promise<string | undefined> {
  const { payments, store } = context;
  if (payments === undefined) return undefined;
  const record = await store.get<PaymentRecord>(paymentPath(orderId));
  if (record?.sessionId !== undefined) {
    const session = await payments.readSession(record.sessionId);
    return session.status === 'open' ? session.url : undefined;
  }
  const order = await extendReservation(context, orderId);
  if (order === undefined) return undefined;
  const session = await payments.openSession({
    orderId,
    email: order.email,
    lines: order.lines.map((line) => ({
      name: line.size === undefined ? line.name : `${line.name} (${line.size})`,
      unitCents: toCents(line.price),
      quantity: line.quantity,
    })),
    shippingCents: order.shippingCents,
    taxCents: order.taxCents,
    currency: order.currency,
    expiresAt: order.expiresAt,
  });
  return storeSession(context, orderId, session);
}

/** A page that opens late needs its time, so the stock is kept that long too. */
function extendReservation(context: OrderContext, orderId: string): Promise<StoredOrder | undefined> {
  return context.store.runTransaction(async (transaction) => {
    const order = await transaction.get<StoredOrder>(orderPath(orderId));
    if (order === null || order.status !== 'pending') return undefined;
    const now = context.now().getTime();
    if (order.expiresAt.getTime() - now >= PAGE_MINUTES_MIN * 60_000) return order;
    const expiresAt = new Date(now + RESERVATION_MINUTES * 60_000);
    transaction.update(orderPath(orderId), { expiresAt, updatedAt: context.now() });
    transaction.update(reservationPath(orderId), { expiresAt });
    return { ...order, expiresAt };
  });
}

/** Keeps the session, unless the order was cancelled in between: then nobody may pay on it. */
async function storeSession(
  context: OrderContext,
  orderId: string,
  session: PaymentSession,
): Promise<string | undefined> {
  const wanted = await context.store.runTransaction(async (transaction) => {
    const order = await transaction.get<StoredOrder>(orderPath(orderId));
    const record = await transaction.get<PaymentRecord>(paymentPath(orderId));
    if (order?.status !== 'pending') return false;
    const noted: PaymentRecord = {
      ...record,
      sessionId: session.sessionId,
      ...(session.url ? { url: session.url } : {}),
    };
    transaction.set(paymentPath(orderId), noted);
    return true;
  });
  if (wanted) return session.url;
  await context.payments?.closeSession(session.sessionId);
  return undefined;
}

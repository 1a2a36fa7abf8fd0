// Owns what shoppers and admins ask of a placed order: cancel, return, move on. Money follows after the change is kept.
import type {
  AuditEntry,
  OrderReasonRequest,
  OrderStatusResponse,
  PaymentSessionResponse,
  UpdateOrderRequest,
} from '@savepoint/model/callables';
import { refusal } from '../callable/refusal.ts';
import { type Move, type OpenOrder, readOpenOrder, writeMove } from './move-order.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { OrderDesk, Shopper } from './order-desk.ts';
import { recordPayment } from './record-payment.ts';
import { orderPath } from './records.ts';
import { settleRefund } from './settle-refunds.ts';

const NO_SUCH_ORDER = 'There is no such order.';

/** The shopper takes the order back before it is packed. */
export async function cancelOrder(
  desk: OrderDesk,
  shopper: Shopper,
  { orderId, reason }: OrderReasonRequest,
): Promise<OrderStatusResponse> {
  const open = await changeOwn(desk, shopper, orderId, {
    to: 'cancelled',
    actor: 'shopper',
    reason: reason ?? 'Cancelled by the shopper',
  });
  return afterwards(desk, open);
}

/** The shopper asks to send a delivered order back. */
export async function requestReturn(
  desk: OrderDesk,
  shopper: Shopper,
  { orderId, reason }: OrderReasonRequest,
): Promise<OrderStatusResponse> {
  await changeOwn(desk, shopper, orderId, { to: 'return-requested', actor: 'shopper', reason });
  return { orderId, status: 'return-requested' };
}

/** Opens the payment page of the shopper's own pending order. */
export async function createPaymentSession(
  desk: OrderDesk,
  shopper: Shopper,
  orderId: string,
): Promise<PaymentSessionResponse> {
  const order = await desk.ledger.transact((transaction) => readOpenOrder(transaction, orderId));
  if (order === null || order.order.userId !== shopper.uid) throw refusal('not-found', NO_SUCH_ORDER);
  if (order.order.status !== 'pending')
    throw refusal('failed-precondition', `This order is ${order.order.status}; there is nothing to pay.`);
  if (desk.payments === undefined) throw refusal('unavailable', 'Payments are switched off at the moment.');
  const paymentUrl = await openPaymentPage(desk, orderId);
  if (paymentUrl === undefined)
    throw refusal('failed-precondition', 'The payment page of this order is closed. Please order again.');
  return { orderId, paymentUrl };
}

/** An admin moves an order on, or adds where its parcel is; the audit log keeps who. */
export async function updateOrder(
  desk: OrderDesk,
  admin: Shopper,
  { orderId, status, reason, trackingUrl }: UpdateOrderRequest,
): Promise<OrderStatusResponse> {
  const also = trackingUrl === undefined ? {} : { trackingUrl };
  const at = desk.now();
  const open = await desk.ledger.transact(async (transaction) => {
    const found = await readOpenOrder(transaction, orderId);
    if (found === null) throw refusal('not-found', NO_SUCH_ORDER);
    const entry: Omit<AuditEntry, 'id'> = {
      at: at.toISOString(),
      uid: admin.uid,
      ...(admin.email === undefined ? {} : { email: admin.email }),
      action: 'updateOrder',
      target: orderPath(orderId),
      summary: [
        status === undefined ? '' : `${found.order.status} to ${status}`,
        trackingUrl === undefined ? '' : 'tracking address set',
        reason ?? '',
      ]
        .filter((part) => part !== '')
        .join('; '),
    };
    const writeAudit = () => transaction.set(`audit/${at.getTime()}-${orderId}`, entry);
    if (status !== undefined) {
      writeAudit();
      const order = writeMove(transaction, found, { to: status, actor: 'admin', at, reason, also });
      return { ...found, order };
    }
    if (trackingUrl === undefined) throw refusal('invalid-argument', 'Name a status or a tracking address.');
    writeAudit();
    transaction.update(orderPath(orderId), { ...also, updatedAt: at });
    return found;
  });
  return afterwards(desk, open);
}

function changeOwn(
  desk: OrderDesk,
  shopper: Shopper,
  orderId: string,
  move: Omit<Move, 'at'>,
): Promise<OpenOrder> {
  return desk.ledger.transact(async (transaction) => {
    const found = await readOpenOrder(transaction, orderId);
    // Somebody else's order looks like none at all.
    if (found === null || found.order.userId !== shopper.uid) throw refusal('not-found', NO_SUCH_ORDER);
    const order = writeMove(transaction, found, { ...move, at: desk.now() });
    return { ...found, order };
  });
}

/**
 * What money needs once a change is kept: an owed refund is sent, a payment page is closed. Should this process die
 * here, the sweep does it.
 */
async function afterwards(desk: OrderDesk, { id, order, payment }: OpenOrder): Promise<OrderStatusResponse> {
  try {
    if (payment?.paymentIntentId !== undefined) await settleRefund(desk, payment.paymentIntentId);
    else if (order.status === 'cancelled' && payment?.sessionId !== undefined) {
      const session = await desk.payments?.closeSession(payment.sessionId);
      if (session?.payment !== undefined) await recordPayment(desk, session.payment);
    }
  } catch (error) {
    desk.warn('money-follows-later', { orderId: id }, error);
  }
  const now = await desk.ledger.get<OpenOrder['order']>(orderPath(id));
  return { orderId: id, status: now?.status ?? order.status };
}

// Owns what shoppers and admins ask of a placed order: cancel, return, move on. Money follows after the change is kept.
import type {
  AuditEntry,
  OrderReasonRequest,
  OrderStatusResponse,
  PaymentSessionResponse,
  UpdateOrderRequest,
} from '@savepoint/model/callables';
import { httpsError } from '../callable/https-error.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { OrderContext, Shopper } from './order-context.ts';
import { sendPendingRefund } from './process-refund-outbox.ts';
import { recordPayment } from './record-payment.ts';
import { orderPath } from './records.ts';
import {
  type OrderAggregate,
  readOrderAggregate,
  type Transition,
  writeTransition,
} from './transition-order.ts';

const NO_SUCH_ORDER = 'There is no such order.';

/** The shopper takes the order back before it is packed. */
export async function cancelOrder(
  context: OrderContext,
  shopper: Shopper,
  { orderId, reason }: OrderReasonRequest,
): Promise<OrderStatusResponse> {
  const open = await transitionOwnOrder(context, shopper, orderId, {
    to: 'cancelled',
    actor: 'shopper',
    reason: reason ?? 'Cancelled by the shopper',
  });
  return reconcilePayment(context, open);
}

/** The shopper asks to send a delivered order back. */
export async function requestReturn(
  context: OrderContext,
  shopper: Shopper,
  { orderId, reason }: OrderReasonRequest,
): Promise<OrderStatusResponse> {
  await transitionOwnOrder(context, shopper, orderId, { to: 'return-requested', actor: 'shopper', reason });
  return { orderId, status: 'return-requested' };
}

/** Opens the payment page of the shopper's own pending order. */
export async function createPaymentSession(
  context: OrderContext,
  shopper: Shopper,
  orderId: string,
): Promise<PaymentSessionResponse> {
  const order = await context.store.runTransaction((transaction) => readOrderAggregate(transaction, orderId));
  if (order === null || order.order.userId !== shopper.uid) throw httpsError('not-found', NO_SUCH_ORDER);
  if (order.order.status !== 'pending')
    throw httpsError('failed-precondition', `This order is ${order.order.status}; there is nothing to pay.`);
  if (context.payments === undefined)
    throw httpsError('unavailable', 'Payments are switched off at the moment.');
  const paymentUrl = await openPaymentPage(context, orderId);
  if (paymentUrl === undefined)
    throw httpsError('failed-precondition', 'The payment page of this order is closed. Please order again.');
  return { orderId, paymentUrl };
}

/** An admin moves an order on, or adds where its parcel is; the audit log keeps who. */
export async function updateOrder(
  context: OrderContext,
  admin: Shopper,
  { orderId, status, reason, trackingUrl }: UpdateOrderRequest,
): Promise<OrderStatusResponse> {
  const also = trackingUrl === undefined ? {} : { trackingUrl };
  const at = context.now();
  const open = await context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, orderId);
    if (found === null) throw httpsError('not-found', NO_SUCH_ORDER);
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
      const order = writeTransition(transaction, found, { to: status, actor: 'admin', at, reason, also });
      return { ...found, order };
    }
    if (trackingUrl === undefined)
      throw httpsError('invalid-argument', 'Name a status or a tracking address.');
    writeAudit();
    transaction.update(orderPath(orderId), { ...also, updatedAt: at });
    return found;
  });
  return reconcilePayment(context, open);
}

function transitionOwnOrder(
  context: OrderContext,
  shopper: Shopper,
  orderId: string,
  move: Omit<Transition, 'at'>,
): Promise<OrderAggregate> {
  return context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, orderId);
    // Somebody else's order looks like none at all.
    if (found === null || found.order.userId !== shopper.uid) throw httpsError('not-found', NO_SUCH_ORDER);
    const order = writeTransition(transaction, found, { ...move, at: context.now() });
    return { ...found, order };
  });
}

/**
 * What money needs once a change is kept: an owed refund is sent, a payment page is closed. Should this process die
 * here, the sweep does it.
 */
async function reconcilePayment(
  context: OrderContext,
  { id, order, payment }: OrderAggregate,
): Promise<OrderStatusResponse> {
  try {
    if (payment?.paymentIntentId !== undefined) await sendPendingRefund(context, payment.paymentIntentId);
    else if (order.status === 'cancelled' && payment?.sessionId !== undefined) {
      const session = await context.payments?.closeSession(payment.sessionId);
      if (session?.payment !== undefined) await recordPayment(context, session.payment);
    }
  } catch (error) {
    context.warn('money-follows-later', { orderId: id }, error);
  }
  const now = await context.store.get<OrderAggregate['order']>(orderPath(id));
  return { orderId: id, status: now?.status ?? order.status };
}

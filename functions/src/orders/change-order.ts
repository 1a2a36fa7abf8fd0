// Changes of an existing order by its shopper or by staff. The payment provider is called after the
// transaction, never in it.
import type {
  AuditEntry,
  OrderReasonRequest,
  OrderStatusResponse,
  PaymentSessionResponse,
  UpdateOrderRequest,
} from '@savepoint/model/callables';
import type { OrderStatus } from '@savepoint/model/order';
import { transitionPermission } from '@savepoint/model/order-status';
import { requirePermission } from '../callable/callable.ts';
import { httpsError } from '../callable/https-error.ts';
import { PaymentProviderError } from '../payments/payment-gateway.ts';
import { openPaymentPage } from './open-payment-page.ts';
import type { OrderContext, Shopper, StaffMember } from './order-context.ts';
import { sendRefundsOf } from './process-refund-outbox.ts';
import { recordPayment, writeMarkedPaid } from './record-payment.ts';
import { orderPath, type StoredOrder } from './records.ts';
import {
  type OrderAggregate,
  readOrderAggregate,
  type Transition,
  writeTransition,
} from './transition-order.ts';

export const NO_SUCH_ORDER = 'There is no such order.';

/**
 * Cancels the shopper's own order. Rejects with not-found, or with failed-precondition once it is
 * packed.
 */
export async function cancelOrder(
  context: OrderContext,
  shopper: Shopper,
  { orderId, reason }: OrderReasonRequest,
): Promise<OrderStatusResponse> {
  const changed = await transitionOwnOrder(context, shopper, orderId, {
    to: 'cancelled',
    actor: 'shopper',
    reason: reason ?? 'Canceled by the customer',
  });
  return reconcilePayment(context, changed);
}

/**
 * Returns the payment page of the shopper's own pending order. Rejects with not-found, with
 * failed-precondition if there is nothing to pay or the page was closed, and with unavailable if
 * payments are off or the provider is unreachable.
 */
export async function createPaymentSession(
  context: OrderContext,
  shopper: Shopper,
  orderId: string,
): Promise<PaymentSessionResponse> {
  const aggregate = await context.store.runTransaction((transaction) =>
    readOrderAggregate(transaction, orderId),
  );
  if (aggregate === null || aggregate.order.userId !== shopper.uid)
    throw httpsError('not-found', NO_SUCH_ORDER);
  if (aggregate.order.status !== 'pending')
    throw httpsError(
      'failed-precondition',
      `This order is ${aggregate.order.status}; there is nothing to pay.`,
    );
  if (context.payments === undefined)
    throw httpsError('unavailable', 'Payments are switched off at the moment.');
  const paymentUrl = await openPaymentPage(context, orderId).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('payment-page-failed', { orderId }, error);
    throw httpsError(
      'unavailable',
      'The payment page cannot be opened at the moment. Your order is kept; please try again in a few minutes.',
    );
  });
  if (paymentUrl === undefined)
    throw httpsError(
      'failed-precondition',
      'The payment page for this order has closed. Please order again.',
    );
  return { orderId, paymentUrl };
}

/**
 * Changes an order's status, its tracking URL, or both, and writes the audit log. Rejects with
 * not-found, with invalid-argument if neither is given or packing is undone without a reason, with
 * permission-denied for a change that the role may not make, and with failed-precondition for a
 * transition that staff may not make, or a full refund while a return is open.
 */
export async function updateOrder(
  context: OrderContext,
  admin: StaffMember,
  { orderId, status, reason, trackingUrl, restock, refundTo }: UpdateOrderRequest,
): Promise<OrderStatusResponse> {
  const fields = trackingUrl === undefined ? {} : { trackingUrl };
  const at = context.now();
  const changed = await context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, orderId, refundTo);
    if (found === null) throw httpsError('not-found', NO_SUCH_ORDER);
    requirePermission(
      admin,
      status === undefined ? 'fulfilOrders' : transitionPermission(found.order.status, status),
    );
    if (status !== undefined) requireDecided(found.order, status, reason);
    const entry: Omit<AuditEntry, 'id'> = {
      at: at.toISOString(),
      uid: admin.uid,
      ...(admin.email === undefined ? {} : { email: admin.email }),
      action: 'updateOrder',
      target: orderPath(orderId),
      summary: [
        status === undefined ? '' : `${found.order.status} to ${status}`,
        trackingUrl === undefined ? '' : 'tracking URL set',
        restock === undefined ? '' : restock ? 'restocked' : 'not restocked',
        refundTo === undefined ? '' : 'as store credit',
        reason ?? '',
      ]
        .filter((part) => part !== '')
        .join('; '),
    };
    const writeAudit = () => transaction.set(`audit/${at.getTime()}-${orderId}`, entry);
    if (status === 'paid' && found.order.status === 'pending') {
      if (reason === undefined)
        throw httpsError('invalid-argument', 'Say how it was paid, such as by bank transfer.', {
          field: 'reason',
        });
      return { ...found, order: await writeMarkedPaid(transaction, found, reason, at, writeAudit) };
    }
    if (status !== undefined) {
      writeAudit();
      const order = writeTransition(transaction, found, {
        to: status,
        actor: 'admin',
        email: admin.email,
        at,
        reason,
        fields,
        restock: status === 'refunded' ? restock : undefined,
        refundTo,
      });
      return { ...found, order };
    }
    if (trackingUrl === undefined)
      throw httpsError('invalid-argument', 'A status or a tracking URL is required.');
    writeAudit();
    transaction.update(orderPath(orderId), { ...fields, updatedAt: at });
    return found;
  });
  return reconcilePayment(context, changed);
}

/** Throws for a change that lacks a reason, or that an open return blocks. */
function requireDecided(
  { status, openReturn }: StoredOrder,
  to: OrderStatus,
  reason: string | undefined,
): void {
  if (status === 'packed' && to === 'paid' && reason === undefined)
    throw httpsError('invalid-argument', 'Say why it is not packed; the customer sees it.', {
      field: 'reason',
    });
  if (to === 'refunded' && openReturn)
    throw httpsError(
      'failed-precondition',
      'This order has an open return. Decline, receive or close it first.',
    );
}

function transitionOwnOrder(
  context: OrderContext,
  shopper: Shopper,
  orderId: string,
  transition: Omit<Transition, 'at'>,
): Promise<OrderAggregate> {
  return context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, orderId);
    // The same error for another user's order, so that ids reveal nothing.
    if (found === null || found.order.userId !== shopper.uid) throw httpsError('not-found', NO_SUCH_ORDER);
    const order = writeTransition(transaction, found, { ...transition, at: context.now() });
    return { ...found, order };
  });
}

/**
 * Brings the payment in line with a committed change: sends a pending refund, or closes the payment
 * page of a canceled order. Returns the status afterwards. If it fails or the process crashes,
 * `expireOrders` sends the refund later, and the page expires by itself.
 */
async function reconcilePayment(
  context: OrderContext,
  { id, order, payment, edit }: OrderAggregate,
): Promise<OrderStatusResponse> {
  try {
    await sendRefundsOf(context, { order, payment });
    const unpaidSession = payment?.paymentIntentId === undefined ? payment?.sessionId : undefined;
    if (order.status === 'cancelled' || order.status === 'paid')
      for (const sessionId of [unpaidSession, edit?.sessionId]) {
        const session = sessionId && (await context.payments?.closeSession(sessionId));
        if (session && session.payment !== undefined) await recordPayment(context, session.payment);
      }
  } catch (error) {
    context.warn('payment-not-reconciled', { orderId: id }, error);
  }
  const now = await context.store.get<OrderAggregate['order']>(orderPath(id));
  return { orderId: id, status: now?.status ?? order.status };
}

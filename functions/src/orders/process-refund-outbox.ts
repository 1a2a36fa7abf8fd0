// Owns sending owed money back. The debt is a document written with the change that caused it; sending it is repeatable,
// so a crash between the two costs time and never money.

import type { OrderContext } from './order-context.ts';
import { orderPath, type Refund, refundPath } from './records.ts';
import { isTransitionAllowed, readOrderAggregate, writeTransition } from './transition-order.ts';

const REFUNDS_PER_RUN = 100;

/** Sends one refund if it is owed. Rejects when the provider cannot be reached; the debt stays. */
export async function sendPendingRefund(context: OrderContext, paymentIntentId: string): Promise<void> {
  const owed = await context.store.get<Refund>(refundPath(paymentIntentId));
  if (owed === null || owed.state !== 'owed' || context.payments === undefined) return;
  await context.payments.refund({ paymentIntentId, amountCents: owed.amountCents, orderId: owed.orderId });
  await context.store.runTransaction(async (transaction) => {
    const refund = await transaction.get<Refund>(refundPath(paymentIntentId));
    if (refund === null || refund.state !== 'owed') return;
    const open = await readOrderAggregate(transaction, refund.orderId);
    transaction.update(refundPath(paymentIntentId), { state: 'sent' });
    // Money of a second payment went back without touching the order.
    if (open === null || open.payment?.paymentIntentId !== paymentIntentId) return;
    const at = context.now();
    const also = { refundedCents: refund.amountCents };
    if (isTransitionAllowed(open, { to: 'refunded', actor: 'system' }))
      writeTransition(transaction, open, {
        to: 'refunded',
        actor: 'system',
        at,
        reason: refund.reason,
        also,
      });
    else transaction.update(orderPath(open.id), { ...also, updatedAt: at });
  });
}

/** Sends every refund that is still owed; answers how many were sent. */
export async function processRefundOutbox(context: OrderContext): Promise<number> {
  const paths = await context.store.findPaths({
    collection: 'refunds',
    field: 'state',
    value: 'owed',
    limit: REFUNDS_PER_RUN,
  });
  let sent = 0;
  for (const path of paths) {
    try {
      await sendPendingRefund(context, path.slice('refunds/'.length));
      sent += 1;
    } catch (error) {
      context.warn('refund-not-sent', { path }, error);
    }
  }
  return sent;
}

// The outbox of refunds: a pending refund is a document written in the transaction that caused it. Sending one is idempotent, so a
// crash between the two delays a refund and never loses or doubles it.

import type { OrderContext } from './order-context.ts';
import { orderPath, type Refund, refundPath } from './records.ts';
import { isTransitionAllowed, readOrderAggregate, writeTransition } from './transition-order.ts';

const REFUNDS_PER_RUN = 100;

/** Sends a refund if it is pending. Rejects when the provider is unavailable; the refund then stays pending. */
export async function sendPendingRefund(context: OrderContext, paymentIntentId: string): Promise<void> {
  const pending = await context.store.get<Refund>(refundPath(paymentIntentId));
  if (pending === null || pending.state !== 'pending' || context.payments === undefined) return;
  await context.payments.refund({
    paymentIntentId,
    amountCents: pending.amountCents,
    orderId: pending.orderId,
  });
  await context.store.runTransaction(async (transaction) => {
    const refund = await transaction.get<Refund>(refundPath(paymentIntentId));
    if (refund === null || refund.state !== 'pending') return;
    const aggregate = await readOrderAggregate(transaction, refund.orderId);
    transaction.update(refundPath(paymentIntentId), { state: 'sent' });
    // The refund of a second payment does not change the order.
    if (aggregate === null || aggregate.payment?.paymentIntentId !== paymentIntentId) return;
    const at = context.now();
    const fields = { refundedCents: refund.amountCents };
    if (isTransitionAllowed(aggregate, { to: 'refunded', actor: 'system' }))
      writeTransition(transaction, aggregate, {
        to: 'refunded',
        actor: 'system',
        at,
        reason: refund.reason,
        fields,
      });
    else transaction.update(orderPath(aggregate.id), { ...fields, updatedAt: at });
  });
}

/** Sends every pending refund and returns how many were sent. A failure is logged and left to the next run. */
export async function processRefundOutbox(context: OrderContext): Promise<number> {
  const paths = await context.store.findPaths({
    collection: 'refunds',
    field: 'state',
    value: 'pending',
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

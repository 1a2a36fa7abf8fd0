// The payment session is closed before an order expires: a payment whose event was lost is still a payment.

import type { OrderContext } from './order-context.ts';
import { processRefundOutbox } from './process-refund-outbox.ts';
import { recordPayment } from './record-payment.ts';
import { type PaymentRecord, paymentPath } from './records.ts';
import { isTransitionAllowed, readOrderAggregate, writeTransition } from './transition-order.ts';

const ORDERS_PER_RUN = 200;

interface ExpiryResult {
  /** Orders that expired and released their stock. */
  readonly expired: number;
  /** Refunds that were sent. */
  readonly refunded: number;
}

/** Expires orders that were not paid in time, and sends pending refunds. A failure is logged and left to the next run. */
export async function expireOrders(context: OrderContext): Promise<ExpiryResult> {
  const due = await context.store.findPaths({
    collection: 'reservations',
    field: 'state',
    value: 'held',
    notAfter: { field: 'expiresAt', time: context.now() },
    limit: ORDERS_PER_RUN,
  });
  let expired = 0;
  for (const path of due) {
    const orderId = path.slice('reservations/'.length);
    try {
      if (await expireOrder(context, orderId)) expired += 1;
    } catch (error) {
      context.warn('order-not-expired', { orderId }, error);
    }
  }
  return { expired, refunded: await processRefundOutbox(context) };
}

async function expireOrder(context: OrderContext, orderId: string): Promise<boolean> {
  const record = await context.store.get<PaymentRecord>(paymentPath(orderId));
  if (record?.sessionId !== undefined && context.payments !== undefined) {
    const session = await context.payments.closeSession(record.sessionId);
    if (session.payment !== undefined) {
      await recordPayment(context, session.payment);
      return false;
    }
  }
  return context.store.runTransaction(async (transaction) => {
    const aggregate = await readOrderAggregate(transaction, orderId);
    const transition = { to: 'expired', actor: 'system' } as const;
    if (aggregate === null || aggregate.order.expiresAt > context.now()) return false;
    if (!isTransitionAllowed(aggregate, transition)) return false;
    writeTransition(transaction, aggregate, { ...transition, at: context.now(), reason: 'Not paid in time' });
    return true;
  });
}

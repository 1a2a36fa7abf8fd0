// Owns the sweep: orders whose time to pay is over give their stock back, also when the provider's event was lost. The
// provider is asked first, because a payment whose event was lost is still a payment.

import type { OrderContext } from './order-context.ts';
import { processRefundOutbox } from './process-refund-outbox.ts';
import { recordPayment } from './record-payment.ts';
import { type PaymentRecord, paymentPath } from './records.ts';
import { isTransitionAllowed, readOrderAggregate, writeTransition } from './transition-order.ts';

const ORDERS_PER_RUN = 200;

export interface ExpiryResult {
  readonly expired: number;
  readonly refunded: number;
}

/** Expires what is due and sends owed refunds. What fails is told to the operator and left for the next sweep. */
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
    const open = await readOrderAggregate(transaction, orderId);
    const move = { to: 'expired', actor: 'system' } as const;
    if (open === null || open.order.expiresAt > context.now() || !isTransitionAllowed(open, move))
      return false;
    writeTransition(transaction, open, { ...move, at: context.now(), reason: 'Not paid in time' });
    return true;
  });
}

// Owns sending owed money back. The debt is a document written with the change that caused it; sending it is repeatable,
// so a crash between the two costs time and never money.
import { mayMove, readOpenOrder, writeMove } from './move-order.ts';
import type { OrderDesk } from './order-desk.ts';
import { orderPath, type Refund, refundPath } from './records.ts';

const REFUNDS_PER_SWEEP = 100;

/** Sends one refund if it is owed. Rejects when the provider cannot be reached; the debt stays. */
export async function settleRefund(desk: OrderDesk, paymentIntentId: string): Promise<void> {
  const owed = await desk.ledger.get<Refund>(refundPath(paymentIntentId));
  if (owed === null || owed.state !== 'owed' || desk.payments === undefined) return;
  await desk.payments.refund({ paymentIntentId, amountCents: owed.amountCents, orderId: owed.orderId });
  await desk.ledger.transact(async (transaction) => {
    const refund = await transaction.get<Refund>(refundPath(paymentIntentId));
    if (refund === null || refund.state !== 'owed') return;
    const open = await readOpenOrder(transaction, refund.orderId);
    transaction.update(refundPath(paymentIntentId), { state: 'sent' });
    // Money of a second payment went back without touching the order.
    if (open === null || open.payment?.paymentIntentId !== paymentIntentId) return;
    const at = desk.now();
    const also = { refundedCents: refund.amountCents };
    if (mayMove(open, { to: 'refunded', actor: 'system' }))
      writeMove(transaction, open, { to: 'refunded', actor: 'system', at, reason: refund.reason, also });
    else transaction.update(orderPath(open.id), { ...also, updatedAt: at });
  });
}

/** Sends every refund that is still owed; answers how many were sent. */
export async function settleRefunds(desk: OrderDesk): Promise<number> {
  const paths = await desk.ledger.find({
    collection: 'refunds',
    field: 'state',
    value: 'owed',
    limit: REFUNDS_PER_SWEEP,
  });
  let sent = 0;
  for (const path of paths) {
    try {
      await settleRefund(desk, path.slice('refunds/'.length));
      sent += 1;
    } catch (error) {
      desk.warn('refund-not-sent', { path }, error);
    }
  }
  return sent;
}

// Owns the sweep: orders whose time to pay is over give their stock back, also when the provider's event was lost. The
// provider is asked first, because a payment whose event was lost is still a payment.
import { mayMove, readOpenOrder, writeMove } from './move-order.ts';
import type { OrderDesk } from './order-desk.ts';
import { recordPayment } from './record-payment.ts';
import { type PaymentRecord, paymentPath } from './records.ts';
import { settleRefunds } from './settle-refunds.ts';

const ORDERS_PER_SWEEP = 200;

export interface Sweep {
  readonly expired: number;
  readonly refunded: number;
}

/** Expires what is due and sends owed refunds. What fails is told to the operator and left for the next sweep. */
export async function expireOrders(desk: OrderDesk): Promise<Sweep> {
  const due = await desk.ledger.find({
    collection: 'reservations',
    field: 'state',
    value: 'held',
    notAfter: { field: 'expiresAt', time: desk.now() },
    limit: ORDERS_PER_SWEEP,
  });
  let expired = 0;
  for (const path of due) {
    const orderId = path.slice('reservations/'.length);
    try {
      if (await expireOrder(desk, orderId)) expired += 1;
    } catch (error) {
      desk.warn('order-not-expired', { orderId }, error);
    }
  }
  return { expired, refunded: await settleRefunds(desk) };
}

async function expireOrder(desk: OrderDesk, orderId: string): Promise<boolean> {
  const record = await desk.ledger.get<PaymentRecord>(paymentPath(orderId));
  if (record?.sessionId !== undefined && desk.payments !== undefined) {
    const session = await desk.payments.closeSession(record.sessionId);
    if (session.payment !== undefined) {
      await recordPayment(desk, session.payment);
      return false;
    }
  }
  return desk.ledger.transact(async (transaction) => {
    const open = await readOpenOrder(transaction, orderId);
    const move = { to: 'expired', actor: 'system' } as const;
    if (open === null || open.order.expiresAt > desk.now() || !mayMove(open, move)) return false;
    writeMove(transaction, open, { ...move, at: desk.now(), reason: 'Not paid in time' });
    return true;
  });
}

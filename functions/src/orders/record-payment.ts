// Owns what a payment, or the end of a payment page, does to its order; each event counts once. Payments that came too
// late, twice or with the wrong amount are sent back.
import type { LedgerTransaction } from '../firestore/ledger.ts';
import type { Payment, PaymentEvent } from '../payments/payment-gateway.ts';
import { mayMove, type OpenOrder, oweRefund, readOpenOrder, writeMove } from './move-order.ts';
import type { OrderDesk } from './order-desk.ts';
import { eventPath, orderPath, type PaymentRecord, paymentPath, type Refund, refundPath } from './records.ts';
import { settleRefund } from './settle-refunds.ts';

/** Events are remembered for longer than a provider repeats them. */
const EVENT_KEPT_MS = 30 * 24 * 3_600_000;

/** Applies one verified event. Rejects only for faults that a repetition may cure. */
export async function applyPaymentEvent(
  desk: OrderDesk,
  event: PaymentEvent,
): Promise<'applied' | 'repeated'> {
  const at = desk.now();
  const outcome = await desk.ledger.transact(async (transaction) => {
    if ((await transaction.get(eventPath(event.id))) !== null) return 'repeated';
    await applyEvent(transaction, event, at);
    transaction.set(eventPath(event.id), {
      type: event.type,
      at,
      expireAt: new Date(at.getTime() + EVENT_KEPT_MS),
    });
    return 'applied';
  });
  if (event.kind === 'paid') await settleRefund(desk, event.payment.paymentIntentId);
  return outcome;
}

/** Applies a payment that was learned by asking, not by an event. */
export async function recordPayment(desk: OrderDesk, payment: Payment): Promise<void> {
  await desk.ledger.transact((transaction) => applyPaid(transaction, payment, desk.now()));
  await settleRefund(desk, payment.paymentIntentId);
}

async function applyEvent(transaction: LedgerTransaction, event: PaymentEvent, at: Date): Promise<void> {
  switch (event.kind) {
    case 'paid':
      return applyPaid(transaction, event.payment, at);
    case 'failed':
    case 'expired': {
      const open = await readOpenOrder(transaction, event.orderId);
      const move = { to: 'expired', actor: 'payment' } as const;
      const isCurrentPage =
        open?.payment?.sessionId === undefined || open.payment.sessionId === event.sessionId;
      if (open !== null && isCurrentPage && mayMove(open, move))
        writeMove(transaction, open, {
          ...move,
          at,
          reason: event.kind === 'failed' ? 'Payment failed' : 'Not paid in time',
        });
      return;
    }
    case 'refunded':
      return applyRefunded(transaction, event, at);
    case 'refund-failed': {
      const refund = await transaction.get<Refund>(refundPath(event.paymentIntentId));
      if (refund !== null) transaction.update(refundPath(event.paymentIntentId), { state: 'failed' });
      return;
    }
    case 'other':
      return;
  }
}

async function applyPaid(transaction: LedgerTransaction, payment: Payment, at: Date): Promise<void> {
  const open = await readOpenOrder(transaction, payment.orderId);
  // An order of another shop on the same account.
  if (open === null) return;
  const refund = await transaction.get<Refund>(refundPath(payment.paymentIntentId));
  const known = open.payment?.paymentIntentId;
  if (known === payment.paymentIntentId || refund !== null) return;
  const reason = whyNotKept(open, payment);
  if (reason === undefined) {
    writePayment(transaction, open, payment);
    writeMove(transaction, open, { to: 'paid', actor: 'payment', at });
    return;
  }
  if (known === undefined) writePayment(transaction, open, payment);
  oweRefund(transaction, payment.paymentIntentId, {
    orderId: payment.orderId,
    amountCents: payment.amountCents,
    reason,
    at,
  });
}

function whyNotKept(open: OpenOrder, payment: Payment): string | undefined {
  if (open.payment?.paymentIntentId !== undefined) return 'Paid twice';
  if (!mayMove(open, { to: 'paid', actor: 'payment' }))
    return `Paid after the order was ${open.order.status}`;
  if (payment.amountCents !== open.order.totalCents || payment.currency !== open.order.currency)
    return 'Another amount than the order has';
  return undefined;
}

/** The payment that counts; one of a wrong amount does not, so that the right one can still come. */
function writePayment(transaction: LedgerTransaction, open: OpenOrder, payment: Payment): void {
  if (open.order.status === 'pending' && payment.amountCents !== open.order.totalCents) return;
  const record: PaymentRecord = {
    ...open.payment,
    paymentIntentId: payment.paymentIntentId,
    paidCents: payment.amountCents,
  };
  transaction.set(paymentPath(open.id), record);
}

/** A refund made by hand at the provider shows on the order; its status stays the operator's decision. */
async function applyRefunded(
  transaction: LedgerTransaction,
  event: Extract<PaymentEvent, { kind: 'refunded' }>,
  at: Date,
): Promise<void> {
  const open = await readOpenOrder(transaction, event.orderId);
  if (open === null || open.payment?.paymentIntentId !== event.paymentIntentId) return;
  if ((open.order.refundedCents ?? 0) >= event.refundedCents) return;
  transaction.update(orderPath(open.id), { refundedCents: event.refundedCents, updatedAt: at });
}

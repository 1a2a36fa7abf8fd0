// Owns what a payment, or the end of a payment page, does to its order; each event counts once. Payments that came too
// late, twice or with the wrong amount are sent back.
import type { DocumentTransaction } from '../firestore/document-store.ts';
import type { Payment, PaymentEvent } from '../payments/payment-gateway.ts';
import type { OrderContext } from './order-context.ts';
import { sendPendingRefund } from './process-refund-outbox.ts';
import { eventPath, orderPath, type PaymentRecord, paymentPath, type Refund, refundPath } from './records.ts';
import {
  enqueueRefund,
  isTransitionAllowed,
  type OrderAggregate,
  readOrderAggregate,
  writeTransition,
} from './transition-order.ts';

/** Events are remembered for longer than a provider repeats them. */
const EVENT_RETENTION_MS = 30 * 24 * 3_600_000;

/** Applies one verified event. Rejects only for faults that a repetition may cure. */
export async function applyPaymentEvent(
  context: OrderContext,
  event: PaymentEvent,
): Promise<'applied' | 'repeated'> {
  const at = context.now();
  const outcome = await context.store.runTransaction(async (transaction) => {
    if ((await transaction.get(eventPath(event.id))) !== null) return 'repeated';
    await applyEvent(transaction, event, at);
    transaction.set(eventPath(event.id), {
      type: event.type,
      at,
      expireAt: new Date(at.getTime() + EVENT_RETENTION_MS),
    });
    return 'applied';
  });
  if (event.kind === 'paid') await sendPendingRefund(context, event.payment.paymentIntentId);
  return outcome;
}

/** Applies a payment that was learned by asking, not by an event. */
export async function recordPayment(context: OrderContext, payment: Payment): Promise<void> {
  await context.store.runTransaction((transaction) => applyPaid(transaction, payment, context.now()));
  await sendPendingRefund(context, payment.paymentIntentId);
}

async function applyEvent(transaction: DocumentTransaction, event: PaymentEvent, at: Date): Promise<void> {
  switch (event.kind) {
    case 'paid':
      return applyPaid(transaction, event.payment, at);
    case 'failed':
    case 'expired': {
      const open = await readOrderAggregate(transaction, event.orderId);
      const move = { to: 'expired', actor: 'payment' } as const;
      const isCurrentPage =
        open?.payment?.sessionId === undefined || open.payment.sessionId === event.sessionId;
      if (open !== null && isCurrentPage && isTransitionAllowed(open, move))
        writeTransition(transaction, open, {
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

async function applyPaid(transaction: DocumentTransaction, payment: Payment, at: Date): Promise<void> {
  const open = await readOrderAggregate(transaction, payment.orderId);
  // An order of another shop on the same account.
  if (open === null) return;
  const refund = await transaction.get<Refund>(refundPath(payment.paymentIntentId));
  const known = open.payment?.paymentIntentId;
  if (known === payment.paymentIntentId || refund !== null) return;
  const reason = rejectionReason(open, payment);
  if (reason === undefined) {
    writePayment(transaction, open, payment);
    writeTransition(transaction, open, { to: 'paid', actor: 'payment', at });
    return;
  }
  if (known === undefined) writePayment(transaction, open, payment);
  enqueueRefund(transaction, payment.paymentIntentId, {
    orderId: payment.orderId,
    amountCents: payment.amountCents,
    reason,
    at,
  });
}

function rejectionReason(open: OrderAggregate, payment: Payment): string | undefined {
  if (open.payment?.paymentIntentId !== undefined) return 'Paid twice';
  if (!isTransitionAllowed(open, { to: 'paid', actor: 'payment' }))
    return `Paid after the order was ${open.order.status}`;
  if (payment.amountCents !== open.order.totalCents || payment.currency !== open.order.currency)
    return 'Another amount than the order has';
  return undefined;
}

/** The payment that counts; one of a wrong amount does not, so that the right one can still come. */
function writePayment(transaction: DocumentTransaction, open: OrderAggregate, payment: Payment): void {
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
  transaction: DocumentTransaction,
  event: Extract<PaymentEvent, { kind: 'refunded' }>,
  at: Date,
): Promise<void> {
  const open = await readOrderAggregate(transaction, event.orderId);
  if (open === null || open.payment?.paymentIntentId !== event.paymentIntentId) return;
  if ((open.order.refundedCents ?? 0) >= event.refundedCents) return;
  transaction.update(orderPath(open.id), { refundedCents: event.refundedCents, updatedAt: at });
}

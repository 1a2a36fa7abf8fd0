// Effects of payment events on orders. Each event is applied once. A payment that is late, a duplicate or of the wrong amount is
// refunded.
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

/** Longer than Stripe retries a delivery (3 days). */
const EVENT_RETENTION_MS = 30 * 24 * 3_600_000;

/** Applies a verified event in one transaction. Rejects only for failures that a retry may resolve. */
export async function applyPaymentEvent(
  context: OrderContext,
  event: PaymentEvent,
): Promise<'applied' | 'duplicate'> {
  const at = context.now();
  const outcome = await context.store.runTransaction(async (transaction) => {
    if ((await transaction.get(eventPath(event.id))) !== null) return 'duplicate';
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

/** Applies a payment that was found by reading its session rather than by an event. */
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
      const aggregate = await readOrderAggregate(transaction, event.orderId);
      const transition = { to: 'expired', actor: 'payment' } as const;
      const isCurrentSession =
        aggregate?.payment?.sessionId === undefined || aggregate.payment.sessionId === event.sessionId;
      if (aggregate !== null && isCurrentSession && isTransitionAllowed(aggregate, transition))
        writeTransition(transaction, aggregate, {
          ...transition,
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
  const aggregate = await readOrderAggregate(transaction, payment.orderId);
  // An order of another shop on the same Stripe account.
  if (aggregate === null) return;
  const refund = await transaction.get<Refund>(refundPath(payment.paymentIntentId));
  const acceptedIntentId = aggregate.payment?.paymentIntentId;
  if (acceptedIntentId === payment.paymentIntentId || refund !== null) return;
  const reason = rejectionReason(aggregate, payment);
  if (reason === undefined) {
    writePayment(transaction, aggregate, payment);
    writeTransition(transaction, aggregate, { to: 'paid', actor: 'payment', at });
    return;
  }
  if (acceptedIntentId === undefined) writePayment(transaction, aggregate, payment);
  enqueueRefund(transaction, payment.paymentIntentId, {
    orderId: payment.orderId,
    amountCents: payment.amountCents,
    reason,
    at,
  });
}

function rejectionReason(aggregate: OrderAggregate, payment: Payment): string | undefined {
  if (aggregate.payment?.paymentIntentId !== undefined) return 'Paid twice';
  if (!isTransitionAllowed(aggregate, { to: 'paid', actor: 'payment' }))
    return `Paid after the order was ${aggregate.order.status}`;
  if (payment.amountCents !== aggregate.order.totalCents || payment.currency !== aggregate.order.currency)
    return 'Another amount than the order has';
  return undefined;
}

/** Stores the accepted payment, but not one of a wrong amount, so that the right one can still be accepted. */
function writePayment(transaction: DocumentTransaction, aggregate: OrderAggregate, payment: Payment): void {
  if (aggregate.order.status === 'pending' && payment.amountCents !== aggregate.order.totalCents) return;
  const record: PaymentRecord = {
    ...aggregate.payment,
    paymentIntentId: payment.paymentIntentId,
    paidCents: payment.amountCents,
  };
  transaction.set(paymentPath(aggregate.id), record);
}

/** Shows a refund made in Stripe's dashboard on the order. The status is left to the admin. */
async function applyRefunded(
  transaction: DocumentTransaction,
  event: Extract<PaymentEvent, { kind: 'refunded' }>,
  at: Date,
): Promise<void> {
  const aggregate = await readOrderAggregate(transaction, event.orderId);
  if (aggregate === null || aggregate.payment?.paymentIntentId !== event.paymentIntentId) return;
  if ((aggregate.order.refundedCents ?? 0) >= event.refundedCents) return;
  transaction.update(orderPath(aggregate.id), { refundedCents: event.refundedCents, updatedAt: at });
}

// The payment session is closed before an order expires: a payment with a lost event is still a
// payment.

import { PaymentProviderError } from '../payments/payment-gateway.ts';
import { attemptEditEnd } from './end-edit.ts';
import type { OrderContext } from './order-context.ts';
import { type AttemptOutcome, claimAttempt, processDue } from './process-due.ts';
import { processRefundOutbox } from './process-refund-outbox.ts';
import { recordPayment } from './record-payment.ts';
import {
  orderPath,
  type PaymentRecord,
  paymentPath,
  type Reservation,
  reservationPath,
  type StoredOrder,
} from './records.ts';
import { scheduleAttempts } from './schedule-attempts.ts';
import { isTransitionAllowed, readOrderAggregate, writeTransition } from './transition-order.ts';

interface ExpiryResult {
  /** Orders, and edits of orders, that expired and released their stock. */
  readonly expired: number;
  /** Orders and edits that could not be expired; retried after their back-off. */
  readonly expiryFailures: number;
  /** Refunds that were sent. */
  readonly refunded: number;
  /** Refunds that could not be sent; retried after their back-off. */
  readonly refundFailures: number;
  /** True if this run left due items. */
  readonly hasMore: boolean;
}

/**
 * Expires unpaid orders and edits, and sends pending refunds. A failure is logged, shown on its
 * order and retried later.
 */
export async function expireOrders(context: OrderContext): Promise<ExpiryResult> {
  await scheduleAttempts(context);
  const expiry = await processDue(context, { collection: 'reservations', state: 'held' }, (id) =>
    attemptExpiry(context, id),
  );
  const edits = await processDue(context, { collection: 'orderEdits', state: 'open' }, (id) =>
    attemptEditEnd(context, id),
  );
  const refunds = await processRefundOutbox(context);
  return {
    expired: expiry.done + edits.done,
    expiryFailures: expiry.failed + edits.failed,
    refunded: refunds.done,
    refundFailures: refunds.failed,
    hasMore: expiry.hasMore || edits.hasMore || refunds.hasMore,
  };
}

async function attemptExpiry(context: OrderContext, orderId: string): Promise<AttemptOutcome> {
  const claimed = await claimAttempt<Reservation>(context, reservationPath(orderId), 'held');
  if (claimed === undefined) return 'skipped';
  try {
    return (await expireOrder(context, orderId)) ? 'done' : 'skipped';
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('order-not-expired', { orderId, failure: error.code }, error);
    await recordFailure(context, orderId, claimed, error.code);
    return 'failed';
  }
}

async function expireOrder(context: OrderContext, orderId: string): Promise<boolean> {
  const record = await context.store.get<PaymentRecord>(paymentPath(orderId));
  if (record?.sessionId !== undefined && context.payments !== undefined) {
    const session = await context.payments.closeSession(record.sessionId);
    if (session.payment !== undefined) await recordPayment(context, session.payment);
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

async function recordFailure(
  context: OrderContext,
  orderId: string,
  { attempts, nextAttemptAt }: Reservation,
  failure: string,
): Promise<void> {
  await context.store.runTransaction(async (transaction) => {
    const order = await transaction.get<StoredOrder>(orderPath(orderId));
    if (order?.status !== 'pending') return;
    const expiryFailure: StoredOrder['expiryFailure'] = { attempts, nextAttemptAt, failure };
    transaction.update(orderPath(orderId), { expiryFailure, needsAttention: true });
  });
}

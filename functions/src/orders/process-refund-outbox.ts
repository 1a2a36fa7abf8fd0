// Sends the refunds of the outbox. The amount follows the provider's state, never our own sums: it
// is what is missing from the total refund, whoever refunded the rest. A refund can fail long after
// the provider accepted it; it then becomes pending again. So a crash, a lost event or a failure
// delays a refund but never loses or doubles it.

import { PaymentProviderError, type PaymentState } from '../payments/payment-gateway.ts';
import { nextAttemptTime } from './back-off.ts';
import type { OrderContext } from './order-context.ts';
import { claimAttempt, processDue } from './process-due.ts';
import {
  orderPath,
  type PaymentRecord,
  paymentPath,
  type Refund,
  refundPath,
  type StoredOrder,
} from './records.ts';
import { writeRefund } from './refund-outbox.ts';
import {
  isTransitionAllowed,
  type OrderAggregate,
  readOrderAggregate,
  writeTransition,
} from './transition-order.ts';

/** Concurrent handlers of one refund retry; more than a few never occur. */
const RECONCILE_ROUNDS_MAX = 10;
const REFUND_FAILED = 'refund_failed';

type Transaction = Parameters<Parameters<OrderContext['store']['runTransaction']>[0]>[0];

/**
 * Sends a refund if it is pending and due. A failure is logged, shown on the order and retried
 * later; only a failure of the database rejects.
 */
export async function sendPendingRefund(
  context: OrderContext,
  paymentIntentId: string,
): Promise<'done' | 'failed' | 'skipped'> {
  const { payments } = context;
  if (payments === undefined) return 'skipped';
  const refund = await claimAttempt<Refund>(context, refundPath(paymentIntentId), 'pending');
  if (refund === undefined) return 'skipped';
  const { orderId, attempts } = refund;
  try {
    const { paidCents, refundedCents } = await payments.readPayment(paymentIntentId);
    const amountCents = Math.min(refund.amountCents, paidCents) - refundedCents;
    if (amountCents > 0) await payments.refund({ paymentIntentId, amountCents, orderId, attempt: attempts });
    return (await reconcileRefund(context, paymentIntentId)) === 'sent' ? 'done' : 'failed';
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    await recordFailure(context, paymentIntentId, error.code);
    reportFailure(context, orderId, paymentIntentId, error.code, error);
    return 'failed';
  }
}

/**
 * Brings an order and its refund in line with the provider's current payment, and returns the
 * refund's state, if any. Rejects with a PaymentProviderError if the provider is unavailable.
 */
export async function reconcileRefund(
  context: OrderContext,
  paymentIntentId: string,
  failure: string = REFUND_FAILED,
): Promise<Refund['state'] | undefined> {
  const { payments, store } = context;
  if (payments === undefined) return undefined;
  for (let round = 0; round < RECONCILE_ROUNDS_MAX; round += 1) {
    const refund = await store.get<Refund>(refundPath(paymentIntentId));
    const orderId = refund?.orderId ?? (await payments.readPayment(paymentIntentId)).orderId;
    // A payment of another shop on the same account.
    if (orderId === undefined) return undefined;
    const order = await store.get<StoredOrder>(orderPath(orderId));
    const record = await store.get<PaymentRecord>(paymentPath(orderId));
    const seen = versionOf(refund, order, record);
    const payment = await payments.readPayment(paymentIntentId);
    const result = await store.runTransaction(async (transaction) => {
      const current = await transaction.get<Refund>(refundPath(paymentIntentId));
      const aggregate = await readOrderAggregate(transaction, orderId);
      // The payment was read outside of the transaction: it may be older than another handler's
      // write.
      if (versionOf(current, aggregate?.order ?? null, aggregate?.payment ?? null) !== seen)
        return 'outdated';
      if (aggregate === null) return 'unchanged';
      return writePaymentState(transaction, aggregate, paymentIntentId, current, payment, {
        at: context.now(),
        failure,
      });
    });
    if (result === 'outdated') continue;
    if (result === 'failed') reportFailure(context, orderId, paymentIntentId, failure, undefined);
    return result === 'unchanged' ? refund?.state : result === 'failed' ? 'pending' : 'sent';
  }
  throw new Error(`The refund of ${paymentIntentId} was changed by others ${RECONCILE_ROUNDS_MAX} times.`);
}

/** Sends the due refunds of an order's payments. */
export async function sendRefundsOf(
  context: OrderContext,
  { order, payment }: Pick<OrderAggregate, 'order' | 'payment'>,
): Promise<void> {
  const added = (order.addedPayments ?? []).map(({ paymentIntentId }) => paymentIntentId);
  for (const intent of [payment?.paymentIntentId, ...added])
    if (intent !== undefined) await sendPendingRefund(context, intent);
}

/** Sends every refund that is due. */
export function processRefundOutbox(context: OrderContext): ReturnType<typeof processDue> {
  return processDue(context, { collection: 'refunds', state: 'pending' }, (id) =>
    sendPendingRefund(context, id),
  );
}

function versionOf(refund: Refund | null, order: StoredOrder | null, record: PaymentRecord | null): string {
  const { paymentIntentId, earlyRefunds } = record ?? {};
  return JSON.stringify([
    refund?.state,
    refund?.attempts,
    refund?.amountCents,
    order?.refundedCents,
    order?.addedPayments?.map((added) => [added.paymentIntentId, added.refundedCents]),
    paymentIntentId,
    Object.entries(earlyRefunds ?? {}).sort(),
  ]);
}

function writePaymentState(
  transaction: Transaction,
  aggregate: OrderAggregate,
  paymentIntentId: string,
  refund: Refund | null,
  { paidCents, refundedCents }: PaymentState,
  { at, failure }: { readonly at: Date; readonly failure: string },
): 'sent' | 'failed' | 'unchanged' {
  const { id, order, payment } = aggregate;
  const isOrderPayment = payment?.paymentIntentId === paymentIntentId;
  const added = order.addedPayments?.find((each) => each.paymentIntentId === paymentIntentId);
  if (added !== undefined && (added.refundedCents ?? 0) !== refundedCents)
    transaction.update(orderPath(id), {
      addedPayments: order.addedPayments?.map((each) => (each === added ? { ...each, refundedCents } : each)),
      updatedAt: at,
    });
  if (isOrderPayment && (order.refundedCents ?? 0) !== refundedCents)
    transaction.update(orderPath(id), { refundedCents, updatedAt: at });
  if (refund === null) {
    // A refund in the provider's dashboard. Staff decide about the status.
    if (!isOrderPayment && added === undefined) {
      const earlyRefunds = { ...payment?.earlyRefunds, [paymentIntentId]: refundedCents };
      transaction.set(paymentPath(id), { ...payment, earlyRefunds } satisfies PaymentRecord);
    }
    return 'unchanged';
  }
  const isRefunded = refundedCents >= Math.min(refund.amountCents, paidCents);
  if (refund.state === 'sent' && !isRefunded) {
    writeFailure(transaction, aggregate, paymentIntentId, refund, failure, at);
    return 'failed';
  }
  if (refund.state === 'sent' || !isRefunded) {
    // The event with the reason may follow one that only showed the failure.
    if (refund.failure === REFUND_FAILED && failure !== REFUND_FAILED)
      writeRefund(transaction, aggregate, paymentIntentId, { ...refund, failure });
    return 'unchanged';
  }
  const { nextAttemptAt: _, failure: __, ...fields } = refund;
  writeRefund(transaction, aggregate, paymentIntentId, {
    ...fields,
    state: 'sent',
    sentAt: refund.sentAt ?? at,
  });
  const transition = { to: 'refunded', actor: 'system' } as const;
  // The refund of a second payment does not change the order, and staff's refunds have changed it
  // before.
  if (isOrderPayment && isTransitionAllowed(aggregate, transition))
    writeTransition(transaction, aggregate, { ...transition, at, reason: refund.reason });
  return 'sent';
}

function writeFailure(
  transaction: Transaction,
  aggregate: OrderAggregate,
  paymentIntentId: string,
  refund: Refund,
  failure: string,
  at: Date,
): void {
  writeRefund(transaction, aggregate, paymentIntentId, {
    ...refund,
    state: 'pending',
    failure,
    nextAttemptAt: nextAttemptTime(refund.attempts, at),
  });
  const transition = { to: 'refund-failed', actor: 'payment' } as const;
  if (aggregate.payment?.paymentIntentId === paymentIntentId && isTransitionAllowed(aggregate, transition))
    writeTransition(transaction, aggregate, { ...transition, at });
}

async function recordFailure(context: OrderContext, paymentIntentId: string, failure: string): Promise<void> {
  await context.store.runTransaction(async (transaction) => {
    const refund = await transaction.get<Refund>(refundPath(paymentIntentId));
    // Meanwhile, an event may have shown that the refund took effect.
    if (refund === null || refund.state !== 'pending') return;
    const aggregate = await readOrderAggregate(transaction, refund.orderId);
    if (aggregate !== null)
      writeFailure(transaction, aggregate, paymentIntentId, refund, failure, context.now());
  });
}

function reportFailure(
  context: OrderContext,
  orderId: string,
  paymentIntentId: string,
  failure: string,
  cause: unknown,
): void {
  context.warn('refund-failed', { orderId, paymentIntentId, failure }, cause);
}

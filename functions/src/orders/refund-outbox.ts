// Writes to the refund outbox. A refund is written in the transaction that requires it, and is
// shown on its order from then on.
import { hasFailures } from '@savepoint/model/order';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import {
  orderPath,
  type PaymentRecord,
  type Refund,
  refundPath,
  type StoredOrder,
  type StoredOrderRefund,
} from './records.ts';

/** A refund's order and payment record, both as of the end of the transaction. */
interface RefundedOrder {
  readonly id: string;
  readonly order: StoredOrder;
  readonly payment: PaymentRecord | null;
  /** The refund of the accepted payment, before the transaction. */
  readonly refund: Refund | null;
  /** The refunds of payments for edits, by payment intent. */
  readonly addedRefunds: ReadonlyMap<string, Refund | null>;
}

/**
 * Writes a pending refund that is due now; `sendPendingRefund` and the `expireOrders` job send it.
 * An earlier partial refund of the same payment is continued: its attempts count on, because they
 * identify requests to the provider, and while one may be under way, the next waits until it is
 * due. Returns the resulting order.
 */
export function enqueueRefund(
  transaction: DocumentTransaction,
  refunded: RefundedOrder,
  paymentIntentId: string,
  refund: Pick<Refund, 'amountCents' | 'reason' | 'at'>,
): StoredOrder {
  const { payment, addedRefunds } = refunded;
  const before =
    payment?.paymentIntentId === paymentIntentId
      ? refunded.refund
      : (addedRefunds.get(paymentIntentId) ?? null);
  const isUnderWay = before?.state === 'pending' && before.attempts > 0;
  return writeRefund(transaction, refunded, paymentIntentId, {
    ...refund,
    orderId: refunded.id,
    state: 'pending',
    attempts: before?.attempts ?? 0,
    nextAttemptAt: (isUnderWay ? before.nextAttemptAt : undefined) ?? refund.at,
  });
}

/** Writes a refund, and returns its order, which shows it. */
export function writeRefund(
  transaction: DocumentTransaction,
  { id, order, payment }: Pick<RefundedOrder, 'id' | 'order' | 'payment'>,
  paymentIntentId: string,
  refund: Refund,
): StoredOrder {
  transaction.set(refundPath(paymentIntentId), refund);
  const shown = toOrderRefund(refund);
  const changed =
    payment?.paymentIntentId === paymentIntentId
      ? { refund: shown }
      : { extraRefunds: { ...order.extraRefunds, [paymentIntentId]: shown } };
  const needsAttention = hasFailures({ ...order, ...changed });
  transaction.update(orderPath(id), {
    ...changed,
    ...(needsAttention !== (order.needsAttention ?? false) && { needsAttention }),
  });
  return { ...order, ...changed, needsAttention };
}

function toOrderRefund({ orderId, at, state, ...fields }: Refund): StoredOrderRefund {
  return { ...fields, state: state === 'pending' && fields.failure !== undefined ? 'failed' : state };
}

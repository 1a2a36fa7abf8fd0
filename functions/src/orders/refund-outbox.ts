// Writes to the refund outbox. A refund is written in the transaction that requires it, and its order shows it from then on.
import type { DocumentTransaction } from '../firestore/document-store.ts';
import {
  orderPath,
  type PaymentRecord,
  type Refund,
  refundPath,
  type StoredOrder,
  type StoredOrderRefund,
} from './records.ts';

/** The order of a refund and its payment record, as both are after the transaction. */
interface RefundedOrder {
  readonly id: string;
  readonly order: StoredOrder;
  readonly payment: PaymentRecord | null;
}

/** Writes a pending refund that is due now; `sendPendingRefund` and the `expireOrders` job send it. */
export function enqueueRefund(
  transaction: DocumentTransaction,
  refunded: RefundedOrder,
  paymentIntentId: string,
  refund: Pick<Refund, 'amountCents' | 'reason' | 'at'>,
): void {
  writeRefund(transaction, refunded, paymentIntentId, {
    ...refund,
    orderId: refunded.id,
    state: 'pending',
    attempts: 0,
    nextAttemptAt: refund.at,
  });
}

/** Writes a refund, and shows it on its order. */
export function writeRefund(
  transaction: DocumentTransaction,
  { id, order, payment }: RefundedOrder,
  paymentIntentId: string,
  refund: Refund,
): void {
  transaction.set(refundPath(paymentIntentId), refund);
  const shown = toOrderRefund(refund);
  transaction.update(
    orderPath(id),
    payment?.paymentIntentId === paymentIntentId
      ? { refund: shown }
      : { extraRefunds: { ...order.extraRefunds, [paymentIntentId]: shown } },
  );
}

function toOrderRefund({ orderId, at, state, ...fields }: Refund): StoredOrderRefund {
  return { ...fields, state: state === 'pending' && fields.failure !== undefined ? 'failed' : state };
}

// Effects of payment events on orders. Each event is applied once. Late and duplicate payments, and
// those of the wrong amount, are refunded.
import { dueCents } from '@savepoint/model/store-credit';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { type Payment, type PaymentEvent, PaymentProviderError } from '../payments/payment-gateway.ts';
import type { OrderContext } from './order-context.ts';
import { withoutOrdered } from './ordered-cart-lines.ts';
import { reconcileRefund, sendPendingRefund } from './process-refund-outbox.ts';
import {
  editPath,
  eventPath,
  orderPath,
  type PaymentRecord,
  paymentPath,
  type Refund,
  refundPath,
  type StoredOrder,
  userPath,
} from './records.ts';
import { enqueueRefund } from './refund-outbox.ts';
import {
  isTransitionAllowed,
  type OrderAggregate,
  readOrderAggregate,
  releaseEdit,
  type Transition,
  writeTransition,
} from './transition-order.ts';
import { writeMade } from './write-edit.ts';

/** Longer than Stripe retries a delivery (3 days). */
const EVENT_RETENTION_MS = 30 * 24 * 3_600_000;

/** Applies a verified event once. Rejects only for failures that a retry may resolve. */
export async function applyPaymentEvent(
  context: OrderContext,
  event: PaymentEvent,
): Promise<'applied' | 'duplicate'> {
  if (event.kind === 'refund-changed' && (await context.store.get(eventPath(event.id))) === null)
    await applyRefundChanged(context, event);
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
      if (aggregate?.edit?.sessionId === event.sessionId) {
        releaseEdit(transaction, aggregate, { at, actor: 'payment' });
        transaction.update(orderPath(event.orderId), { pendingEdit: null, updatedAt: at });
        return;
      }
      const transition = { to: 'expired', actor: 'payment' } as const;
      const { sessionId = event.sessionId, closingSessionId } = aggregate?.payment ?? {};
      const isReplaced = event.kind === 'expired' && closingSessionId === event.sessionId;
      const ends = sessionId === event.sessionId && !isReplaced;
      if (aggregate !== null && ends && isTransitionAllowed(aggregate, transition))
        writeTransition(transaction, aggregate, {
          ...transition,
          at,
          reason: event.kind === 'failed' ? 'Payment failed' : 'Not paid in time',
        });
      return;
    }
    case 'refund-changed':
    case 'other':
      return;
  }
}

async function applyPaid(transaction: DocumentTransaction, payment: Payment, at: Date): Promise<void> {
  const aggregate = await readOrderAggregate(transaction, payment.orderId);
  // An order of another shop on the same Stripe account.
  if (aggregate === null) return;
  if (payment.editId !== undefined) return applyEditPaid(transaction, aggregate, payment, at);
  const [refund, shopper] = (await transaction.getAll<unknown>([
    refundPath(payment.paymentIntentId),
    userPath(aggregate.order.userId),
  ])) as [Refund | null, ShopperCart | null];
  const acceptedIntentId = aggregate.payment?.paymentIntentId;
  if (acceptedIntentId === payment.paymentIntentId || refund !== null) return;
  const reason = rejectionReason(aggregate, payment);
  if (reason === undefined) {
    writePayment(transaction, aggregate, payment);
    writePaid(transaction, aggregate, shopper, { actor: 'payment', at });
    return;
  }
  const record =
    acceptedIntentId === undefined ? writePayment(transaction, aggregate, payment) : aggregate.payment;
  enqueueRefund(transaction, { ...aggregate, payment: record }, payment.paymentIntentId, {
    amountCents: payment.amountCents,
    reason,
    at,
  });
}

/** Applies a paid edit; a payment for an ended one is refunded. */
async function applyEditPaid(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  { editId, paymentIntentId, amountCents, currency }: Payment,
  at: Date,
): Promise<void> {
  const { id, order, edit } = aggregate;
  const { pendingEdit, addedPayments = [] } = order;
  const isKnown = addedPayments.some((added) => added.paymentIntentId === paymentIntentId);
  if (isKnown || (await transaction.get(refundPath(paymentIntentId))) !== null) return;
  const isDue =
    pendingEdit &&
    edit !== null &&
    pendingEdit.id === editId &&
    amountCents === pendingEdit.afterCents - pendingEdit.beforeCents &&
    currency === order.currency;
  if (!isDue) {
    const reason = 'Paid after the change of the order was withdrawn';
    enqueueRefund(transaction, aggregate, paymentIntentId, { amountCents, reason, at });
    return;
  }
  const { expiresAt: _, paymentUrl: __, ...made } = pendingEdit;
  const refundedCents = aggregate.payment?.earlyRefunds?.[paymentIntentId];
  const added = {
    ...{ paymentIntentId, cents: amountCents },
    ...(refundedCents !== undefined && { refundedCents }),
  };
  transaction.delete(editPath(id));
  writeMade(
    transaction,
    aggregate,
    edit,
    { ...made, at },
    {
      paidCents: dueCents(order) + amountCents,
      addedPayments: [...addedPayments, added],
    },
  );
}

/** The cart in a shopper's record. */
interface ShopperCart {
  readonly cart?: unknown;
  readonly cartVersion?: number;
}

/**
 * Marks an order as paid and removes its items from the shopper's cart: here rather than in the
 * paying browser, which may be closed, and for all devices of the shopper.
 */
function writePaid(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  shopper: ShopperCart | null,
  transition: Omit<Transition, 'to'>,
): StoredOrder {
  const { at } = transition;
  const paid = writeTransition(transaction, aggregate, { ...transition, to: 'paid' });
  // Orders by staff do not come from the cart.
  if (shopper === null || aggregate.order.isManual) return paid;
  const cart = withoutOrdered(shopper.cart, aggregate.order.lines);
  transaction.update(userPath(aggregate.order.userId), {
    ...(cart !== undefined && { cart }),
    // Denies saves of the cart that predate this payment but arrive after it (firestore.rules),
    // including the first one: then the stored cart does not contain the ordered items yet.
    cartVersion: (shopper.cartVersion ?? 0) + 1,
    updatedAt: at,
  });
  return paid;
}

/**
 * Marks an unpaid order as paid by another method, named by `paidBy`. The caller closes its payment
 * page, if any. `writeBefore` writes after the last read.
 */
export async function writeMarkedPaid(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  paidBy: string,
  at: Date,
  writeBefore: () => void = () => undefined,
): Promise<StoredOrder> {
  const shopper = await transaction.get<ShopperCart>(userPath(aggregate.order.userId));
  writeBefore();
  return writePaid(transaction, aggregate, shopper, {
    ...{ actor: 'admin', at, reason: paidBy },
    fields: { paidBy },
  });
}

/** Marks a new order as paid by another method. */
export async function markPaid(context: OrderContext, orderId: string, paidBy: string): Promise<void> {
  await context.store.runTransaction(async (transaction) => {
    const aggregate = await readOrderAggregate(transaction, orderId);
    if (aggregate?.order.status === 'pending')
      await writeMarkedPaid(transaction, aggregate, paidBy, context.now());
  });
}

/** Marks a pending order with nothing to pay as paid: no provider accepts a payment of 0. */
export async function completeFreeOrder(context: OrderContext, orderId: string): Promise<void> {
  await context.store.runTransaction(async (transaction) => {
    const aggregate = await readOrderAggregate(transaction, orderId);
    if (aggregate?.order.status !== 'pending' || dueCents(aggregate.order) > 0) return;
    const shopper = await transaction.get<ShopperCart>(userPath(aggregate.order.userId));
    writePaid(transaction, aggregate, shopper, { actor: 'payment', at: context.now() });
  });
}

function rejectionReason(aggregate: OrderAggregate, payment: Payment): string | undefined {
  if (aggregate.payment?.paymentIntentId !== undefined) return 'Paid twice';
  if (!isTransitionAllowed(aggregate, { to: 'paid', actor: 'payment' }))
    return `Paid after the order was ${aggregate.order.status}`;
  if (payment.amountCents !== dueCents(aggregate.order) || payment.currency !== aggregate.order.currency)
    return 'Another amount than the order has';
  return undefined;
}

/**
 * Stores the accepted payment, but not one of the wrong amount, so that the right one can still be
 * accepted. Returns the resulting record.
 */
function writePayment(
  transaction: DocumentTransaction,
  aggregate: OrderAggregate,
  payment: Payment,
): PaymentRecord | null {
  const { status, currency } = aggregate.order;
  if (
    status === 'pending' &&
    (payment.amountCents !== dueCents(aggregate.order) || payment.currency !== currency)
  )
    return aggregate.payment;
  const record: PaymentRecord = {
    ...aggregate.payment,
    paymentIntentId: payment.paymentIntentId,
    paidCents: payment.amountCents,
  };
  transaction.set(paymentPath(aggregate.id), record);
  const refundedCents = aggregate.payment?.earlyRefunds?.[payment.paymentIntentId];
  if (refundedCents !== undefined) transaction.update(orderPath(aggregate.id), { refundedCents });
  return record;
}

/**
 * Reads the payment again: refund events say that something changed, and the provider has the
 * current state.
 */
async function applyRefundChanged(
  context: OrderContext,
  { paymentIntentId, failure }: Extract<PaymentEvent, { kind: 'refund-changed' }>,
): Promise<void> {
  try {
    await reconcileRefund(context, paymentIntentId, failure);
  } catch (error) {
    // The payment of another account, or of one that was reset: there is nothing to reconcile.
    if (!(error instanceof PaymentProviderError) || error.code !== 'resource_missing') throw error;
  }
}

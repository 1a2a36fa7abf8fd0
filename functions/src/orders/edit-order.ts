// Edits of an order by staff before it is packed. A lower total is refunded at once; a higher one
// waits, with its units reserved, until the difference is paid, and the event of that payment
// applies the edit (record-edit-payment.ts).
import { describeLineChange } from '@savepoint/model/line-changes';
import { formatCents } from '@savepoint/model/money';
import {
  canEditOrder,
  EDIT_HOURS,
  type EditOrderRequest,
  type EditOrderResponse,
  type WithdrawEditRequest,
} from '@savepoint/model/order-edit';
import { PAYMENT_CENTS_MIN } from '@savepoint/model/order-limits';
import { orderNumber } from '@savepoint/model/order-number';
import { dueCents, splitRefund } from '@savepoint/model/store-credit';
import { httpsError } from '../callable/https-error.ts';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import { PaymentProviderError } from '../payments/payment-gateway.ts';
import { homeShard } from '../stock/stock-records.ts';
import { NO_SUCH_ORDER } from './change-order.ts';
import { endEdit } from './end-edit.ts';
import type { OrderContext, StaffMember } from './order-context.ts';
import { type EditPlan, planEdit } from './plan-edit.ts';
import { requireSeen } from './price-lines.ts';
import { sendRefundsOf } from './process-refund-outbox.ts';
import { type EditRecord, editPath, orderPath, type StoredOrder } from './records.ts';
import { requireSent } from './refund-order.ts';
import {
  editWaits,
  type OrderAggregate,
  readOrderAggregate,
  refundableOf,
  refundCard,
  returnCredit,
} from './transition-order.ts';
import { writeMade, writeTaken } from './write-edit.ts';

/**
 * Edits a paid order, or previews the changes, and writes the audit log. A repeated request takes
 * effect once. Rejects with not-found, with failed-precondition for an order that cannot be edited
 * and for an impossible change (`details.field`), with aborted if the order has changed since the
 * edit was begun, and with unavailable if the payment page cannot be opened; then nothing is
 * changed.
 */
export async function editOrder(
  context: OrderContext,
  staff: StaffMember,
  request: EditOrderRequest,
): Promise<EditOrderResponse> {
  const { orderId } = request;
  const order = await context.store.get<StoredOrder>(orderPath(orderId));
  const products = [
    ...(order?.lines ?? []).map(({ id }) => id),
    ...request.lines.map((each) => each.productId),
  ];
  const result = await context.runExclusive(
    [...new Set(products)].map((id) => homeShard(id, orderId)),
    () => context.store.runTransaction((transaction) => runEdit(context, transaction, staff, request)),
  );
  if (result.state === 'done') await sendRefunds(context, orderId);
  if (result.state === 'waiting') await openEditPage(context, orderId);
  return result;
}

async function runEdit(
  context: OrderContext,
  transaction: DocumentTransaction,
  staff: StaffMember,
  request: EditOrderRequest,
): Promise<EditOrderResponse> {
  const { orderId, editId, expectedTotalCents, refundTo } = request;
  const found = await readOrderAggregate(transaction, orderId, refundTo);
  if (found === null) throw httpsError('not-found', NO_SUCH_ORDER);
  const { order } = found;
  const before = [...(order.edits ?? []), ...(order.pendingEdit ? [order.pendingEdit] : [])].find(
    ({ id }) => id === editId,
  );
  if (before !== undefined) {
    const { lines, beforeCents } = before;
    const state = order.pendingEdit?.id === editId ? 'waiting' : 'done';
    return { orderId, state, totals: order, beforeCents, lines };
  }
  requireEditable(order, request);
  const plan = await planEdit(transaction, found, request, { at: context.now(), email: staff.email });
  const response = {
    ...{ orderId, totals: plan.totals, beforeCents: order.totalCents, lines: plan.edit.lines },
  };
  const owedCents = plan.totals.totalCents - order.totalCents;
  if (owedCents > 0 && owedCents < PAYMENT_CENTS_MIN)
    throw httpsError(
      'failed-precondition',
      `The customer would owe ${formatCents(owedCents)}, but payments start at ${formatCents(PAYMENT_CENTS_MIN)}. Change something else, too.`,
    );
  if (owedCents < 0) requireRefundable(found, -owedCents);
  if (expectedTotalCents === undefined) return { ...response, state: 'preview' };
  requireSeen(plan.totals, expectedTotalCents);
  if (owedCents > 0 && context.payments === undefined)
    throw httpsError('unavailable', 'Payments are switched off at the moment.');
  writeAudit(transaction, staff, plan, owedCents > 0);
  writeTaken(transaction, plan);
  if (owedCents > 0) {
    writeWaiting(transaction, plan);
    return { ...response, state: 'waiting' };
  }
  const made = writeMade(
    transaction,
    plan.aggregate,
    plan,
    plan.edit,
    { paidCents: dueCents(order) },
    staff.email,
  );
  if (owedCents < 0) writeRefund(transaction, plan, made, -owedCents, refundTo);
  return { ...response, state: 'done' };
}

function requireEditable(order: StoredOrder, { edits }: EditOrderRequest): void {
  if (!canEditOrder(order.status))
    throw httpsError(
      'failed-precondition',
      order.status === 'packed'
        ? 'This order has been packed in the meantime. Mark it not packed, then edit it.'
        : `This order is ${order.status} and cannot be edited.`,
      { status: order.status },
    );
  if (order.pendingEdit) throw editWaits(order, 'change');
  if ((order.edits?.length ?? 0) !== edits)
    throw httpsError(
      'aborted',
      'Somebody else has edited this order in the meantime. Close this form, and check the order.',
    );
}

function requireRefundable(found: OrderAggregate, cents: number): void {
  const left = refundableOf(found);
  if (cents > left.cardCents + left.creditCents)
    throw httpsError(
      'failed-precondition',
      `That would refund ${formatCents(cents)}, but only ${formatCents(left.cardCents + left.creditCents)} of what was paid is left.`,
    );
  requireSent(found);
}

/** Refunds the difference of an edit that lowers the total, as part of the payment. */
function writeRefund(
  transaction: DocumentTransaction,
  { aggregate, edit: { at, reason } }: EditPlan,
  order: StoredOrder,
  cents: number,
  refundTo: 'credit' | undefined,
): void {
  const parts = splitRefund(refundableOf(aggregate), cents, refundTo ?? 'payment');
  const why = reason ?? 'Your order was changed';
  const edited = { ...aggregate, order };
  if (parts.cardCents > 0) refundCard(transaction, edited, parts.cardCents, { reason: why, at });
  const credited = returnCredit(transaction, edited, parts.creditCents, {
    at,
    kind: 'refunded',
    reason: why,
  });
  const part = {
    ...{ at, amountCents: cents, reason: why },
    ...(parts.creditCents > 0 && { creditCents: parts.creditCents }),
  };
  transaction.update(orderPath(aggregate.id), {
    ...credited,
    partialRefunds: [...(order.partialRefunds ?? []), part],
  });
}

/** Stores an edit that waits for its payment. */
function writeWaiting(
  transaction: DocumentTransaction,
  { aggregate, changed, reserved, claims, taken, given, edit }: EditPlan,
): void {
  const expiresAt = new Date(edit.at.getTime() + EDIT_HOURS * 3_600_000);
  const record: EditRecord = {
    ...{ editId: edit.id, state: 'open', changed, reserved, claims, taken, given },
    ...{ attempts: 0, nextAttemptAt: expiresAt },
  };
  transaction.set(editPath(aggregate.id), record);
  transaction.update(orderPath(aggregate.id), { pendingEdit: { ...edit, expiresAt }, updatedAt: edit.at });
}

function writeAudit(
  transaction: DocumentTransaction,
  { uid, email }: StaffMember,
  { aggregate: { id, order }, changed, edit }: EditPlan,
  waits: boolean,
): void {
  const note = { before: order.packingNote ?? null, after: changed.packingNote ?? null };
  transaction.set(`audit/${edit.at.getTime()}-edit-${id}`, {
    at: edit.at.toISOString(),
    uid,
    ...(email === undefined ? {} : { email }),
    action: 'editOrder',
    target: orderPath(id),
    summary: [
      waits
        ? `Waits for ${formatCents(edit.afterCents - edit.beforeCents)}`
        : `${formatCents(edit.beforeCents)} to ${formatCents(edit.afterCents)}`,
      ...edit.lines.map(describeLineChange),
      ...(edit.reason === undefined ? [] : [edit.reason]),
    ].join('; '),
    changes: [
      ...edit.lines.map(({ id: product, size, before, after }) => ({
        field: `lines.${product}${size === undefined ? '' : `.${size}`}`,
        ...{ before, after },
      })),
      { field: 'totalCents', before: edit.beforeCents, after: edit.afterCents },
      ...(note.before === note.after ? [] : [{ field: 'packingNote', ...note }]),
    ],
  });
}

/** Sends the refund now; if that fails, `expireOrders` sends it later. */
async function sendRefunds(context: OrderContext, orderId: string): Promise<void> {
  try {
    const found = await context.store.runTransaction((transaction) =>
      readOrderAggregate(transaction, orderId),
    );
    if (found !== null) await sendRefundsOf(context, found);
  } catch (error) {
    context.warn('refund-not-sent', { orderId }, error);
  }
}

/** Opens the payment page of a pending edit, or ends the edit if that is impossible. */
async function openEditPage(context: OrderContext, orderId: string): Promise<void> {
  const order = await context.store.get<StoredOrder>(orderPath(orderId));
  const edit = order?.pendingEdit;
  if (!order || !edit || edit.paymentUrl !== undefined || context.payments === undefined) return;
  try {
    const session = await context.payments.openSession({
      ...{ orderId, editId: edit.id, email: order.email, currency: order.currency },
      lines: [
        {
          name: `Changes to order ${orderNumber(orderId)}`,
          unitCents: edit.afterCents - edit.beforeCents,
          quantity: 1,
        },
      ],
      ...{ shippingCents: 0, taxCents: 0, expiresAt: edit.expiresAt },
    });
    const isStored = await context.store.runTransaction(async (transaction) => {
      const now = await transaction.get<StoredOrder>(orderPath(orderId));
      if (now?.pendingEdit?.id !== edit.id) return false;
      transaction.update(editPath(orderId), { sessionId: session.sessionId });
      transaction.update(orderPath(orderId), {
        pendingEdit: { ...now.pendingEdit, ...(session.url !== undefined && { paymentUrl: session.url }) },
        updatedAt: context.now(),
      });
      return true;
    });
    if (!isStored) await context.payments.closeSession(session.sessionId);
  } catch (error) {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('payment-page-failed', { orderId }, error);
    await endEdit(context, orderId, edit.id);
    throw httpsError(
      'unavailable',
      'The payment page cannot be opened at the moment, so nothing is changed. Please try again in a few minutes.',
    );
  }
}

/**
 * Withdraws an edit that waits for its payment, and writes the audit log. Rejects with
 * failed-precondition if it has ended or was paid meanwhile, and with unavailable if its payment
 * page cannot be closed.
 */
export async function withdrawEdit(
  context: OrderContext,
  staff: StaffMember,
  { orderId, editId }: WithdrawEditRequest,
): Promise<{ readonly done: true }> {
  const ended = await endEdit(context, orderId, editId, staff).catch((error: unknown) => {
    if (!(error instanceof PaymentProviderError)) throw error;
    context.warn('payment-page-not-closed', { orderId }, error);
    throw httpsError(
      'unavailable',
      'The payment page cannot be closed at the moment. Please try again in a few minutes.',
    );
  });
  if (ended) return { done: true };
  const order = await context.store.get<StoredOrder>(orderPath(orderId));
  throw httpsError(
    'failed-precondition',
    order?.edits?.some(({ id }) => id === editId)
      ? 'This edit was paid in the meantime, and is made.'
      : 'This edit has ended in the meantime.',
  );
}

// Refunds part of an order's payment; the order continues. The refund outbox sends the part of the
// total that the provider has not refunded yet, so that a part is neither lost nor sent twice.

import { formatCents } from '@savepoint/model/money';
import {
  areRefundsSent,
  type RefundOrderRequest,
  type RefundOrderResponse,
  refundedSoFar,
  type Units,
} from '@savepoint/model/order-changes';
import { lineName, unitsRefundable } from '@savepoint/model/order-return';
import { canRefundPart, canTransition } from '@savepoint/model/order-status';
import { type RefundableCents, splitRefund } from '@savepoint/model/store-credit';
import { httpsError } from '../callable/https-error.ts';
import { NO_SUCH_ORDER } from './change-order.ts';
import type { OrderContext, StaffMember } from './order-context.ts';
import { sendRefundsOf } from './process-refund-outbox.ts';
import { orderPath, type Reservation, reservationPath, type StoredOrder } from './records.ts';
import {
  editWaits,
  moveOf,
  type OrderAggregate,
  readOrderAggregate,
  refundableOf,
  refundCard,
  returnCredit,
  returnUnits,
} from './transition-order.ts';

/**
 * Refunds part of the payment, restocks units, and writes the audit log. Rejects with not-found,
 * with failed-precondition for an unpaid order, for the entire rest (which is a change of the
 * status) and for more units than the order has, and with aborted if the order was refunded since
 * the amount was chosen, or a refund is under way.
 */
export async function refundOrder(
  context: OrderContext,
  admin: StaffMember,
  request: RefundOrderRequest,
): Promise<RefundOrderResponse> {
  const { orderId } = request;
  const { cardCents, found } = await context.store.runTransaction(async (transaction) => {
    const found = await readOrderAggregate(transaction, orderId, request.refundTo);
    if (found === null) throw httpsError('not-found', NO_SUCH_ORDER);
    const { order, stock } = found;
    const parts = requireRefundable(found, request);
    requireUnrefunded(order, request.units ?? []);
    const restock = request.restock ?? [];
    const reservation = restock.length === 0 ? undefined : requireUnits(found, restock);
    const at = context.now();
    transaction.set(`audit/${at.getTime()}-refund-${orderId}`, {
      at: at.toISOString(),
      uid: admin.uid,
      ...(admin.email === undefined ? {} : { email: admin.email }),
      action: 'refundOrder',
      target: orderPath(orderId),
      summary: `Refunded ${formatCents(request.amountCents)}${parts.creditCents > 0 ? `, ${formatCents(parts.creditCents)} of it as store credit` : ''}: ${request.reason}`,
    });
    const { reason } = request;
    if (parts.cardCents > 0) refundCard(transaction, found, parts.cardCents, { reason, at });
    const credited = returnCredit(transaction, found, parts.creditCents, { at, kind: 'refunded', reason });
    if (reservation !== undefined) {
      transaction.set(reservationPath(orderId), reservation);
      returnUnits(
        stock,
        orderId,
        restock,
        moveOf(orderId, 'refunded', { at, actor: 'admin', email: admin.email }),
      );
      const entries = restock.map((units) => ({ ...units, status: order.status }));
      transaction.update(orderPath(orderId), { restocked: [...(order.restocked ?? []), ...entries] });
    }
    const decided = {
      at,
      amountCents: request.amountCents,
      reason,
      ...(parts.creditCents > 0 && { creditCents: parts.creditCents }),
      ...(request.units !== undefined && request.units.length > 0 && { refunded: request.units }),
      ...(restock.length > 0 && { units: restock }),
    };
    transaction.update(orderPath(orderId), {
      ...credited,
      partialRefunds: [...(order.partialRefunds ?? []), decided],
      updatedAt: at,
    });
    return { cardCents: parts.cardCents, found };
  });
  try {
    if (cardCents > 0) await sendRefundsOf(context, found);
  } catch (error) {
    // It is in the outbox: `expireOrders` sends it.
    context.warn('refund-not-sent', { orderId }, error);
  }
  const order = await context.store.get<StoredOrder>(orderPath(orderId));
  return {
    orderId,
    refundedCents: order === null ? request.refundedCents : refundedSoFar(order),
    sent: cardCents === 0 || (order !== null && areRefundsSent(order)),
  };
}

function requireRefundable(aggregate: OrderAggregate, request: RefundOrderRequest): RefundableCents {
  const { order, payment } = aggregate;
  const isPaid =
    payment?.paymentIntentId !== undefined ||
    order.creditCents !== undefined ||
    order.addedPayments !== undefined;
  if (!isPaid || !canRefundPart(order.status))
    throw httpsError('failed-precondition', `This order is ${order.status}: there is no payment to refund.`);
  if (order.pendingEdit) throw editWaits(order, 'change');
  const soFar = refundedSoFar(order);
  if (soFar !== request.refundedCents)
    throw httpsError(
      'aborted',
      `This order was refunded in the meantime: ${formatCents(soFar)} in all. Please check it again.`,
    );
  requireSent(aggregate);
  const left = refundableOf(aggregate);
  const leftCents = left.cardCents + left.creditCents;
  if (request.amountCents > leftCents)
    throw httpsError('failed-precondition', `At most ${formatCents(leftCents)} can be refunded.`, {
      field: 'amountCents',
    });
  if (request.amountCents === leftCents)
    throw httpsError(
      'failed-precondition',
      canTransition(order.status, 'refunded', 'admin')
        ? 'That is all that is left. Refund the whole order instead.'
        : 'That is all that is left. Cancel the order instead.',
      { field: 'amountCents' },
    );
  return splitRefund(left, request.amountCents, request.refundTo ?? 'payment');
}

/** Throws while a refund of the order is not sent. */
export function requireSent({ refund, addedRefunds }: OrderAggregate): void {
  if ([refund, ...addedRefunds.values()].some((each) => each?.state === 'pending'))
    throw httpsError(
      'aborted',
      'A refund for this order has not been sent yet. Wait until it has, then refund the rest.',
    );
}

/** Throws if fewer of these units are left: refunded before, or in an open return. */
function requireUnrefunded(order: StoredOrder, units: readonly Units[]): void {
  const isOf =
    ({ id, size }: Units) =>
    (other: Pick<Units, 'id' | 'size'>) =>
      other.id === id && other.size === size;
  for (const each of units) {
    const line = order.lines.find(isOf(each));
    const wanted = units.filter(isOf(each)).reduce((sum, { quantity }) => sum + quantity, 0);
    const left = line === undefined ? 0 : unitsRefundable(order, line);
    if (wanted > left)
      throw httpsError(
        'failed-precondition',
        `Only ${left} of ${lineName({ name: line?.name ?? each.id, size: each.size })} can be refunded.`,
        { field: 'units' },
      );
  }
}

/**
 * The reservation without the units, so that a later return of the whole order does not restock
 * them again.
 */
export function requireUnits({ order, reservation }: OrderAggregate, restock: readonly Units[]): Reservation {
  if (reservation === null || reservation.state !== 'sold')
    throw httpsError('failed-precondition', 'The items of this order are already back in stock.', {
      field: 'restock',
    });
  for (const { id, size, quantity } of restock) {
    const isOf = (other: { id: string; size?: string | undefined }) => other.id === id && other.size === size;
    const held = reservation.lines.find(isOf)?.quantity ?? 0;
    if (held < quantity)
      throw httpsError(
        'failed-precondition',
        `Only ${held} of ${lineName({ name: order.lines.find(isOf)?.name ?? id, size })} can go back into the stock.`,
        { field: 'restock' },
      );
  }
  return withoutUnits(reservation, restock);
}

/** The reservation without these units, as far as it has them. */
export function withoutUnits(reservation: Reservation, units: readonly Units[]): Reservation {
  const lines = reservation.lines.flatMap((line) => {
    const less = units
      .filter(({ id, size }) => id === line.id && size === line.size)
      .reduce((sum, { quantity }) => sum + quantity, 0);
    return less >= line.quantity ? [] : { ...line, quantity: line.quantity - less };
  });
  return { ...reservation, lines };
}

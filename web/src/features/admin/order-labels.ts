import { formatCents } from '@savepoint/model/money';
import type { Order, OrderRefund, OrderStatus } from '@savepoint/model/order';
import { RETURN_DAYS } from '@savepoint/model/return-window';
import { dueCents } from '@savepoint/model/store-credit';
import { formatDateTime } from './format-date-time.ts';

/** The label of a status, such as 'Return requested'. */
export function statusLabel(status: OrderStatus): string {
  const label = status.replaceAll('-', ' ');
  return label.charAt(0).toUpperCase() + label.slice(1);
}

/** The button label of an order transition. */
export function transitionLabel(to: OrderStatus, from: OrderStatus): string {
  if (from === 'pending' && to === 'paid') return 'Mark as paid';
  const labels: Readonly<Partial<Record<OrderStatus, string>>> = {
    packed: 'Mark packed',
    paid: 'Mark not packed',
    shipped: 'Mark shipped',
    delivered: 'Mark delivered',
    cancelled: 'Cancel',
    refunded: 'Refund',
  };
  return labels[to] ?? to;
}

/** The amount paid for an order by card, including its edits. */
export function cardPaidCents(
  order: Order,
  payment: { readonly paymentIntentId?: string; readonly paidCents?: number } | null | undefined,
): { readonly firstCents: number; readonly addedCents: number } {
  const addedCents = (order.addedPayments ?? []).reduce((sum, { cents }) => sum + cents, 0);
  const isPaidByCard = payment?.paymentIntentId !== undefined;
  return { firstCents: isPaidByCard ? (payment.paidCents ?? dueCents(order) - addedCents) : 0, addedCents };
}

/** The usual next status of an order, set by staff; the others have none. */
export const NEXT_STEPS: Readonly<Partial<Record<OrderStatus, OrderStatus>>> = {
  paid: 'packed',
  packed: 'shipped',
  shipped: 'delivered',
};

/** The irreversible effect of a transition, as a sentence; undefined if there is none. */
export function consequence(to: OrderStatus, from: OrderStatus): string | undefined {
  if (to === 'shipped') return 'The email about it is sent at once. This cannot be taken back.';
  return from === 'shipped' && to === 'delivered'
    ? `The ${RETURN_DAYS} days for a return begin. This cannot be taken back.`
    : undefined;
}

/** True for transitions that need a reason: those that refund, end or undo something. */
export function requiresReason(to: OrderStatus): boolean {
  return to === 'cancelled' || to === 'refunded' || to === 'paid';
}

/**
 * Problems with an order's money or reservation, and the time of the next attempt, as sentences;
 * empty if there are none.
 */
export function orderProblems(order: Order): string[] {
  const problems = [order.refund, ...Object.values(order.extraRefunds ?? {})].flatMap((refund) =>
    refund?.state === 'failed' ? describeFailedRefund(refund, order) : [],
  );
  const { expiryFailure } = order;
  if (order.status === 'pending' && expiryFailure !== undefined)
    problems.push(
      `The unpaid order could not be expired (${expiryFailure.failure}). ${nextAttempt(expiryFailure)}`,
    );
  return problems;
}

function describeFailedRefund(refund: OrderRefund, order: Order): string {
  const isOrderPayment = refund === order.refund;
  const outstandingCents = refund.amountCents - (isOrderPayment ? (order.refundedCents ?? 0) : 0);
  const payment = isOrderPayment ? '' : ` of another payment (${refund.reason})`;
  return `The refund of ${formatCents(outstandingCents)}${payment} failed (${refund.failure}). ${nextAttempt(refund)}`;
}

function nextAttempt({ attempts, nextAttemptAt }: { attempts: number; nextAttemptAt?: string }): string {
  return `Attempts so far: ${attempts}; the next is at ${formatDateTime(nextAttemptAt)}.`;
}

/** `Boss Rush Tee (M)`. */
export function nameOfLine({ name, size }: { readonly name: string; readonly size?: string }): string {
  return size === undefined ? name : `${name} (${size})`;
}

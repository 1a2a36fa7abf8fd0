// What store credit pays of an order, and how refunds go back. `creditReturnedCents` of an order
// may exceed its `creditCents`: the rest is what the card paid and the shop returned as credit.
// What an exchange moves to the order of the other size is a part of both.
import type { Order, OrderReturn } from './order.ts';
import { PAYMENT_CENTS_MIN } from './order-limits.ts';

type Sums = Pick<Order, 'totalCents' | 'creditCents' | 'paidCents'>;

/** What an order leaves to pay by card, and what cards have paid for it afterwards. */
export function dueCents({ totalCents, creditCents = 0, paidCents }: Sums): number {
  return paidCents ?? totalCents - creditCents;
}

/** What was paid for an order in all: its total, unless that was edited since. */
export function paidInAllCents(order: Sums): number {
  return dueCents(order) + (order.creditCents ?? 0);
}

/** What of an order went into orders that send another size; it is no money for anybody. */
export function exchangedCents({
  returns = [],
}: {
  readonly returns?: readonly Pick<OrderReturn, 'exchangeOrderId' | 'valueCents'>[] | undefined;
}): number {
  return returns
    .filter(({ exchangeOrderId }) => exchangeOrderId !== undefined)
    .reduce((sum, { valueCents = 0 }) => sum + valueCents, 0);
}

/** What of an order went into the store credit of its shopper. */
export function creditedCents(
  order: Pick<Order, 'creditReturnedCents'> & Parameters<typeof exchangedCents>[0],
): number {
  return (order.creditReturnedCents ?? 0) - exchangedCents(order);
}

/** What the provider has refunded of an order's card payments. */
export function providerRefundedCents({
  refundedCents = 0,
  addedPayments = [],
}: Pick<Order, 'refundedCents' | 'addedPayments'>): number {
  return addedPayments.reduce((sum, payment) => sum + (payment.refundedCents ?? 0), refundedCents);
}

/**
 * The most credit that can pay of a total: nothing is left to pay by card, or enough for a payment.
 * Example: of 10.00 a credit of 9.80 pays 9.50, because payments start at 0.50.
 */
export function creditToUse(totalCents: number, availableCents: number): number {
  if (availableCents >= totalCents) return totalCents;
  return Math.max(0, Math.min(availableCents, totalCents - PAYMENT_CENTS_MIN));
}

/** What was paid for an order and went back so far. */
export interface PaidAndReturned extends Pick<Order, 'creditCents' | 'creditReturnedCents'> {
  /** By card, and what of that was refunded or will be. */
  readonly paidCents: number;
  readonly refundedCents: number;
}

/** What an order still has of each payment. */
export interface RefundableCents {
  readonly cardCents: number;
  readonly creditCents: number;
}

/** What can go back to the card and into the credit as they were paid. */
export function refundableCents(order: PaidAndReturned): RefundableCents {
  const { creditCents = 0, creditReturnedCents = 0, paidCents, refundedCents } = order;
  return {
    cardCents: Math.max(0, paidCents - refundedCents - Math.max(0, creditReturnedCents - creditCents)),
    creditCents: Math.max(0, creditCents - creditReturnedCents),
  };
}

/** Splits a refund: first to the card, then into the credit, or all of it into the credit. */
export function splitRefund(
  left: RefundableCents,
  amountCents: number,
  to: 'payment' | 'credit',
): RefundableCents {
  const cardCents = to === 'credit' ? 0 : Math.min(amountCents, left.cardCents);
  return { cardCents, creditCents: amountCents - cardCents };
}

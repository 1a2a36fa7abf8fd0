// How store credit pays for orders and receives refunds. The `creditReturnedCents` of an order may
// exceed its `creditCents`: the rest is money from the card that the shop returned as credit. The
// amount that an exchange moves to its new order is part of both.
import type { Order, OrderReturn } from './order.ts';
import { PAYMENT_CENTS_MIN } from './order-limits.ts';

type Sums = Pick<Order, 'totalCents' | 'creditCents' | 'paidCents'>;

/** The amount of an order due by card, and the total of its card payments. */
export function dueCents({ totalCents, creditCents = 0, paidCents }: Sums): number {
  return paidCents ?? totalCents - creditCents;
}

/** The total paid for an order: its total, unless that was edited since. */
export function paidInAllCents(order: Sums): number {
  return dueCents(order) + (order.creditCents ?? 0);
}

/** The amount of an order that moved to exchange orders; it is paid out to nobody. */
export function exchangedCents({
  returns = [],
}: {
  readonly returns?: readonly Pick<OrderReturn, 'exchangeOrderId' | 'valueCents'>[] | undefined;
}): number {
  return returns
    .filter(({ exchangeOrderId }) => exchangeOrderId !== undefined)
    .reduce((sum, { valueCents = 0 }) => sum + valueCents, 0);
}

/** The amount of an order that went to the shopper's store credit. */
export function creditedCents(
  order: Pick<Order, 'creditReturnedCents'> & Parameters<typeof exchangedCents>[0],
): number {
  return (order.creditReturnedCents ?? 0) - exchangedCents(order);
}

/** The amount of an order's card payments that the provider has refunded. */
export function providerRefundedCents({
  refundedCents = 0,
  addedPayments = [],
}: Pick<Order, 'refundedCents' | 'addedPayments'>): number {
  return addedPayments.reduce((sum, payment) => sum + (payment.refundedCents ?? 0), refundedCents);
}

/**
 * The most credit that can pay towards a total: the rest by card is either nothing or enough for a
 * payment. Example: of 10.00 a credit of 9.80 pays 9.50, because payments start at 0.50.
 */
export function creditToUse(totalCents: number, availableCents: number): number {
  if (availableCents >= totalCents) return totalCents;
  return Math.max(0, Math.min(availableCents, totalCents - PAYMENT_CENTS_MIN));
}

/** The payments for an order and what has been returned. */
export interface PaidAndReturned extends Pick<Order, 'creditCents' | 'creditReturnedCents'> {
  /** Paid by card, and the part refunded so far, including pending refunds. */
  readonly paidCents: number;
  readonly refundedCents: number;
}

/** The refundable rest of each payment method. */
export interface RefundableCents {
  readonly cardCents: number;
  readonly creditCents: number;
}

/** The amounts that can go back to card and credit as they were paid. */
export function refundableCents(order: PaidAndReturned): RefundableCents {
  const { creditCents = 0, creditReturnedCents = 0, paidCents, refundedCents } = order;
  return {
    cardCents: Math.max(0, paidCents - refundedCents - Math.max(0, creditReturnedCents - creditCents)),
    creditCents: Math.max(0, creditCents - creditReturnedCents),
  };
}

/** Splits a refund: first to the card, then to store credit, or all of it to store credit. */
export function splitRefund(
  left: RefundableCents,
  amountCents: number,
  to: 'payment' | 'credit',
): RefundableCents {
  const cardCents = to === 'credit' ? 0 : Math.min(amountCents, left.cardCents);
  return { cardCents, creditCents: amountCents - cardCents };
}

// Sales figures of orders. An order counts once paid, on the day it was placed; the counts of a day
// are the sum over the current state of its orders. An exchange is not a sale: the exchange order
// counts only its differences from the original order.
import { shopDay } from './delivery-estimate.ts';
import type { AddedPayment, Order, OrderEdit, OrderLine, OrderReturn, OrderStatus } from './order.ts';
import { isPurchase } from './order-status.ts';
import { creditedCents, dueCents, paidInAllCents, providerRefundedCents } from './store-credit.ts';

/** The sums of one or more days. */
export interface SalesCounts {
  readonly orders: number;
  /** Orders of shoppers who consented to analytics: the end of the funnel. */
  readonly measuredOrders: number;
  /** The amount paid for the orders, including shipping and tax. */
  readonly totalCents: number;
  readonly refundedCents: number;
  readonly discountCents: number;
  /** Sold and not refunded, by product. */
  readonly units: Readonly<Record<string, number>>;
}

export const NO_SALES: SalesCounts = {
  orders: 0,
  measuredOrders: 0,
  totalCents: 0,
  refundedCents: 0,
  discountCents: 0,
  units: {},
};

/** The contribution of one order to the sums of its day. */
export interface Sale {
  /** YYYY-MM-DD, of the shop's calendar. */
  readonly day: string;
  readonly counts: SalesCounts;
}

/** The order fields that are counted; times are Dates. */
export interface CountedOrder {
  readonly status: OrderStatus;
  readonly createdAt: Date;
  readonly totalCents: number;
  readonly discountCents?: number;
  readonly refundedCents?: number;
  readonly creditCents?: number;
  readonly creditReturnedCents?: number;
  readonly paidCents?: number;
  readonly addedPayments?: readonly AddedPayment[];
  readonly isMeasured?: boolean;
  readonly lines: readonly Pick<OrderLine, 'id' | 'quantity'>[];
  readonly partialRefunds?: readonly {
    readonly refunded?: readonly Pick<OrderLine, 'id' | 'quantity'>[];
  }[];
  readonly timeline?: readonly { readonly status: OrderStatus }[];
  readonly returns?: readonly Pick<OrderReturn, 'exchangeOrderId' | 'units' | 'valueCents'>[];
  readonly exchangeOf?: Order['exchangeOf'];
  readonly edits?: readonly Pick<OrderEdit, 'lines'>[];
}

/** The contribution of an order; undefined while it is unpaid. */
export function saleOf(order: CountedOrder): Sale | undefined {
  const { status, timeline = [], createdAt } = order;
  const isExchange = order.exchangeOf !== undefined;
  if (!isPurchase(status) && !timeline.some((entry) => entry.status === 'paid')) return undefined;
  return {
    day: shopDay(createdAt),
    counts: {
      orders: isExchange ? 0 : 1,
      measuredOrders: order.isMeasured === true ? 1 : 0,
      totalCents: isExchange ? dueCents(order) : paidInAllCents(order),
      refundedCents: providerRefundedCents(order) + creditedCents(order),
      discountCents: isExchange ? 0 : (order.discountCents ?? 0),
      units: keptUnits(order),
    },
  };
}

/**
 * The units sold with an order and not returned. Exchanged units stay with the first order; the
 * exchange order counts changes from its initial lines.
 */
function keptUnits(order: CountedOrder): Record<string, number> {
  const { status, lines, partialRefunds = [], returns = [], exchangeOf, edits = [] } = order;
  const units = new Map<string, number>();
  const add = (id: string, quantity: number) => units.set(id, (units.get(id) ?? 0) + quantity);
  if (isPurchase(status)) {
    for (const { id, quantity } of lines) add(id, quantity);
    for (const { refunded = [] } of partialRefunds)
      for (const { id, quantity } of refunded) add(id, -quantity);
  }
  for (const { exchangeOrderId, units: exchanged } of returns)
    if (exchangeOrderId !== undefined) for (const { id, quantity } of exchanged) add(id, quantity);
  if (exchangeOf !== undefined) {
    for (const { id, quantity } of lines) add(id, -quantity);
    for (const edit of edits) for (const { id, before, after } of edit.lines) add(id, after - before);
  }
  return withoutZeros(units);
}

/** The sum of counts. */
export function sumSales(all: readonly SalesCounts[]): SalesCounts {
  return all.reduce((sum, counts) => combine(sum, counts, 1), NO_SALES);
}

/** Subtracts a sale from counts that include it. */
export function subtractSales(counts: SalesCounts, sale: SalesCounts): SalesCounts {
  return combine(counts, sale, -1);
}

function combine(a: SalesCounts, b: SalesCounts, sign: 1 | -1): SalesCounts {
  const units = new Map(Object.entries(a.units));
  for (const [id, count] of Object.entries(b.units)) units.set(id, (units.get(id) ?? 0) + sign * count);
  return {
    orders: a.orders + sign * b.orders,
    measuredOrders: a.measuredOrders + sign * b.measuredOrders,
    totalCents: a.totalCents + sign * b.totalCents,
    refundedCents: a.refundedCents + sign * b.refundedCents,
    discountCents: a.discountCents + sign * b.discountCents,
    units: withoutZeros(units),
  };
}

function withoutZeros(units: ReadonlyMap<string, number>): Record<string, number> {
  return Object.fromEntries([...units].filter(([, count]) => count !== 0));
}

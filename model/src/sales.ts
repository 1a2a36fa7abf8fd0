// What is counted of orders. An order counts once it was paid, on the day on which it was placed;
// the counts of a day are the sum over its orders as they are now. An exchange is no sale: the
// order that has the other size counts what it changes about the order that was exchanged.
import { shopDay } from './delivery-estimate.ts';
import type { AddedPayment, Order, OrderEdit, OrderLine, OrderReturn, OrderStatus } from './order.ts';
import { isPurchase } from './order-status.ts';
import { creditedCents, dueCents, paidInAllCents, providerRefundedCents } from './store-credit.ts';

/** The sums of a day, or of several. */
export interface SalesCounts {
  readonly orders: number;
  /** Those whose shopper agreed to be measured: the end of the funnel. */
  readonly measuredOrders: number;
  /** What was paid for the orders, shipping and tax included. */
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

/** What one order adds to the sums of its day. */
export interface Sale {
  /** YYYY-MM-DD, of the shop's calendar. */
  readonly day: string;
  readonly counts: SalesCounts;
}

/** The fields of an order that are counted; times are Dates. */
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

/** What an order adds; undefined while it was not paid. */
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
 * The units that were sold with an order and not given back. What was exchanged stays sold with the
 * first order; the one that has the other size counts from what it began with.
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

/** The counts without those of a sale that they have. */
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

// The unpaid orders of an account, which its next one replaces.
import { isDeepStrictEqual } from 'node:util';
import type { DocumentTransaction } from '../firestore/document-store.ts';
import type { StockBook } from '../stock/stock-book.ts';
import type { Shopper } from './order-context.ts';
import type { StoredOrder } from './records.ts';
import { type OrderAggregate, readOrderAggregate, writeTransition } from './transition-order.ts';

/**
 * The shopper's unpaid orders, read before the first write. They share the new order's stock,
 * promotion shards, drop entries and store credit.
 */
export async function readReplaced(
  transaction: DocumentTransaction,
  stock: StockBook,
  shopper: Shopper,
  orderIds: readonly string[],
): Promise<OrderAggregate[]> {
  const found = await Promise.all(
    orderIds.map((id) => readOrderAggregate(transaction, id, undefined, stock)),
  );
  const aggregates = found.filter(
    (aggregate) =>
      aggregate !== null && aggregate.order.userId === shopper.uid && aggregate.order.status === 'pending',
  ) as OrderAggregate[];
  const shards = new Map(aggregates.flatMap((aggregate) => [...aggregate.shards]));
  const balances = new Map(aggregates.flatMap((aggregate) => [...aggregate.balances]));
  const entries = new Map(aggregates.flatMap((aggregate) => [...aggregate.entries]));
  return aggregates.map((aggregate) => ({ ...aggregate, shards, entries, balances }));
}

/** True if two orders are equal for the shopper: items, price and address. */
export function isSameOrder(one: StoredOrder, other: StoredOrder): boolean {
  const contentOf = ({
    lines,
    address,
    delivery,
    note,
    promotions,
    totalCents,
    creditCents,
    currency,
  }: StoredOrder) => ({
    creditCents,
    promotions,
    lines,
    address,
    delivery,
    note,
    totalCents,
    currency,
  });
  return isDeepStrictEqual(contentOf(one), contentOf(other));
}

/** Cancels an order that was read. */
export function cancelReplaced(transaction: DocumentTransaction, replaced: OrderAggregate, at: Date): void {
  writeTransition(transaction, replaced, {
    to: 'cancelled',
    actor: 'shopper',
    at,
    reason: 'Replaced by a changed order',
  });
}

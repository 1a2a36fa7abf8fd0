// Each order's contribution is stored beside the counts. Whenever an order changes, its
// contribution is replaced by that of its current state, so duplicate, late or reordered events
// change nothing, and the next event makes up for a lost one.
import { isDeepStrictEqual } from 'node:util';
import { type CountedOrder, NO_SALES, saleOf, subtractSales, sumSales } from '@savepoint/model/sales';
import type { DocumentStore } from '../firestore/document-store.ts';
import { orderPath } from '../orders/records.ts';
import {
  type CountedOrderRecord,
  countedOrderPath,
  type SalesShard,
  SHARDS,
  salesShardPath,
} from './analytics-records.ts';

/** Updates the sales figures for an order, which may have been deleted. */
export function countOrder(store: DocumentStore, orderId: string): Promise<void> {
  const countedPath = countedOrderPath(orderId);
  return store.runTransaction(async (transaction) => {
    const [order, counted] = (await transaction.getAll<unknown>([orderPath(orderId), countedPath])) as [
      CountedOrder | null,
      CountedOrderRecord | null,
    ];
    const sale = order === null ? undefined : saleOf(order);
    if (isDeepStrictEqual(sale, counted ?? undefined)) return;
    const pathOf = (day: string) => salesShardPath(day, shardOf(orderId));
    const paths = [...new Set([counted, sale].flatMap((each) => (each ? [pathOf(each.day)] : [])))];
    const shards = new Map<string, SalesShard>();
    for (const [index, shard] of (await transaction.getAll<SalesShard>(paths)).entries())
      shards.set(paths[index] as string, shard ?? { days: {} });
    const change = (day: string, next: (before: typeof NO_SALES) => typeof NO_SALES) => {
      const { days } = shards.get(pathOf(day)) as SalesShard;
      shards.set(pathOf(day), { days: { ...days, [day]: next(days[day] ?? NO_SALES) } });
    };
    if (counted) change(counted.day, (before) => subtractSales(before, counted.counts));
    if (sale) change(sale.day, (before) => sumSales([before, sale.counts]));
    for (const [path, shard] of shards) transaction.set(path, shard);
    if (sale) transaction.set(countedPath, sale satisfies CountedOrderRecord);
    else transaction.delete(countedPath);
  });
}

/** Stable per order, because its counts are subtracted where they were added. */
function shardOf(orderId: string): number {
  return [...orderId].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % SHARDS;
}

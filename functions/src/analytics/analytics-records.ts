// Documents of the counts; only functions read and write them.
//   visitCounts/{month}-{shard}   visits by day
//   salesCounts/{month}-{shard}   orders by day
//   countedOrders/{orderId}       what an order has added to salesCounts
// Shards keep visits and orders that come at once from contending for one document; a month in one
// document keeps what the dashboard reads small.
import type { Sale, SalesCounts } from '@savepoint/model/sales';
import type { VisitCounts } from '@savepoint/model/visit';

export const SHARDS = 4;

/** Counts by day (YYYY-MM-DD). */
export interface DayCounts<T> {
  readonly days: Readonly<Record<string, T>>;
}
export type VisitShard = DayCounts<VisitCounts>;
export type SalesShard = DayCounts<SalesCounts>;

/** The contribution of an order when it was last counted. */
export type CountedOrderRecord = Sale;

const monthOf = (day: string) => day.slice(0, 'YYYY-MM'.length);

export const visitShardPath = (day: string, shard: number) => `visitCounts/${monthOf(day)}-${shard}`;
export const salesShardPath = (day: string, shard: number) => `salesCounts/${monthOf(day)}-${shard}`;
export const countedOrderPath = (orderId: string) => `countedOrders/${orderId}`;

/** The paths of all shards with counts of these days. */
export function shardPathsOf(
  path: (day: string, shard: number) => string,
  days: readonly string[],
): string[] {
  const first = [...new Map(days.map((day) => [monthOf(day), day])).values()];
  return first.flatMap((day) => Array.from({ length: SHARDS }, (_, shard) => path(day, shard)));
}

import type { Sale, SalesCounts } from '@savepoint/model/sales';
import type { VisitCounts } from '@savepoint/model/visit';
export declare const SHARDS = 4;
/** Counts by day (YYYY-MM-DD). */
export interface DayCounts<T> {
  readonly days: Readonly<Record<string, T>>;
}
export type VisitShard = DayCounts<VisitCounts>;
export type SalesShard = DayCounts<SalesCounts>;
/** The sale of an order as it was when it was counted last. */
export type CountedOrderRecord = Sale;
export declare const visitShardPath: (day: string, shard: number) => string;
export declare const salesShardPath: (day: string, shard: number) => string;
export declare const countedOrderPath: (orderId: string) => string;
/** The paths of all shards that have counts of these days. */
export declare function shardPathsOf(
  path: (day: string, shard: number) => string,
  days: readonly string[],
): string[];

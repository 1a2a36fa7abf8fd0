import type { StockMovement } from '@savepoint/model/stock-movement';
import { STOCK_SHARDS, stockShardPath } from '@savepoint/model/stock-shards';
import { shardOf } from '../firestore/shard-of.ts';

/** A movement as stored. */
export type StoredMovement = Omit<StockMovement, 'at'> & { readonly at: Date };

export const productPath = (id: string) => `products/${id}`;

/**
 * The shard that an order takes its units from and returns them to. A hash of its id selects it, so
 * orders are spread evenly.
 */
export function homeShard(productId: string, orderId: string): string {
  return stockShardPath(productId, shardOf(orderId, STOCK_SHARDS));
}

// Where the stock of a product lies, of which its document has a count for pages only:
//   products/{id}/stockShards/{n}      units by size; clients cannot read them
//   products/{id}/stockMovements/{id}  one for each change of a size (stock-movement.ts)
import type { Variant } from './product.ts';

/** The number of documents for a product's stock: each takes about one order a second. */
export const STOCK_SHARDS = 10;

/** products/{id}/stockShards/{n}; a shard without units may be missing. */
export interface StockShard {
  /** Keyed by `sizeKey`. */
  readonly units: Readonly<Record<string, number>>;
}

type SizeStock = Pick<Variant, 'stock'> & { readonly size?: string | undefined };

/** The path of a product's shard. */
export const stockShardPath = (productId: string, shard: number) =>
  `products/${productId}/stockShards/${shard}`;

/** The collection of a product's stock movements. */
export const movementsPath = (productId: string) => `products/${productId}/stockMovements`;

/** The paths of all shards of a product. */
export function stockShardPaths(productId: string): string[] {
  return Array.from({ length: STOCK_SHARDS }, (_, shard) => stockShardPath(productId, shard));
}

/** The key of a size in a shard. No size can have the key of unsized products. */
export function sizeKey(size: string | undefined): string {
  return size === undefined ? 'unsized' : `size ${size}`;
}

/** The size of a key in a shard. */
export function sizeOf(key: string): string | undefined {
  return key === sizeKey(undefined) ? undefined : key.slice(sizeKey('').length);
}

/** Distributes units evenly over the shards. */
export function spreadUnits(units: number): number[] {
  return Array.from({ length: STOCK_SHARDS }, (_, shard) => Math.floor((units + shard) / STOCK_SHARDS));
}

/** The shards for the stock of these variants, by path. */
export function shardsOf(
  productId: string,
  variants: readonly SizeStock[],
): [path: string, shard: StockShard][] {
  return stockShardPaths(productId).map((path, index) => {
    const units = variants.map(
      ({ size, stock }) => [sizeKey(size), spreadUnits(stock)[index] as number] as const,
    );
    return [path, { units: Object.fromEntries(units.filter(([, each]) => each !== 0)) }];
  });
}

/** The units of all shards by `sizeKey`. */
export function sumUnits(shards: readonly (StockShard | null | undefined)[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const shard of shards)
    for (const [key, units] of Object.entries(shard?.units ?? {}))
      sums.set(key, (sums.get(key) ?? 0) + units);
  return sums;
}

// Where the stock of a product lies, of which its document has a count for pages only:
//   products/{id}/stockShards/{n}      units by size; clients cannot read them
//   products/{id}/stockMovements/{id}  one for each change of a size (stock-movement.ts)
import type { Variant } from './product.ts';

/** Documents that the stock of a product is divided among: each takes about one order a second. */
export const STOCK_SHARDS = 10;

/** products/{id}/stockShards/{n}; one without units need not exist. */
export interface StockShard {
  /** By `sizeKey`. */
  readonly units: Readonly<Record<string, number>>;
}

type SizeStock = Pick<Variant, 'stock'> & { readonly size?: string | undefined };

/** The path of the shard of a product with this number. */
export const stockShardPath = (productId: string, shard: number) =>
  `products/${productId}/stockShards/${shard}`;

/** The collection of the movements of a product's stock. */
export const movementsPath = (productId: string) => `products/${productId}/stockMovements`;

/** The paths of all shards of a product. */
export function stockShardPaths(productId: string): string[] {
  return Array.from({ length: STOCK_SHARDS }, (_, shard) => stockShardPath(productId, shard));
}

/** The name of a size in a shard. No size of a product can be named like the one without. */
export function sizeKey(size: string | undefined): string {
  return size === undefined ? 'unsized' : `size ${size}`;
}

/** The size that a shard names so. */
export function sizeOf(key: string): string | undefined {
  return key === sizeKey(undefined) ? undefined : key.slice(sizeKey('').length);
}

/** The units of each shard, as even as can be. */
export function spreadUnits(units: number): number[] {
  return Array.from({ length: STOCK_SHARDS }, (_, shard) => Math.floor((units + shard) / STOCK_SHARDS));
}

/** The shards of a product whose sizes have this stock, by path. */
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

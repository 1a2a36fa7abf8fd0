// The stock of synced products. The platform does not know of our orders, so our stock is never
// set: it moves by as many units as the platform's moves. `platformStock` has the sum of these
// movements, and what it exceeds our stock by was sold here. Example:
//   the platform has 10, ours is 10           platformStock 10
//   3 are sold here                           platformStock 10, ours 7
//   the platform has 15, a movement of 5      platformStock 15, ours 12
//   the sync that brought the 5 is undone     platformStock 10, ours 7
import { STOCK_MAX, type Variant } from '@savepoint/model/product';
import type { SyncedProduct } from './sync-documents.ts';

/** The stored stock of a product: ours in its variants, the rest in syncedProducts. */
export interface Stock extends StoredStock {
  readonly variants: Variant[];
}

type StoredStock = Pick<SyncedProduct, 'platformStock' | 'unsettledStock'>;

/** The gid of a synced variant. */
export const gidOf = ({ shopifyVariantId }: Variant): string => shopifyVariantId ?? '';

/** Remote stock by variant gid. */
export function platformStockOf(variants: readonly Variant[]): Record<string, number> {
  return Object.fromEntries(variants.map((variant) => [gidOf(variant), variant.stock]));
}

/**
 * Moves the stock of `current` by the platform's changes in `next`. Stock never becomes negative;
 * missing units are subtracted from the next movement. A variant that is missing from `next`
 * remembers its sold units, in case it comes back.
 */
export function moveStock(
  next: readonly Variant[],
  current: readonly Variant[],
  stored: StoredStock | undefined,
): Stock {
  const unsettled: Record<string, number> = { ...stored?.unsettledStock };
  const currentStock = platformStockOf(current);
  for (const [gid, stock] of Object.entries(currentStock)) {
    const platform = stored?.platformStock[gid];
    if (platform !== undefined) unsettled[gid] = (unsettled[gid] ?? 0) + stock - platform;
  }
  const variants = next.map((variant) => {
    const gid = gidOf(variant);
    const units = variant.stock + (unsettled[gid] ?? 0);
    const stock = Math.min(Math.max(0, units), STOCK_MAX);
    unsettled[gid] = units - stock;
    return { ...variant, stock };
  });
  const nonZero = Object.entries(unsettled).filter(([, units]) => units !== 0);
  return {
    variants,
    platformStock: platformStockOf(next),
    ...(nonZero.length > 0 && { unsettledStock: Object.fromEntries(nonZero) }),
  };
}

/** `synced` with the stock returned by `moveStock`. */
export function withStock(
  { unsettledStock: _, ...synced }: SyncedProduct,
  { platformStock, unsettledStock }: Stock,
): SyncedProduct {
  return { ...synced, platformStock, ...(unsettledStock && { unsettledStock }) };
}

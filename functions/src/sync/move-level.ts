// An inventory webhook reports the stock at one location, while products have the sum of all
// locations. The sum moves with the level at a location, so the previous level must be known, and
// the sum must not be newer than it: it might already include the change. Otherwise the level is
// only stored. The platform sends the sum with the product webhook that follows.
import type { Variant } from '@savepoint/model/product';
import type { PlatformChange } from '../shop-platform/parse-webhook.ts';
import { legacyId } from '../shop-platform/platform-product.ts';
import { gidOf, moveStock, withStock } from './move-stock.ts';
import type { SyncedProduct } from './sync-documents.ts';

interface MovedLevel {
  readonly synced: SyncedProduct;
  /** The product's variants; absent if the sum does not move. */
  readonly variants?: readonly Variant[];
}

/** Applies an inventory webhook; 'outdated' if it is older than the known state. */
export function moveLevel(
  synced: SyncedProduct,
  current: readonly Variant[],
  change: Extract<PlatformChange, { kind: 'inventory' }>,
): MovedLevel | 'outdated' {
  const item = legacyId(change.inventoryItemId);
  const location = legacyId(change.locationId);
  const levels = synced.stockLevels?.[item];
  const before = levels?.[location];
  const at = Date.parse(change.at);
  const sumAt = Date.parse(synced.platformUpdatedAt);
  if (at < sumAt || (before !== undefined && at < Date.parse(before.at))) return 'outdated';
  const stockLevels = {
    ...synced.stockLevels,
    [item]: { ...levels, [location]: { available: change.available, at: change.at } },
  };
  const gid = synced.inventoryItems[item] ?? '';
  // Times have a resolution of seconds: at equal times, the sum includes the change or is sent
  // again.
  const isKnown = before !== undefined && Date.parse(before.at) >= sumAt && at > sumAt;
  const units = isKnown ? change.available - before.available : 0;
  if (units === 0) return { synced: { ...synced, stockLevels } };
  const next = current.map((variant) => ({
    ...variant,
    stock: (synced.platformStock[gidOf(variant)] ?? variant.stock) + (gidOf(variant) === gid ? units : 0),
  }));
  const stock = moveStock(next, current, synced);
  return { synced: withStock({ ...synced, stockLevels }, stock), variants: stock.variants };
}

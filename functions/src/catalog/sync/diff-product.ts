// Differences between a product and its remote state. Stock example: the remote stock was 10 and 3 were sold here, so ours is 7; the
// remote stock becomes 15, so ours becomes 7 + (15 - 10) = 12.

import { isDeepStrictEqual } from 'node:util';
import { isAvailable, STOCK_MAX, type Variant } from '@savepoint/model/product';
import { type StagedChange, SYNCED_FIELDS, type SyncedFields } from '@savepoint/model/sync-record';
import type { SyncedProduct } from './sync-documents.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The fields that differ, before and after; null stands for an absent field. */
interface ProductDiff {
  readonly before: Fields;
  readonly after: Fields;
}

const clampStock = (stock: number) => Math.min(Math.max(0, stock), STOCK_MAX);

/** The remote variants with our stock, changed by as much as the remote stock changed since it was last synced. */
export function adjustStock(
  next: readonly Variant[],
  current: readonly Variant[],
  lastSynced: SyncedProduct['platformStock'] | undefined,
): Variant[] {
  return next.map((variant) => {
    const key = variant.shopifyVariantId ?? '';
    const ours = current.find(({ shopifyVariantId }) => shopifyVariantId === key);
    const before = lastSynced?.[key];
    if (ours === undefined || before === undefined) return variant;
    return { ...variant, stock: clampStock(ours.stock + variant.stock - before) };
  });
}

/** Remote stock by variant gid. */
export function platformStockOf(variants: readonly Variant[]): Record<string, number> {
  return Object.fromEntries(variants.map(({ shopifyVariantId, stock }) => [shopifyVariantId ?? '', stock]));
}

/** The syncedProducts document of a remote state. */
export function toSyncedProduct(
  { fields, platformUpdatedAt, inventoryItems }: StagedChange,
  lastSynced: SyncedProduct | undefined,
): SyncedProduct {
  return {
    platformUpdatedAt,
    platformStock: platformStockOf(fields.variants),
    inventoryItems,
    inventoryItemIds: Object.keys(inventoryItems),
    ...(lastSynced?.stockSyncedAt && { stockSyncedAt: lastSynced.stockSyncedAt }),
  };
}

/**
 * The remote variants as of `at` (an ISO time), with the stock of every inventory webhook that is as new or newer. The platform's times
 * have seconds only; at equal times the inventory webhook is the later one.
 */
export function withNewerStock(
  variants: readonly Variant[],
  at: string,
  lastSynced: SyncedProduct | undefined,
): Variant[] {
  const newerStock = new Map<string, number | undefined>();
  for (const [item, syncedAt] of Object.entries(lastSynced?.stockSyncedAt ?? {})) {
    const key = lastSynced?.inventoryItems[item] ?? '';
    if (Date.parse(syncedAt) >= Date.parse(at)) newerStock.set(key, lastSynced?.platformStock[key]);
  }
  return variants.map((variant) => {
    const stock = newerStock.get(variant.shopifyVariantId ?? '');
    return stock === undefined ? variant : { ...variant, stock: clampStock(stock) };
  });
}

/** What to write to `current` so that it has the remote fields. Empty when nothing changed. */
export function diffProduct(
  current: Fields,
  platform: SyncedFields,
  lastSynced: SyncedProduct | undefined,
): ProductDiff {
  const variants = adjustStock(
    platform.variants,
    (current.variants as Variant[] | undefined) ?? [],
    lastSynced?.platformStock,
  );
  const next: Fields = {
    ...platform,
    variants,
    inStock: platform.status === 'active' && isAvailable(variants),
  };
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const field of [...SYNCED_FIELDS, 'inStock'] as const) {
    const old = current[field] ?? null;
    const now = next[field] ?? null;
    if (isDeepStrictEqual(old, now)) continue;
    before[field] = old;
    after[field] = now;
  }
  return { before, after };
}

/** A new product document, as a draft. */
export function newProduct(platform: SyncedFields): Fields {
  return {
    ...platform,
    status: 'draft',
    inStock: platform.status === 'active' && isAvailable(platform.variants),
    rating: 0,
    reviews: 0,
    featured: false,
    features: [],
    specifications: {},
  };
}

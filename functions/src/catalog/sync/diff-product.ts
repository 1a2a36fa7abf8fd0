// Owns what must change in our product so that it says what the platform says. Pure: documents in, fields out.
// Worked example: the platform had 10 and we sold 3 (ours 7); the platform now has 15, so ours becomes 7 + (15 - 10) = 12.
import { isDeepStrictEqual } from 'node:util';
import { isAvailable, STOCK_MAX, type Variant } from '@savepoint/model/product';
import { PLATFORM_FIELDS, type PlatformFields } from './map-product.ts';
import type { StagedChange, SyncedProduct } from './sync-documents.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Fields to write; null stands for "remove". Empty when nothing changes. */
export interface ProductDiff {
  readonly before: Fields;
  readonly after: Fields;
}

const clampStock = (stock: number) => Math.min(Math.max(0, stock), STOCK_MAX);

/** The platform's variants with our stock moved by what the platform's stock moved since we last heard. */
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

/** Stock per variant gid, as the platform tells it. */
export function platformStockOf(variants: readonly Variant[]): Record<string, number> {
  return Object.fromEntries(variants.map(({ shopifyVariantId, stock }) => [shopifyVariantId ?? '', stock]));
}

/** What to keep of the platform's word on a product. */
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
 * The platform's variants as told at `at`, except where we heard of a variant's stock alone since then: there that word
 * counts. The platform counts in seconds, and whoever told of stock alone told last.
 */
export function withNewerStock(
  variants: readonly Variant[],
  at: string,
  lastSynced: SyncedProduct | undefined,
): Variant[] {
  const later = new Map<string, number | undefined>();
  for (const [item, syncedAt] of Object.entries(lastSynced?.stockSyncedAt ?? {})) {
    const key = lastSynced?.inventoryItems[item] ?? '';
    if (Date.parse(syncedAt) >= Date.parse(at)) later.set(key, lastSynced?.platformStock[key]);
  }
  return variants.map((variant) => {
    const stock = later.get(variant.shopifyVariantId ?? '');
    return stock === undefined ? variant : { ...variant, stock: clampStock(stock) };
  });
}

/** What to write to `current` so that it carries the platform's fields. */
export function diffProduct(
  current: Fields,
  platform: PlatformFields,
  lastSynced: SyncedProduct | undefined,
): ProductDiff {
  const variants = adjustStock(
    platform.variants,
    (current.variants as Variant[] | undefined) ?? [],
    lastSynced?.platformStock,
  );
  const wanted: Fields = {
    ...platform,
    variants,
    inStock: platform.status === 'active' && isAvailable(variants),
  };
  const before: Record<string, unknown> = {};
  const after: Record<string, unknown> = {};
  for (const field of [...PLATFORM_FIELDS, 'inStock'] as const) {
    const old = current[field] ?? null;
    const now = wanted[field] ?? null;
    if (isDeepStrictEqual(old, now)) continue;
    before[field] = old;
    after[field] = now;
  }
  return { before, after };
}

/** A whole new product document, hidden until its run is applied. */
export function newProduct(platform: PlatformFields): Fields {
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

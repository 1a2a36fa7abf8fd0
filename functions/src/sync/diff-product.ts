// Differences between a product and its remote state.

import { isDeepStrictEqual } from 'node:util';
import { isAvailable, type Variant } from '@savepoint/model/product';
import { type StagedChange, SYNCED_FIELDS } from '@savepoint/model/sync-record';
import { gidOf, moveStock, withStock } from './move-stock.ts';
import type { SyncedProduct } from './sync-documents.ts';

type Fields = Readonly<Record<string, unknown>>;

/**
 * The differing fields, before and after; null stands for an absent field. Both are empty if
 * nothing changed.
 */
interface ProductDiff {
  readonly before: Fields;
  readonly after: Fields;
  /** The product's document in syncedProducts. */
  readonly synced: SyncedProduct;
}

/**
 * The remote variants as of `at` (an ISO time), with the stored stock if an inventory webhook is
 * newer.
 */
function withNewerStock(
  variants: readonly Variant[],
  at: string,
  lastSynced: SyncedProduct | undefined,
): Variant[] {
  const newer = new Set<string | undefined>();
  for (const [item, levels] of Object.entries(lastSynced?.stockLevels ?? {}))
    if (Object.values(levels).some((level) => Date.parse(level.at) > Date.parse(at)))
      newer.add(lastSynced?.inventoryItems[item]);
  return variants.map((variant) => {
    const stock = newer.has(gidOf(variant)) ? lastSynced?.platformStock[gidOf(variant)] : undefined;
    return stock === undefined ? variant : { ...variant, stock };
  });
}

/** True if the stock of `current` stays unchanged, whatever it is: then it need not be counted. */
export function keepsStock(
  current: Fields,
  { fields, platformUpdatedAt }: StagedChange,
  lastSynced: SyncedProduct | undefined,
): boolean {
  const { platformStock, unsettledStock } = lastSynced ?? {};
  if (platformStock === undefined || unsettledStock !== undefined) return false;
  const remote = withNewerStock(fields.variants, platformUpdatedAt, lastSynced);
  const ours = (current.variants as Variant[] | undefined) ?? [];
  const isKept = (variant: Variant) =>
    platformStock[gidOf(variant)] === variant.stock &&
    ours.some((other) => gidOf(other) === gidOf(variant) && other.size === variant.size);
  const sizes = [remote, ours, Object.keys(platformStock)].map(({ length }) => length);
  return remote.every(isKept) && new Set(sizes).size === 1;
}

/** The fields to write to `current` and to syncedProducts so that it has the remote state. */
export function diffProduct(
  current: Fields,
  { fields, platformUpdatedAt, inventoryItems }: StagedChange,
  lastSynced: SyncedProduct | undefined,
): ProductDiff {
  const remote = withNewerStock(fields.variants, platformUpdatedAt, lastSynced);
  const stock = moveStock(remote, (current.variants as Variant[] | undefined) ?? [], lastSynced);
  const next: Fields = {
    ...fields,
    variants: stock.variants,
    inStock: fields.status === 'active' && isAvailable(stock.variants),
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
  const inventoryItemIds = Object.keys(inventoryItems);
  const synced = {
    platformStock: {},
    ...lastSynced,
    platformUpdatedAt,
    inventoryItems,
    inventoryItemIds,
  };
  return { before, after, synced: withStock(synced, stock) };
}

/** A new product document, as a draft, from the fields of `diffProduct`. */
export function newProduct(fields: Fields): Fields {
  return {
    ...fields,
    status: 'draft',
    rating: 0,
    reviews: 0,
    featured: false,
    features: [],
    specifications: {},
  };
}

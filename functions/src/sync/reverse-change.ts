// Reverses a sync's changes on the current product. A field that somebody has changed since keeps
// its value, and stock moves back by as many units as the sync moved it, so that later movements
// (sales, webhooks) stay.
import { isDeepStrictEqual } from 'node:util';
import { isAvailable, type Variant } from '@savepoint/model/product';
import type { AppliedChange } from '@savepoint/model/sync-record';
import { gidOf, moveStock, withStock } from './move-stock.ts';
import type { SyncedProduct } from './sync-documents.ts';

type Fields = Readonly<Record<string, unknown>>;
type Variants = readonly Variant[];

interface ReversedChange {
  /** The fields to write to the product; null removes a field. */
  readonly fields: Fields;
  /** The document to write to syncedProducts; absent if its stock does not move. */
  readonly synced?: SyncedProduct;
}

/**
 * The fields to restore from `before`, if `now` still has the value of `after`; null stands for an
 * absent field.
 */
function reverseFields(before: Fields, after: Fields, now: Fields): Fields {
  const names = Object.keys({ ...before, ...after });
  return Object.fromEntries(
    names
      .filter((name) => isDeepStrictEqual(now[name] ?? null, after[name] ?? null))
      .map((name) => [name, before[name] ?? null]),
  );
}

function reverseVariant(before: Variant, after: Variant, now: Variant): Variant {
  const reversed = { ...now, ...reverseFields({ ...before }, { ...after }, { ...now }) };
  return Object.fromEntries(
    Object.entries(reversed).filter(([, value]) => value !== null),
  ) as unknown as Variant;
}

/**
 * The variants without the sync's changes, in the order of before. Added variants are removed;
 * removed ones come back, unless another has taken the size.
 */
function reverseVariants(before: Variants, after: Variants, current: Variants): Variant[] {
  const find = (list: Variants, variant: Variant) => list.find((other) => gidOf(other) === gidOf(variant));
  const restored = before.flatMap((old) => {
    const then = find(after, old);
    const now = find(current, old);
    if (now !== undefined) return then === undefined ? now : reverseVariant(old, then, now);
    return then === undefined && !current.some(({ size }) => size === old.size) ? old : [];
  });
  const added = current.filter((now) => !find(before, now) && !find(after, now));
  return [...restored, ...added];
}

/**
 * Reverses a change. A created product is archived. `lastSynced` is the product's document in
 * syncedProducts.
 */
export function reverseChange(
  change: AppliedChange,
  current: Fields,
  lastSynced: SyncedProduct | undefined,
): ReversedChange {
  if (change.kind === 'created') return { fields: { status: 'archived', inStock: false } };
  const { variants: variantsBefore, inStock: _, ...before } = change.before;
  const { variants: variantsAfter, inStock: __, ...after } = change.after;
  const fields = reverseFields(before, after, current);
  const currentVariants = (current.variants as Variants | undefined) ?? [];
  const status = fields.status ?? current.status;
  const isInStock = (variants: Variants) => status === 'active' && isAvailable(variants);
  const { platformStockBefore, platformStockAfter } = change;
  if (!platformStockBefore || !platformStockAfter || lastSynced === undefined)
    return { fields: { ...fields, inStock: isInStock(currentVariants) } };
  const reversed = reverseVariants(
    (variantsBefore as Variants | undefined) ?? currentVariants,
    (variantsAfter as Variants | undefined) ?? currentVariants,
    currentVariants,
  );
  const stock = moveStock(
    reversed.map((variant) => {
      const gid = gidOf(variant);
      const [was, became, is] = [platformStockBefore, platformStockAfter, lastSynced.platformStock].map(
        (units) => units[gid],
      );
      if (is === undefined) return { ...variant, stock: was ?? variant.stock };
      const units = was === undefined || became === undefined ? 0 : became - was;
      return { ...variant, stock: is - units };
    }),
    currentVariants,
    lastSynced,
  );
  return {
    fields: { ...fields, variants: stock.variants, inStock: isInStock(stock.variants) },
    synced: withStock(lastSynced, stock),
  };
}

// Editors of a product read its stock and write another number, while orders change it. Their input
// is treated as a correction by the difference: if 10 were shown and 15 are written, 5 units
// arrived, so the 8 that are left by then become 13.
import { STOCK_MAX, type Variant } from '@savepoint/model/product';
import { sizeKey, sizeOf } from '@savepoint/model/stock-shards';
import { findVariant } from '@savepoint/model/variants';
import type { Move, StockBook } from './stock-book.ts';

type SizeStock = { readonly size?: string | undefined; readonly stock: number };

/** The sizes of a product as submitted by an editor. */
export interface StockEdit {
  readonly productId: string;
  readonly name: string;
  /** The product's current variants; undefined for a new one. */
  readonly shown: readonly Variant[] | undefined;
  readonly wanted: readonly Variant[];
  /** The variants that the editor has read; defaults to `shown`. */
  readonly read?: readonly SizeStock[] | undefined;
}

/** Why the units of a size cannot change as submitted. */
export function describeShortage(
  name: string,
  size: string | undefined,
  units: number,
  change: number,
): string {
  return `The stock of ${name}${size === undefined ? '' : ` in ${size}`} is ${units} by now, which cannot change by ${change}.`;
}

/**
 * Applies an edit to a product's stock in `book`. Returns the variants with the resulting stock, or
 * the reason why that is impossible.
 */
export async function editStock(
  book: StockBook,
  { productId, name, shown, wanted, read = shown ?? [] }: StockEdit,
  move: Omit<Move, 'reason'> & { readonly reason: 'corrected' | 'imported' },
): Promise<{ readonly variants: readonly Variant[] } | { readonly problem: string }> {
  const isOf = (size: string | undefined) => findVariant({ variants: wanted }, size) !== undefined;
  const readOf = (size: string | undefined) => findVariant({ variants: read }, size)?.stock;
  const shownOf = (size: string | undefined) => findVariant({ variants: shown ?? [] }, size);
  const isUnmoved =
    wanted.every(({ size, stock }) => shownOf(size) !== undefined && readOf(size) === stock) &&
    (shown ?? []).every(({ size }) => isOf(size));
  if (isUnmoved)
    return { variants: wanted.map((each) => ({ ...each, stock: shownOf(each.size)?.stock ?? 0 })) };
  const counted = await book.count(productId);
  for (const [key, units] of counted) {
    const size = sizeOf(key);
    if (isOf(size)) continue;
    if (shown !== undefined && units !== (readOf(size) ?? 0))
      return {
        problem: `${name} in ${size ?? 'one size'} was ordered in the meantime. Reload it and try again.`,
      };
    await book.set(productId, size, 0, move);
  }
  const variants: Variant[] = [];
  for (const each of wanted) {
    const before = shownOf(each.size) === undefined ? undefined : readOf(each.size);
    const units = counted.get(sizeKey(each.size)) ?? 0;
    const stock = before === undefined ? each.stock : units + each.stock - before;
    if (stock < 0 || stock > STOCK_MAX)
      return { problem: describeShortage(name, each.size, units, stock - units) };
    const reason = before === undefined ? 'created' : move.reason;
    await book.set(productId, each.size, stock, { ...move, reason });
    variants.push({ ...each, stock });
  }
  return { variants };
}

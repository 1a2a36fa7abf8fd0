// Whoever edits a product reads its stock and writes another one, while orders change it. What they
// write is a correction by the difference: 10 were shown and 15 are written, so 5 units came, and
// of the 8 that are left by then there are 13.
import { STOCK_MAX, type Variant } from '@savepoint/model/product';
import { sizeKey, sizeOf } from '@savepoint/model/stock-shards';
import { findVariant } from '@savepoint/model/variants';
import type { Move, StockBook } from './stock-book.ts';

type SizeStock = { readonly size?: string | undefined; readonly stock: number };

/** The sizes of a product as an editor writes them. */
export interface StockEdit {
  readonly productId: string;
  readonly name: string;
  /** What the product has; undefined for a new one. */
  readonly shown: readonly Variant[] | undefined;
  readonly wanted: readonly Variant[];
  /** What the editor has read; without it, `shown`. */
  readonly read?: readonly SizeStock[] | undefined;
}

/** Why the units of a size, which an editor has read as more or less, cannot change so. */
export function describeShortage(
  name: string,
  size: string | undefined,
  units: number,
  change: number,
): string {
  return `The stock of ${name}${size === undefined ? '' : ` in ${size}`} is ${units} by now, which cannot change by ${change}.`;
}

/**
 * Moves the stock of a product as an edit says, in `book`. Returns its variants with their stock
 * afterwards, or why that cannot be.
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

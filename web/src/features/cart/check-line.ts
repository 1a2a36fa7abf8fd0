import { type CartLine, lineKey } from '@savepoint/model/cart';
import type { Product } from '@savepoint/model/product';
import { findVariant, variantGrams, variantPrice } from '@savepoint/model/variants';

/** Units of a product in a size. */
export type HeldLine = Pick<CartLine, 'id' | 'size' | 'quantity'>;

/** Why a line cannot be ordered. */
interface LineProblem {
  readonly text: string;
  /** Units left; 0 if the line must be removed. */
  readonly available: number;
}

/** A line of the cart compared with its product. */
export interface CurrentLine {
  /** The line at the current price. */
  readonly line: CartLine;
  /** The price that the shopper last saw or agreed to, in dollars, if it differs. */
  readonly agreedPrice?: number;
  readonly problem?: LineProblem;
  /** The product's category, if known. */
  readonly category?: string;
  /** The weight of a unit, if the product specifies it. */
  readonly grams?: number;
}

const withProblem = (line: CartLine, available: number, text: string): CurrentLine => ({
  line,
  problem: { available, text },
});

export const sumUnits = (lines: readonly HeldLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Compares a line with its product: undefined while that is unknown, null if it is not sold. Units
 * held by the shopper's own unpaid order count as available, because the next order replaces it.
 */
export function checkLine(
  line: CartLine,
  product: Product | null | undefined,
  held: readonly HeldLine[] = [],
): CurrentLine {
  if (product === undefined) return { line };
  if (product === null) return withProblem(line, 0, 'No longer sold. Remove it to check out.');
  const variant = findVariant(product, line.size);
  if (variant === undefined)
    return withProblem(line, 0, 'This size is no longer sold. Choose another one on the product page.');
  const price = variantPrice(product, line.size);
  const current = { ...line, price };
  const stock = variant.stock + sumUnits(held.filter((other) => lineKey(other) === lineKey(line)));
  if (stock === 0) return withProblem(current, 0, 'Sold out. Remove it or save it for later.');
  const grams = variantGrams(product, line.size);
  return {
    line: current,
    ...(grams !== undefined && { grams }),
    ...(price !== line.price && { agreedPrice: line.price }),
    ...(stock < line.quantity && { problem: { available: stock, text: `Only ${stock} left.` } }),
  };
}

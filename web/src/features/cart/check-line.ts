import { type Cart, type CartLine, lineKey } from '@savepoint/model/cart';
import { ORDER_UNITS_MAX, PRODUCT_UNITS_MAX, unpaidUnitsMax } from '@savepoint/model/order-limits';
import type { Product } from '@savepoint/model/product';
import { findVariant, variantPrice } from '@savepoint/model/variants';

/** Units of a product in a size. */
export type HeldLine = Pick<CartLine, 'id' | 'size' | 'quantity'>;

/** Why a line cannot be ordered as it is. */
interface LineProblem {
  readonly text: string;
  /** Units that are left; 0 when the line must be removed. */
  readonly available: number;
}

/** A line of the cart compared with its product. */
export interface CurrentLine {
  /** The line at today's price. */
  readonly line: CartLine;
  /** The price that the shopper last saw or agreed to, where it is another, in dollars. */
  readonly agreedPrice?: number;
  readonly problem?: LineProblem;
}

const withProblem = (line: CartLine, available: number, text: string): CurrentLine => ({
  line,
  problem: { available, text },
});

const sumUnits = (lines: readonly HeldLine[]): number =>
  lines.reduce((sum, { quantity }) => sum + quantity, 0);

/**
 * Compares a line with its product: undefined while that is not known, null when it is not sold. What the shopper's own unpaid order
 * holds is there for the shopper, because the next order replaces that one.
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
  return {
    line: current,
    ...(price !== line.price && { agreedPrice: line.price }),
    ...(stock < line.quantity && { problem: { available: stock, text: `Only ${stock} left.` } }),
  };
}

/** Compares a cart with its products, in the order of its lines, and with what one order may have of them. */
export function checkCart(
  lines: Cart,
  products: readonly (Product | null | undefined)[],
  held: readonly HeldLine[],
): CurrentLine[] {
  return lines.map((line, index) => {
    const product = products[index];
    const current = checkLine(line, product, held);
    if (current.problem !== undefined) return current;
    const earlier = lines.slice(0, index);
    const ofProduct = ({ id }: HeldLine) => id === line.id;
    const max = Math.min(
      product ? unpaidUnitsMax(unitsOf(product) + sumUnits(held.filter(ofProduct)), 'account') : Infinity,
      PRODUCT_UNITS_MAX,
    );
    const available = Math.min(
      max - sumUnits(earlier.filter(ofProduct)),
      ORDER_UNITS_MAX - sumUnits(earlier),
    );
    if (available >= line.quantity) return current;
    const text =
      sumUnits(earlier) + line.quantity > ORDER_UNITS_MAX
        ? `One order can have at most ${ORDER_UNITS_MAX} items.`
        : `At most ${max} of this item can be ordered at once.`;
    return { ...current, problem: { available: Math.max(0, available), text } };
  });
}

function unitsOf({ variants }: Product): number {
  return variants.reduce((sum, { stock }) => sum + stock, 0);
}

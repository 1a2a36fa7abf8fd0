// Separate from check-line.ts, which the listeners of the cart load on every page.

import type { Cart } from '@savepoint/model/cart';
import { ORDER_UNITS_MAX, PRODUCT_UNITS_MAX, unpaidUnitsMax } from '@savepoint/model/order-limits';
import type { Product } from '@savepoint/model/product';
import { type CurrentLine, checkLine, type HeldLine, sumUnits } from './check-line.ts';

/** Compares a cart with its products, in line order, and with the limits of an order. */
export function checkCart(
  lines: Cart,
  products: readonly (Product | null | undefined)[],
  held: readonly HeldLine[],
): CurrentLine[] {
  return lines.map((line, index) => {
    const product = products[index];
    const current = {
      ...checkLine(line, product, held),
      ...(product && { category: product.category }),
    };
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

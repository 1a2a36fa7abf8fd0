// Pure rules of the cart (specification, sections 3 to 5). A line is a product in one size: two
// sizes of a shirt are two lines.
import type { CartLine } from './cart-line.ts';
import { CART_LINES_MAX, QUANTITY_MAX } from './limits.ts';
import { toCents } from './money.ts';
import { readStoredLine } from './stored-items.ts';

export type { CartLine } from './cart-line.ts';
export { CART_LINES_MAX, QUANTITY_MAX } from './limits.ts';

export type Cart = readonly CartLine[];

/** Identity of a line within a cart. */
export function lineKey(line: Pick<CartLine, 'id' | 'size'>): string {
  return line.size === undefined ? line.id : `${line.id}|${line.size}`;
}

/**
 * Adds a line. The quantity of an existing line increases, up to QUANTITY_MAX. A cart with
 * CART_LINES_MAX lines accepts no new line.
 */
export function addLine(cart: Cart, added: CartLine): Cart {
  const key = lineKey(added);
  if (!cart.some((line) => lineKey(line) === key)) {
    return cart.length >= CART_LINES_MAX
      ? cart
      : [...cart, { ...added, quantity: Math.min(added.quantity, QUANTITY_MAX) }];
  }
  return cart.map((line) =>
    lineKey(line) === key
      ? { ...added, quantity: Math.min(line.quantity + added.quantity, QUANTITY_MAX) }
      : line,
  );
}

/**
 * Sets a line's quantity; 0 or less removes the line (specification, section 5). A fraction changes
 * nothing.
 */
export function setQuantity(cart: Cart, key: string, quantity: number): Cart {
  if (!Number.isInteger(quantity)) return cart;
  if (quantity <= 0) return cart.filter((line) => lineKey(line) !== key);
  return cart.map((line) =>
    lineKey(line) === key ? { ...line, quantity: Math.min(quantity, QUANTITY_MAX) } : line,
  );
}

/** Number of units in the cart, as the badge shows it. */
export function countUnits(cart: Cart): number {
  return cart.reduce((sum, line) => sum + line.quantity, 0);
}

/** Price times quantity, in cents. */
export function lineTotalCents(line: Pick<CartLine, 'price' | 'quantity'>): number {
  return toCents(line.price) * line.quantity;
}

/** Sum of all lines, in cents. */
export function subtotalCents(cart: readonly Pick<CartLine, 'price' | 'quantity'>[]): number {
  return cart.reduce((sum, line) => sum + lineTotalCents(line), 0);
}

/** Parses leniently: drops invalid lines and merges duplicates. For storage that users can edit. */
export function parseCartLines(stored: unknown): Cart {
  if (!Array.isArray(stored)) return [];
  const lines: CartLine[] = [];
  for (const candidate of stored.slice(0, CART_LINES_MAX)) {
    const line = readStoredLine(candidate);
    if (line !== undefined) lines.push(line);
  }
  return lines.reduce<Cart>((cart, line) => addLine(cart, line), []);
}

// What was paid for a line of an order, and for some of its units: before tax, which is on the sum.
import { toCents } from './money.ts';
import type { OrderLine } from './order.ts';

/** The price of all units of a line without its discount. */
export function linePaidCents({
  price,
  quantity,
  discountCents = 0,
}: Pick<OrderLine, 'price' | 'quantity' | 'discountCents'>): number {
  return toCents(price) * quantity - discountCents;
}

/**
 * What was paid for `units` of a line after `before` others of it: the units of a line, asked for
 * in any steps, add up to what was paid for it. Example: of three units for 1000 cents the first is
 * 333, the next 333, the last 334.
 */
export function unitsPaidCents(
  line: Pick<OrderLine, 'price' | 'quantity' | 'discountCents'>,
  before: number,
  units: number,
): number {
  const paid = linePaidCents(line);
  const upTo = (count: number) => Math.floor((paid * count) / line.quantity);
  return upTo(before + units) - upTo(before);
}

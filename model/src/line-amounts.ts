// What was paid for a line of an order, and for some of its units: before tax, which is on the sum.
import { toCents } from './money.ts';
import type { Order, OrderLine, PartialRefund } from './order.ts';
import type { Units } from './order-changes.ts';

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

/** An order as far as its refunds name units. */
interface Refunded {
  readonly partialRefunds?: readonly Pick<PartialRefund, 'refunded'>[];
}

/** The units of a line that partial refunds were for. */
export function unitsRefunded(
  { partialRefunds = [] }: Refunded,
  line: Pick<OrderLine, 'id' | 'size'>,
): number {
  return partialRefunds
    .flatMap(({ refunded = [] }) => refunded)
    .filter(({ id, size }) => id === line.id && size === line.size)
    .reduce((sum, { quantity }) => sum + quantity, 0);
}

/**
 * What units of an order cost that have not been refunded yet: what was paid for them, with their
 * share of the tax. All units together, asked for in any steps, get all of the tax on the items.
 */
export function unitsRefundCents(
  order: Pick<Order, 'lines' | 'shippingCents' | 'taxCents'> & Refunded,
  units: readonly Units[],
): number {
  const taxedCents = order.shippingCents + order.lines.reduce((sum, line) => sum + linePaidCents(line), 0);
  let [paidBefore, paid] = [0, 0];
  for (const line of order.lines) {
    const before = unitsRefunded(order, line);
    const quantity = units.find(({ id, size }) => id === line.id && size === line.size)?.quantity ?? 0;
    paidBefore += unitsPaidCents(line, 0, before);
    paid += unitsPaidCents(line, before, quantity);
  }
  const taxOn = (cents: number) => (taxedCents === 0 ? 0 : Math.floor((order.taxCents * cents) / taxedCents));
  return paid + taxOn(paidBefore + paid) - taxOn(paidBefore);
}

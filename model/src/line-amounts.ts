// Amounts paid for order lines and for some of their units, before tax, which applies to the sum.
import { toCents } from './money.ts';
import type { Order, OrderLine, PartialRefund } from './order.ts';
import type { Units } from './order-changes.ts';

/** The amount paid for all units of a line, before its discount. */
export function linePaidCents({
  price,
  quantity,
  discountCents = 0,
}: Pick<OrderLine, 'price' | 'quantity' | 'discountCents'>): number {
  return toCents(price) * quantity - discountCents;
}

/**
 * The amount paid for `units` of a line after `before` other ones. For any partition of a line, the
 * amounts add up to its total. Example: of three units for 1000 cents, the first is 333, the next
 * 333, the last 334.
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

/** The fields of an order that unit refunds need. */
interface Refunded {
  readonly partialRefunds?: readonly Pick<PartialRefund, 'refunded'>[];
}

/** The units of a line that were refunded. */
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
 * The refundable amount of units that have not been refunded yet: the price paid, with their share
 * of the tax. For any partition of all units, the shares add up to the entire tax on the items.
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

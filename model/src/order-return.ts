// Returns of some units of an order: the returnable units, their value, and the exchange order. An
// exchange is a refund to store credit that immediately pays for a new order, so ledger, stock and
// refunds need no special case.
import { unitsPaidCents, unitsRefundCents, unitsRefunded } from './line-amounts.ts';
import { formatCents, toCents } from './money.ts';
import type { Order, OrderLine, OrderReturn, PartialRefund, ReturnedUnits } from './order.ts';
import type { Units } from './order-changes.ts';
import { orderNumber } from './order-number.ts';
import {
  canReturn,
  OPEN_RETURN_STATES,
  type OpenReturnState,
  type ReturnOutcome,
  type ReturnState,
} from './return-status.ts';
import type { Totals } from './totals.ts';
import { unitsRestocked } from './units-to-send.ts';

/** Returns of one order, including declined ones. */
export const RETURNS_MAX = 20;

/** The fields of an order line that unit counts need. */
type SoldUnits = Pick<OrderLine, 'id' | 'size' | 'quantity'>;
type LineKey = Pick<ReturnedUnits, 'id' | 'size'>;
interface WithReturns {
  readonly returns?: readonly Pick<OrderReturn, 'state' | 'units'>[];
}
interface Refunded extends WithReturns {
  readonly partialRefunds?: readonly Pick<PartialRefund, 'refunded'>[];
}
interface Returnable extends Refunded, Pick<Order, 'lines' | 'restocked'> {}

const isOf = (line: LineKey) => (other: LineKey) => other.id === line.id && other.size === line.size;
const sum = (units: readonly { readonly quantity: number }[]) =>
  units.reduce((total, { quantity }) => total + quantity, 0);
const isOpen = ({ state }: Pick<OrderReturn, 'state'>) =>
  (OPEN_RETURN_STATES as readonly string[]).includes(state);

/** The name of a line, such as 'Warp Tee (M)'. */
export function lineName({
  name,
  size,
}: {
  readonly name: string;
  readonly size?: string | undefined;
}): string {
  return size === undefined ? name : `${name} (${size})`;
}

/** The units of a return, such as '1 × Warp Tee (M) for L'. */
export function describeReturned(
  { units, outcome }: Pick<OrderReturn, 'units' | 'outcome'>,
  lines: readonly Pick<OrderLine, 'id' | 'name'>[],
): string {
  return units
    .map(({ id, size, quantity, exchangeSize }) => {
      const name = lines.find((line) => line.id === id)?.name ?? id;
      const other = outcome === 'exchange' && exchangeSize !== undefined ? ` for ${exchangeSize}` : '';
      return `${quantity} × ${lineName({ name, size })}${other}`;
    })
    .join(', ');
}

/** The outcome of an exchange, such as 'Exchanged for size L'. */
export function describeExchange(units: readonly Pick<ReturnedUnits, 'exchangeSize'>[]): string {
  const sizes = [...new Set(units.flatMap(({ exchangeSize }) => exchangeSize ?? []))];
  return sizes.length === 0 ? 'Exchanged' : `Exchanged for size ${sizes.join(' and ')}`;
}

/** The history's text for a return that has reached a state. */
export function describeReturnState(
  {
    outcome,
    units,
    valueCents = 0,
    exchangeOrderId,
  }: Pick<OrderReturn, 'outcome' | 'units' | 'valueCents' | 'exchangeOrderId'>,
  state: ReturnState,
): string {
  if (state !== 'received') return `Return ${state}`;
  if (exchangeOrderId !== undefined)
    return `${describeExchange(units)}, order ${orderNumber(exchangeOrderId)}`;
  const cents = formatCents(valueCents);
  return `Return received, ${outcome === 'credit' ? `${cents} of store credit given` : `${cents} refunded`}`;
}

/** The next action for the returns of an order; null for none. */
export function openReturnOf({ returns = [] }: WithReturns): OpenReturnState | null {
  return OPEN_RETURN_STATES.find((state) => returns.some((each) => each.state === state)) ?? null;
}

/** The units of a line in open returns. */
export function unitsComingBack({ returns = [] }: WithReturns, line: LineKey): number {
  return sum(
    returns
      .filter(isOpen)
      .flatMap(({ units }) => units)
      .filter(isOf(line)),
  );
}

/** The units of a line that can be refunded: neither refunded nor in an open return. */
export function unitsRefundable(order: Refunded, line: SoldUnits): number {
  return line.quantity - unitsRefunded(order, line) - unitsComingBack(order, line);
}

/** The units of a line that can be returned: those that the shopper has and has paid for. */
export function unitsReturnable(order: Returnable, line: SoldUnits): number {
  const gone = Math.max(unitsRefunded(order, line), unitsRestocked(order, line));
  return Math.max(0, line.quantity - gone - unitsComingBack(order, line));
}

/**
 * The reason why these units of an order cannot be returned, as a sentence; undefined if they can.
 */
export function returnProblem(
  order: Returnable & Pick<Order, 'status'>,
  { units, outcome }: { readonly units: readonly ReturnedUnits[]; readonly outcome: ReturnOutcome },
): string | undefined {
  if (!canReturn(order.status)) return 'Only what was shipped can be returned.';
  if ((order.returns?.length ?? 0) >= RETURNS_MAX) return 'This order has too many returns already.';
  for (const each of units) {
    const line = order.lines.find(isOf(each));
    const left = line === undefined ? 0 : unitsReturnable(order, line);
    if (units.filter(isOf(each)).length > 1) return 'Name each item once.';
    if (line === undefined || each.quantity > left) {
      const name = lineName({ name: line?.name ?? each.id, size: each.size });
      return left === 0 ? `${name} cannot be returned.` : `Only ${left} of ${name} can be returned.`;
    }
    if (outcome === 'exchange' && line.size !== undefined && each.exchangeSize === undefined)
      return `Choose the size that you want instead of ${lineName(line)}.`;
  }
  return undefined;
}

/** The value of returned units: the amount paid for them, up to what the order still has. */
export function returnValueCents(
  order: Parameters<typeof unitsRefundCents>[0],
  units: readonly Units[],
  leftCents: number,
): number {
  return Math.min(unitsRefundCents(order, units), leftCents);
}

/** The units that an exchange sends instead of the returned ones. */
export function exchangedUnits(units: readonly ReturnedUnits[]): Units[] {
  return units.map(({ id, size, exchangeSize = size, quantity }) => ({
    id,
    ...(exchangeSize !== undefined && { size: exchangeSize }),
    quantity,
  }));
}

/**
 * The lines and totals of an exchange order: the price and discount of the returned units,
 * regardless of the other size's current price.
 */
export function exchangeOrder(
  order: Parameters<typeof unitsRefundCents>[0],
  units: readonly ReturnedUnits[],
  valueCents: number,
): { readonly lines: readonly OrderLine[] } & Totals {
  let missingCents = unitsRefundCents(order, units) - valueCents;
  const sent: { line: OrderLine; paidCents: number }[] = [];
  for (const each of units) {
    const bought = order.lines.find(isOf(each));
    if (bought === undefined) continue;
    const paid = unitsPaidCents(bought, unitsRefunded(order, bought), each.quantity);
    const less = Math.min(paid, missingCents);
    missingCents -= less;
    const { size: _, discountCents: __, ...fields } = bought;
    const size = each.exchangeSize ?? each.size;
    const line: OrderLine = {
      ...fields,
      ...(size !== undefined && { size }),
      quantity: each.quantity,
    };
    const at = sent.findIndex((other) => isOf(line)(other.line));
    const same = sent[at];
    if (same === undefined) sent.push({ line, paidCents: paid - less });
    else
      sent[at] = {
        line: {
          ...same.line,
          price: Math.max(same.line.price, line.price),
          quantity: same.line.quantity + line.quantity,
        },
        paidCents: same.paidCents + paid - less,
      };
  }
  const paidCents = sent.reduce((total, each) => total + each.paidCents, 0);
  const lines = sent.map((each): OrderLine => {
    const discountCents = toCents(each.line.price) * each.line.quantity - each.paidCents;
    return { ...each.line, ...(discountCents > 0 && { discountCents }) };
  });
  const discountCents = lines.reduce((total, line) => total + (line.discountCents ?? 0), 0);
  return {
    lines,
    subtotalCents: paidCents + discountCents,
    ...(discountCents > 0 && { discountCents }),
    shippingCents: 0,
    taxCents: valueCents - paidCents,
    totalCents: valueCents,
  };
}

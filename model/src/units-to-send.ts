import type { Order, OrderLine, OrderStatus } from './order.ts';

const IN_WAREHOUSE: readonly OrderStatus[] = ['paid', 'packed'];

/** True until the parcel of an order has been handed to the carrier. */
export function isInWarehouse(status: OrderStatus): boolean {
  return IN_WAREHOUSE.includes(status);
}

/** The units of a line that partial refunds have restocked, at any time. */
export function unitsRestocked(
  order: Pick<Order, 'restocked'>,
  line: Pick<OrderLine, 'id' | 'size'>,
): number {
  return sum(restockedOf(order, line));
}

/**
 * The units of a line that go into the parcel: those bought, minus those restocked before the
 * parcel was shipped. Units that came back afterwards were in the parcel.
 */
export function unitsToSend(
  order: Pick<Order, 'restocked' | 'status'>,
  line: Pick<OrderLine, 'id' | 'size' | 'quantity'>,
): number {
  // Entries without a status predate the field; those of an order that is not shipped must be from
  // before shipping.
  const unsent = restockedOf(order, line).filter(({ status }) => isInWarehouse(status ?? order.status));
  return line.quantity - sum(unsent);
}

function restockedOf(
  { restocked = [] }: Pick<Order, 'restocked'>,
  line: Pick<OrderLine, 'id' | 'size'>,
): NonNullable<Order['restocked']> {
  return restocked.filter(({ id, size }) => id === line.id && size === line.size);
}

function sum(entries: readonly { readonly quantity: number }[]): number {
  return entries.reduce((total, { quantity }) => total + quantity, 0);
}

import { toDollars } from '@savepoint/model/money';
import type { Order } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import Papa from 'papaparse';

const COLUMNS = [
  'number',
  'id',
  'placed',
  'status',
  'name',
  'email',
  'phone',
  'country',
  'items',
  'subtotal',
  'shipping',
  'tax',
  'total',
  'refunded',
  'currency',
  'tracking',
] as const;

const dollars = (cents: number) => toDollars(cents).toFixed(2);

/** Orders as a CSV file for spreadsheets, one row each. A cell that a spreadsheet would run as a formula starts with an apostrophe. */
export function formatOrders(orders: readonly Order[]): string {
  const rows = orders.map((order) => [
    orderNumber(order.id),
    order.id,
    order.createdAt,
    order.status,
    order.address.name,
    order.email ?? '',
    order.address.phone ?? '',
    order.address.country,
    order.lines
      .map(({ quantity, name, size }) => `${quantity} x ${name}${size === undefined ? '' : ` (${size})`}`)
      .join('; '),
    dollars(order.subtotalCents),
    dollars(order.shippingCents),
    dollars(order.taxCents),
    dollars(order.totalCents),
    dollars(order.refundedCents ?? 0),
    order.currency,
    order.trackingUrl ?? '',
  ]);
  return Papa.unparse([[...COLUMNS], ...rows], { escapeFormulae: true });
}

import type { Order, OrderLine } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { providerRefundedCents } from '@savepoint/model/store-credit';
import { unitsToSend } from '@savepoint/model/units-to-send';
import { toDollarText } from './typed-numbers.ts';

const COLUMNS = [
  'number',
  'id',
  'placed',
  'status',
  'name',
  'email',
  'phone',
  'address1',
  'address2',
  'city',
  'region',
  'postalCode',
  'country',
  'delivery',
  'note',
  'items',
  'toSend',
  'subtotal',
  'discount',
  'promotions',
  'shipping',
  'tax',
  'total',
  'refunded',
  'currency',
  'tracking',
] as const;

const nameOf = ({ name, size }: OrderLine) => (size === undefined ? name : `${name} (${size})`);

/** `2 x Save Point Tee (M); 1 x Mug`. Lines without units are left out. */
function listLines(
  lines: readonly OrderLine[],
  unitsOf: (line: OrderLine) => number,
  labelOf: (line: OrderLine) => string,
): string {
  return lines
    .map((line) => [unitsOf(line), labelOf(line)] as const)
    .filter(([units]) => units > 0)
    .map((entry) => entry.join(' x '))
    .join('; ');
}

/** Orders as the rows of a CSV file, the header first: the data for carriers, and the totals. */
export function orderRows(orders: readonly Order[]): string[][] {
  const rows = orders.map((order) => [
    orderNumber(order.id),
    order.id,
    order.createdAt,
    order.status,
    order.address.name,
    order.email ?? '',
    order.address.phone ?? '',
    order.address.line1,
    order.address.line2 ?? '',
    order.address.city,
    order.address.region ?? '',
    order.address.postalCode ?? '',
    order.address.country,
    order.delivery,
    order.note ?? '',
    listLines(order.lines, ({ quantity }) => quantity, nameOf),
    listLines(
      order.lines,
      (line) => unitsToSend(order, line),
      (line) => line.sku ?? nameOf(line),
    ),
    toDollarText(order.subtotalCents),
    toDollarText(order.discountCents ?? 0),
    (order.promotions ?? []).map(({ name, code }) => code ?? name).join('; '),
    toDollarText(order.shippingCents),
    toDollarText(order.taxCents),
    toDollarText(order.totalCents),
    toDollarText(providerRefundedCents(order)),
    order.currency,
    order.trackingUrl ?? '',
  ]);
  return [[...COLUMNS], ...rows];
}

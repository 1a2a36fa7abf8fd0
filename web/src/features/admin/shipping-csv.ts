// The files that carriers and label services import: CSV in UTF-8 with a header, amounts with a
// decimal point. Country codes are ISO 3166-1 alpha-2. Formulas are escaped (download-csv.ts).
import { linePaidCents } from '@savepoint/model/line-amounts';
import type { Order, OrderLine } from '@savepoint/model/order';
import { orderNumber } from '@savepoint/model/order-number';
import { unitsToSend } from '@savepoint/model/units-to-send';
import { toDollarText } from './typed-numbers.ts';

/**
 * labels.csv: a row per parcel. `service` is the delivery method, `state` the region of the
 * address, `phone` has no plus, `weight...` is that of all items without packaging, `value` the sum
 * declared in customs.csv, in `currency`.
 */
const LABEL_COLUMNS = [
  'order',
  'service',
  'name',
  'address1',
  'address2',
  'city',
  'state',
  'postalCode',
  'country',
  'phone',
  'email',
  'weightGrams',
  'weightOunces',
  'value',
  'currency',
  'note',
] as const;

/**
 * customs.csv: a row per kind of item in a parcel, joined to its label by `order`. `country` is the
 * destination, `unitValue` the price paid for one, without shipping and tax, `origin` where it was
 * made, `hsCode` its code of the Harmonized System; the last two are empty if the product does not
 * specify them.
 */
const CUSTOMS_COLUMNS = [
  'order',
  'country',
  'sku',
  'description',
  'quantity',
  'unitValue',
  'currency',
  'unitGrams',
  'hsCode',
  'origin',
] as const;

const GRAMS_PER_OUNCE = 28.349_523_125;

interface SentLine {
  readonly line: OrderLine;
  readonly units: number;
}

/** The lines in the parcel. */
function sentLines(order: Order): SentLine[] {
  return order.lines
    .map((line) => ({ line, units: unitsToSend(order, line) }))
    .filter(({ units }) => units > 0);
}

/** Rounded, so that label and customs declare the same sum for any number of units. */
const unitPaidCents = (line: OrderLine) => Math.round(linePaidCents(line) / line.quantity);
const gramsOf = ({ grams }: OrderLine, defaultGrams: number) => grams ?? defaultGrams;
const currencyOf = ({ currency }: Order) => currency.toUpperCase();

/** One row per parcel, the header first. An order with nothing to send has none. */
export function labelRows(orders: readonly Order[], defaultGrams: number): string[][] {
  const rows = orders.flatMap((order) => {
    const lines = sentLines(order);
    if (lines.length === 0) return [];
    const { address } = order;
    const grams = lines.reduce((sum, { line, units }) => sum + gramsOf(line, defaultGrams) * units, 0);
    const cents = lines.reduce((sum, { line, units }) => sum + unitPaidCents(line) * units, 0);
    return [
      [
        orderNumber(order.id),
        order.delivery,
        address.name,
        address.line1,
        address.line2 ?? '',
        address.city,
        address.region ?? '',
        address.postalCode ?? '',
        address.country,
        // With a +, it would be escaped like a formula.
        (address.phone ?? '').replace(/^\+/, ''),
        order.email ?? '',
        String(grams),
        (grams / GRAMS_PER_OUNCE).toFixed(1),
        toDollarText(cents),
        currencyOf(order),
        order.note ?? '',
      ],
    ];
  });
  return [[...LABEL_COLUMNS], ...rows];
}

/** One row per kind of item in each parcel, the header first. */
export function customsRows(orders: readonly Order[], defaultGrams: number): string[][] {
  const rows = orders.flatMap((order) =>
    sentLines(order).map(({ line, units }) => [
      orderNumber(order.id),
      order.address.country,
      line.sku ?? '',
      line.size === undefined ? line.name : `${line.name} (${line.size})`,
      String(units),
      toDollarText(unitPaidCents(line)),
      currencyOf(order),
      String(gramsOf(line, defaultGrams)),
      line.hsCode ?? '',
      line.origin ?? '',
    ]),
  );
  return [[...CUSTOMS_COLUMNS], ...rows];
}

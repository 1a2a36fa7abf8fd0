// Numbers as staff type them. NaN stands for whatever is none: the schemas refuse it.
import { toCents, toDollars } from '@savepoint/model/money';
import { parseDollars, parseWholeNumber, toAsciiDigits } from '@savepoint/model/typed-digits';

/** Dollars as typed, in cents; at most two decimals, after a point or a comma. */
export function typedCents(text: string | undefined): number {
  return toCents(parseDollars((text ?? '').replace(',', '.')) ?? Number.NaN);
}

/** A percentage as typed, with its sign or without; at most four decimals. */
export function typedPercent(text: string | undefined): number {
  const digits = toAsciiDigits(text ?? '')
    .trim()
    .replace(/\s*[%\u066a]$/, '')
    .replace(',', '.');
  return /^\d{1,3}(\.\d{1,4})?$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A whole number as typed. */
export function typedWhole(text: string | undefined): number {
  return parseWholeNumber(text ?? '') ?? Number.NaN;
}

/** A whole number as typed, with a plus or minus or without. */
export function typedSigned(text: string | undefined): number {
  const [, sign = '', digits = ''] = /^\s*([+\-−]?)\s*(.*)$/s.exec(text ?? '') ?? [];
  return typedWhole(digits) * (sign === '' || sign === '+' ? 1 : -1);
}

/** Cents as dollars with two decimals and no sign, for controls and files; empty for none. */
export function toDollarText(cents: number | undefined): string {
  return cents === undefined ? '' : toDollars(cents).toFixed(2);
}

// Parses numbers as staff type them. NaN stands for invalid input: the schemas reject it.
import { toCents, toDollars } from '@savepoint/model/money';
import { parseDollars, parseWholeNumber, toAsciiDigits } from '@savepoint/model/typed-digits';

/** Typed dollars, in cents; at most two decimals, after a point or a comma. */
export function typedCents(text: string | undefined): number {
  return toCents(parseDollars((text ?? '').replace(',', '.')) ?? Number.NaN);
}

/** A typed percentage, with or without its sign; at most four decimals. */
export function typedPercent(text: string | undefined): number {
  const digits = toAsciiDigits(text ?? '')
    .trim()
    .replace(/\s*[%\u066a]$/, '')
    .replace(',', '.');
  return /^\d{1,3}(\.\d{1,4})?$/.test(digits) ? Number(digits) : Number.NaN;
}

/** A typed whole number. */
export function typedWhole(text: string | undefined): number {
  return parseWholeNumber(text ?? '') ?? Number.NaN;
}

/** A typed whole number, with an optional sign. */
export function typedSigned(text: string | undefined): number {
  const [, sign = '', digits = ''] = /^\s*([+\-−]?)\s*(.*)$/s.exec(text ?? '') ?? [];
  return typedWhole(digits) * (sign === '' || sign === '+' ? 1 : -1);
}

/** Cents as dollars with two decimals and no sign, for controls and files; empty for none. */
export function toDollarText(cents: number | undefined): string {
  return cents === undefined ? '' : toDollars(cents).toFixed(2);
}

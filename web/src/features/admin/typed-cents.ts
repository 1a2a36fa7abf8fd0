import { toCents } from '@savepoint/model/money';
import { parseDollars } from '@savepoint/model/typed-digits';

/** Dollars as typed, in cents; NaN for anything but a sum with at most two decimals. */
export function typedCents(text: string | undefined): number {
  return toCents(parseDollars((text ?? '').replace(',', '.')) ?? Number.NaN);
}

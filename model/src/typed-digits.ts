// What people type where digits are meant: Japanese keyboards write full-width digits, Arabic ones
// their own. Texts such as house numbers stay as they are typed.
import { toPlainLine } from './plain-text.ts';

/**
 * A text without full-width forms and special spaces, and with the digits 0 to 9 instead of those
 * of other scripts. Example: '１５０' and '١٥٠' are '150'.
 */
export function toAsciiDigits(text: string): string {
  return toPlainLine(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) as number;
      let first = code;
      // Unicode has the ten digits of each script in a row.
      while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
      return String((code - first) % 10);
    });
}

/**
 * The same for postal codes and phone numbers, where every dash is a hyphen, and so is the long
 * vowel that is typed for one.
 */
export function toAsciiCode(text: string): string {
  return toAsciiDigits(text)
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .trim();
}

/**
 * A whole number that is written with digits only: neither 1e1 nor 0x10 is one. Undefined for
 * anything else.
 */
export function parseWholeNumber(text: string): number | undefined {
  const digits = toAsciiDigits(text).trim();
  return /^[0-9]+$/.test(digits) ? Number(digits) : undefined;
}

/** A sum in dollars with at most two decimals. Undefined for anything else. */
export function parseDollars(text: string): number | undefined {
  const digits = toAsciiDigits(text).trim();
  return /^[0-9]+(\.[0-9]{1,2})?$/.test(digits) ? Number(digits) : undefined;
}

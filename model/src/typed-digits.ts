// Digits as people type them: Japanese keyboards write full-width digits, Arabic ones their own.
// Texts such as house numbers are left as typed.
import { toPlainLine } from './plain-text.ts';

/**
 * Converts full-width forms and special spaces, and digits of all scripts to 0 to 9. Example: '１５０'
 * and '١٥٠' become '150'.
 */
export function toAsciiDigits(text: string): string {
  return toPlainLine(text)
    .normalize('NFKC')
    .replace(/\p{Nd}/gu, (digit) => {
      const code = digit.codePointAt(0) as number;
      let first = code;
      // Unicode has each script's ten digits in a row.
      while (/\p{Nd}/u.test(String.fromCodePoint(first - 1))) first -= 1;
      return String((code - first) % 10);
    });
}

/**
 * The same for postal codes and phone numbers, where every dash becomes a hyphen, as does the
 * Japanese long vowel mark, which people type for one.
 */
export function toAsciiCode(text: string): string {
  return toAsciiDigits(text)
    .replace(/[\p{Pd}\u2212\u30fc]/gu, '-')
    .trim();
}

/** Parses a whole number of digits only: neither 1e1 nor 0x10. Undefined for anything else. */
export function parseWholeNumber(text: string): number | undefined {
  const digits = toAsciiDigits(text).trim();
  return /^[0-9]+$/.test(digits) ? Number(digits) : undefined;
}

/** Parses a sum in dollars with at most two decimals. Undefined for anything else. */
export function parseDollars(text: string): number | undefined {
  const digits = toAsciiDigits(text).trim();
  return /^[0-9]+(\.[0-9]{1,2})?$/.test(digits) ? Number(digits) : undefined;
}

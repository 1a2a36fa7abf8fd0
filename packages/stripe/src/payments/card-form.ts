import type { CardDetails } from '../state/resources.ts';
import { brandOf } from './test-cards.ts';

/** The fields of the payment form as the shopper entered them. */
export interface CardFormInput {
  readonly email: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

/** The error message of each invalid field. */
export type CardFormErrors = Partial<Record<keyof CardFormInput, string>>;

/** Parses and validates the form. Returns the card, or at least one error. */
export function parseCardForm(
  input: CardFormInput,
  nowMs: number,
): { readonly card: CardDetails } | { readonly errors: CardFormErrors } {
  const number = input.number.replace(/[\s-]/g, '');
  const expiry = parseExpiry(input.expiry);
  const errors: CardFormErrors = {};
  const set = (field: keyof CardFormInput, message: string | null): void => {
    if (message !== null) errors[field] = message;
  };
  set('email', emailError(input.email.trim()));
  set('number', numberError(number));
  set('expiry', expiryError(input.expiry, expiry, nowMs));
  set('cvc', cvcError(input.cvc.trim(), brandOf(number)));
  if (input.name.trim().length > 120) errors.name = 'Use at most 120 characters.';
  if (Object.keys(errors).length > 0 || expiry === null) return { errors };
  return {
    card: {
      number,
      expMonth: expiry.month,
      expYear: expiry.year,
      name: input.name.trim() || null,
      email: input.email.trim(),
    },
  };
}

/** The error message for an invalid email, or null. */
export function emailError(email: string): string | null {
  if (email === '') return 'Enter your email.';
  return /^[^\s@]+@[^\s@]+\.[^\s@.]+$/.test(email) && email.length <= 254
    ? null
    : 'Enter an email such as name@example.com.';
}

function numberError(number: string): string | null {
  if (number === '') return 'Enter your card number.';
  if (!/^\d+$/.test(number)) return 'Use digits only in the card number.';
  const length = brandOf(number) === 'amex' ? 15 : brandOf(number) === 'diners' ? [14, 16] : 16;
  const isComplete = typeof length === 'number' ? number.length === length : length.includes(number.length);
  if (!isComplete) return 'Your card number is incomplete.';
  return passesLuhn(number) ? null : 'Your card number is invalid.';
}

/** Returns whether a card number has a valid check digit (the Luhn algorithm, ISO/IEC 7812-1). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  [...number].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return number !== '' && sum % 10 === 0;
}

/**
 * Parses an expiry date: `12/34`, `12 / 34`, `1234` or `12/2034`. Returns null for anything else.
 */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text);
  if (match === null) return null;
  const month = Number(match[1]);
  const year = Number(match[2]);
  return month >= 1 && month <= 12 ? { month, year: year < 100 ? 2000 + year : year } : null;
}

function expiryError(
  input: string,
  expiry: { month: number; year: number } | null,
  nowMs: number,
): string | null {
  if (input.trim() === '') return 'Enter the expiry date.';
  if (expiry === null) return "Your card's expiry date is incomplete. Use MM / YY.";
  const now = new Date(nowMs);
  const months = (expiry.year - now.getUTCFullYear()) * 12 + expiry.month - (now.getUTCMonth() + 1);
  if (months < 0) return "Your card's expiry date is in the past.";
  return months > 50 * 12 ? "Your card's expiry year is invalid." : null;
}

function cvcError(cvc: string, brand: string): string | null {
  const digits = brand === 'amex' ? 4 : 3;
  if (cvc === '') return 'Enter the security code.';
  return new RegExp(`^\\d{${digits}}$`).test(cvc)
    ? null
    : `Your card's security code is incomplete. It has ${digits} digits.`;
}

// Owns the checks on what a shopper types into the card form. Knows nothing of sessions; the page shows its words.

import type { CardDetails } from '../state/resources.ts';
import { brandOf } from './test-cards.ts';

/** The fields of the form, as typed. */
export interface CardFormInput {
  readonly email: string;
  readonly number: string;
  readonly expiry: string;
  readonly cvc: string;
  readonly name: string;
}

/** A message per wrong field. */
export type CardFormErrors = Partial<Record<keyof CardFormInput, string>>;

/** Reads the form: either a card, or at least one error. */
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

/** What is wrong with an email, or null. */
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
  const fits = typeof length === 'number' ? number.length === length : length.includes(number.length);
  if (!fits) return 'Your card number is incomplete.';
  return passesLuhn(number) ? null : 'Your card number is invalid.';
}

/** The check-digit rule that every card number keeps (ISO/IEC 7812). */
export function passesLuhn(number: string): boolean {
  let sum = 0;
  [...number].reverse().forEach((digit, index) => {
    const value = Number(digit) * (index % 2 === 1 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  });
  return number !== '' && sum % 10 === 0;
}

/** Reads `12/34`, `12 / 34`, `1234` or `12/2034`; null when it is none of them. */
export function parseExpiry(text: string): { month: number; year: number } | null {
  const match = /^\s*(\d{1,2})\s*\/\s*(\d{2}|\d{4})\s*$/.exec(text) ?? /^\s*(\d{2})(\d{2})\s*$/.exec(text);
  if (match === null) return null;
  const month = Number(match[1]);
  const year = Number(match[2]);
  return month >= 1 && month <= 12 ? { month, year: year < 100 ? 2000 + year : year } : null;
}

function expiryError(
  typed: string,
  expiry: { month: number; year: number } | null,
  nowMs: number,
): string | null {
  if (typed.trim() === '') return 'Enter the expiry date.';
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

import type { Parser } from './parameters.ts';
import { text } from './parameters.ts';
import { invalidParameter } from './stripe-error.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Currencies without a minor unit. @see https://docs.stripe.com/currencies#zero-decimal */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** Parses a three-letter ISO 4217 code in either case to lower case. */
export function currency(): Parser<string> {
  return (value, param) => {
    const code = text()(value, param).toLowerCase();
    if (!CURRENCIES.has(code)) {
      throw invalidParameter(
        param,
        `Invalid currency: ${code}. Use a three-letter ISO code, such as usd, eur or gbp.`,
      );
    }
    return code;
  };
}

/** Formats an amount in the currency's smallest unit: 4550 is `$45.50` in usd and `¥4,550` in jpy. */
export function formatAmount(amount: number, code: string): string {
  const digits = ZERO_DECIMAL.has(code) ? 0 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** The smallest amount of a charge, in the smallest unit. Stripe has one minimum per settlement currency; this is the most common. */
export const MIN_CHARGE_AMOUNT = 50;

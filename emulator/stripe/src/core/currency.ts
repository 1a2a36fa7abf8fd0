// Owns what the stand-in knows of money: which currencies exist, how many decimals they have, how an amount is shown.

import type { Parser } from './parameters.ts';
import { text } from './parameters.ts';
import { invalidParameter } from './stripe-error.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Currencies whose amounts are sent in whole units. @see https://docs.stripe.com/currencies#zero-decimal */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf ugx vnd vuv xaf xof xpf'.split(' '));

/** A three-letter ISO code in either case; the value is lower case. */
export function currency(): Parser<string> {
  return (value, at) => {
    const code = text()(value, at).toLowerCase();
    if (!CURRENCIES.has(code)) {
      throw invalidParameter(
        at,
        `Invalid currency: ${code}. Use a three-letter ISO code, such as usd, eur or gbp.`,
      );
    }
    return code;
  };
}

/** `4550, 'usd'` is `$45.50`; `4550, 'jpy'` is `¥4,550`. */
export function formatAmount(amount: number, code: string): string {
  const digits = ZERO_DECIMAL.has(code) ? 0 : 2;
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** digits);
}

/** The smallest charge. The real API has one figure per settlement currency; half a unit is the common case. */
export function smallestCharge(): number {
  return 50;
}

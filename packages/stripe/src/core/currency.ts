import type { Parser } from './parameters.ts';
import { text } from './parameters.ts';
import { invalidParameter } from './stripe-error.ts';

const CURRENCIES = new Set(Intl.supportedValuesOf('currency').map((code) => code.toLowerCase()));

/** Currencies without a minor unit. @see https://docs.stripe.com/currencies#zero-decimal */
const ZERO_DECIMAL = new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' '));
/** @see https://docs.stripe.com/currencies#three-decimal */
const THREE_DECIMAL = new Set(['bhd', 'jod', 'kwd', 'omr', 'tnd']);
/**
 * For compatibility, amounts have two decimals, which must be zero. (For huf and twd, this applies
 * only to payouts.) @see https://docs.stripe.com/currencies#special-cases
 */
const WITHOUT_FRACTIONS = new Set(['isk', 'ugx']);

const MINIMUM_AMOUNTS = new Map(
  Object.entries({
    aed: 200,
    bgn: 100,
    czk: 1_500,
    dkk: 250,
    gbp: 30,
    hkd: 400,
    huf: 17_500,
    mxn: 1_000,
    myr: 200,
    nok: 300,
    pln: 200,
    ron: 200,
    sek: 300,
    thb: 1_000,
  }),
);

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

/** The power of ten between the API's unit of amounts and the currency unit. */
function decimals(code: string): number {
  return ZERO_DECIMAL.has(code) ? 0 : THREE_DECIMAL.has(code) ? 3 : 2;
}

/**
 * Amounts are multiples of this: 10 for kwd, because card networks support two of its three
 * decimals.
 */
function step(code: string): number {
  return WITHOUT_FRACTIONS.has(code) ? 100 : THREE_DECIMAL.has(code) ? 10 : 1;
}

/**
 * Rejects an amount that its currency does not allow, such as 50005 in isk.
 * @throws StripeError 400 that names the parameter
 */
export function checkAmount(amount: number, code: string, param: string): void {
  if (amount % step(code) === 0) return;
  throw invalidParameter(
    param,
    `Invalid amount: ${amount}. Amounts in ${code.toUpperCase()} must be evenly divisible by ${step(code)}.`,
    'parameter_invalid_integer',
  );
}

/** Formats an API amount: 4550 is `$45.50` in usd, `¥4,550` in jpy, and 500000 is `UGX 5,000`. */
export function formatAmount(amount: number, code: string): string {
  const digits = WITHOUT_FRACTIONS.has(code) ? 0 : decimals(code);
  return new Intl.NumberFormat('en-US', {
    style: 'currency',
    currency: code.toUpperCase(),
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(amount / 10 ** decimals(code));
}

/**
 * The minimum amount of a charge. Stripe's minimum applies to the currency in which an account is
 * paid out, so other currencies must convert to it. Without exchange rates, unlisted currencies
 * have a minimum of 50 of their smallest unit.
 * @see https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts
 */
export function minimumAmount(code: string): number {
  return MINIMUM_AMOUNTS.get(code) ?? 50 * (WITHOUT_FRACTIONS.has(code) ? 100 : 1);
}

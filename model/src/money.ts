// Documents store dollars, as the specification's `price` does. Sums are computed in whole cents,
// because binary fractions do not add up.

/**
 * The shop's only currency, as an ISO 4217 code (specification, section 9: prices are shown with
 * $).
 */
export const CURRENCY = 'usd';

/** Converts dollars to whole cents, rounded half away from zero. */
export function toCents(dollars: number): number {
  return Math.sign(dollars) * Math.round(Math.abs(dollars) * 100);
}

/** Converts whole cents to dollars. */
export function toDollars(cents: number): number {
  return cents / 100;
}

/** Factors are counted in millionths, so 0.0725 and 1.15 are integers. */
const MILLION = 1_000_000;

/**
 * Whole cents times a factor of at most six decimals, rounded half away from zero.
 * Example: 90 * 1.15 is 103.5, and 104 cents; as binary fractions it would be 103.49...
 */
export function multiplyCents(cents: number, factor: number): number {
  const millionths = cents * Math.round(factor * MILLION);
  return Math.sign(millionths) * Math.round(Math.abs(millionths) / MILLION);
}

/** Formats whole cents as `$50`, with decimals only where there are cents. */
export function formatShortCents(cents: number): string {
  return formatCents(cents).replace(/\.00$/, '');
}

/** Formats whole cents as `$1,234.50`, always with 2 decimals (specification, section 9). */
export function formatCents(cents: number): string {
  const sign = cents < 0 ? '-' : '';
  const [whole = '0', fraction = '00'] = (Math.abs(cents) / 100).toFixed(2).split('.');
  return `${sign}$${whole.replace(/\B(?=(\d{3})+(?!\d))/g, ',')}.${fraction}`;
}

// Without the schemas of address.ts, which pages that only show an address need not load.
import type { Address } from './address.ts';

/** City and postal code as one line of an address: `90210 Beverly Hills`. */
export function cityLine({ postalCode = '', city }: Pick<Address, 'postalCode' | 'city'>): string {
  return `${postalCode} ${city}`.trim();
}

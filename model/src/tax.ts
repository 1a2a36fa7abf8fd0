import type { Destination } from './shipping.ts';

/** settings/tax: the tax on goods and shipping, as fractions (0.2 is 20 %). */
export interface TaxSettings {
  readonly rate: number;
  /** Places with their own rate. A region wins over its country. */
  readonly exceptions: readonly {
    readonly country: string;
    readonly region?: string | undefined;
    readonly rate: number;
  }[];
}

export const DEFAULT_TAX: TaxSettings = { rate: 0, exceptions: [] };

/** The tax rate for an address, as a fraction. */
export function taxRate({ rate, exceptions }: TaxSettings, { country, region = '' }: Destination): number {
  const ofCountry = exceptions.filter((exception) => exception.country === country);
  const exception =
    ofCountry.find((each) => each.region !== undefined && each.region === region) ??
    ofCountry.find((each) => each.region === undefined);
  return exception?.rate ?? rate;
}

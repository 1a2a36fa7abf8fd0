import type { Destination } from './shipping.ts';

/** settings/tax: what is charged on goods and shipping, as fractions (0.2 is 20 %). */
export interface TaxSettings {
  readonly rate: number;
  /** Places with a rate of their own. A region wins over its country. */
  readonly exceptions: readonly {
    readonly country: string;
    readonly region?: string | undefined;
    readonly rate: number;
  }[];
}

/** Until an owner publishes others. */
export const DEFAULT_TAX: TaxSettings = { rate: 0, exceptions: [] };

/** The tax of an order to an address, as a fraction. */
export function taxRate({ rate, exceptions }: TaxSettings, { country, region = '' }: Destination): number {
  const ofCountry = exceptions.filter((exception) => exception.country === country);
  const exception =
    ofCountry.find((each) => each.region !== undefined && each.region === region) ??
    ofCountry.find((each) => each.region === undefined);
  return exception?.rate ?? rate;
}

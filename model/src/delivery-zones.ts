// Where a parcel from New York goes decides what it costs, how long it takes and whether customs
// see it.
import type { Address } from './address.ts';
import { type DeliveryId, type DeliveryOption, DOMESTIC_DELIVERY } from './totals.ts';

/** Addresses that have the same delivery options, the cheapest first. */
export interface DeliveryZone {
  /** Follows "To". */
  readonly name: string;
  readonly options: readonly [DeliveryOption, ...DeliveryOption[]];
  /** Whether parcels cross a border, so that duties and import taxes may be due on arrival. */
  readonly isAbroad: boolean;
}

type Destination = Pick<Address, 'country' | 'region'>;

const option = (id: DeliveryId, [min, max]: readonly [number, number], cents: number): DeliveryOption => ({
  id,
  workingDays: { min, max },
  cents,
  freeOverThreshold: false,
});

const MAINLAND: DeliveryZone = {
  name: 'the United States',
  options: [DOMESTIC_DELIVERY.standard, DOMESTIC_DELIVERY.express],
  isAbroad: false,
};
/** States and territories that trucks do not reach, and military addresses. */
const OUTLYING_REGIONS = 'AA AE AK AP AS FM GU HI MH MP PR PW VI';
const OUTLYING: DeliveryZone = {
  name: 'Alaska, Hawaii, US territories and military addresses',
  options: [{ ...DOMESTIC_DELIVERY.standard, workingDays: { min: 5, max: 12 } }],
  isAbroad: false,
};
const ABROAD: readonly (DeliveryZone & { readonly countries: string })[] = [
  {
    name: 'Canada and Mexico',
    countries: 'CA MX',
    options: [option('standard', [5, 10], 1499), option('express', [2, 4], 3499)],
    isAbroad: true,
  },
  {
    name: 'the European Union, the United Kingdom, Norway and Switzerland',
    countries: 'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO PL PT RO SE SI SK',
    options: [option('standard', [7, 14], 1999), option('express', [3, 5], 4499)],
    isAbroad: true,
  },
  {
    name: 'Australia, Hong Kong, Japan, New Zealand, Singapore, South Korea and Taiwan',
    countries: 'AU HK JP KR NZ SG TW',
    options: [option('standard', [8, 16], 2499), option('express', [4, 6], 4999)],
    isAbroad: true,
  },
];
const ELSEWHERE: DeliveryZone = {
  name: 'all other countries',
  options: [option('standard', [10, 25], 2999)],
  isAbroad: true,
};

/** All zones, the nearest first. */
export const DELIVERY_ZONES: readonly DeliveryZone[] = [MAINLAND, OUTLYING, ...ABROAD, ELSEWHERE];

/** The zone of an address, or of one that has no country yet: the shop's own. */
export function deliveryZone({ country, region = '' }: Destination): DeliveryZone {
  if (country === 'US' || country === '')
    return OUTLYING_REGIONS.split(' ').includes(region) ? OUTLYING : MAINLAND;
  return ABROAD.find(({ countries }) => countries.split(' ').includes(country)) ?? ELSEWHERE;
}

/** An option as it is at an address; undefined where there is none. */
export function findDeliveryOption(
  destination: Destination,
  delivery: DeliveryId,
): DeliveryOption | undefined {
  return deliveryZone(destination).options.find(({ id }) => id === delivery);
}

/** `3 to 5 working days`, or `Next working day`. */
export function describeWorkingDays({ min, max }: DeliveryOption['workingDays']): string {
  return max === 1 ? 'Next working day' : `${min} to ${max} working days`;
}

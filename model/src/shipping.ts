// Where a parcel goes and what is in it decide what delivery costs, how long it takes and whether
// customs see it. Pure: the browser shows what functions charge. The schema of what an owner may
// enter is apart (shipping-schema.ts), because shoppers do not load it.
import type { Address } from './address.ts';
import { subtotalCents } from './cart.ts';
import { COUNTRY_CODES } from './countries.ts';
import type { DeliveryId, DeliveryOption } from './totals.ts';

/** The price from `from` on, up to the next tier: cents of the order's value, or grams. */
export interface ShippingTier {
  readonly from: number;
  readonly cents: number;
}

/** A way of delivery to one zone. */
export interface ShippingRate {
  readonly id: DeliveryId;
  /** Between the day on which a parcel leaves and its arrival. */
  readonly workingDays: { readonly min: number; readonly max: number };
  /** What the tiers count. */
  readonly by: 'value' | 'weight';
  /** The first is from 0 and each later one from more, so that there is no gap between them. */
  readonly tiers: readonly ShippingTier[];
  /** Orders of strictly more, in cents, ship free; absent for a rate that is never free. */
  readonly freeOverCents?: number | undefined;
}

/** Addresses that have the same rates. */
export interface ShippingZone {
  /** Follows "To". */
  readonly name: string;
  /** ISO 3166-1 alpha-2 codes, or only ELSEWHERE. */
  readonly countries: readonly string[];
  /** The regions of the zone's one country, where it is not the whole of it. */
  readonly regions?: readonly string[] | undefined;
  /** In the order in which shoppers choose from them. */
  readonly rates: readonly ShippingRate[];
  /** Whether parcels cross a border, so that duties and import taxes may be due on arrival. */
  readonly isAbroad: boolean;
}

/** settings/shipping: what an owner decides about delivery. */
export interface ShippingSettings {
  readonly zones: readonly ShippingZone[];
  /** Countries that nothing is sent to, although ELSEWHERE would include them. */
  readonly notDeliveredTo: readonly string[];
  /** What an item weighs whose product does not say it. */
  readonly defaultGrams: number;
  /** For parcels that cross a border. */
  readonly dutiesNotice: string;
}

/** In place of a zone's countries: all that no other zone has. */
export const ELSEWHERE = '*';

export type Destination = Pick<Address, 'country' | 'region'>;

/** What the price of delivery depends on besides the destination. */
export interface Parcel {
  readonly subtotalCents: number;
  readonly grams: number;
}

const flat = (
  id: DeliveryId,
  [min, max]: readonly [number, number],
  cents: number,
  freeOverCents?: number,
): ShippingRate => ({
  id,
  workingDays: { min, max },
  by: 'value',
  tiers: [{ from: 0, cents }],
  ...(freeOverCents !== undefined && { freeOverCents }),
});

/** Until an owner publishes others. Orders over $50 ship free (specification, section 1). */
export const DEFAULT_SHIPPING: ShippingSettings = {
  zones: [
    {
      name: 'the United States',
      countries: ['US'],
      rates: [flat('standard', [3, 5], 599, 5000), flat('express', [1, 1], 1499)],
      isAbroad: false,
    },
    {
      name: 'Alaska, Hawaii, US territories and military addresses',
      countries: ['US'],
      // Where trucks do not go.
      regions: 'AA AE AK AP AS FM GU HI MH MP PR PW VI'.split(' '),
      rates: [flat('standard', [5, 12], 599, 5000)],
      isAbroad: false,
    },
    {
      name: 'Canada and Mexico',
      countries: ['CA', 'MX'],
      rates: [flat('standard', [5, 10], 1499), flat('express', [2, 4], 3499)],
      isAbroad: true,
    },
    {
      name: 'the European Union, the United Kingdom, Norway and Switzerland',
      countries:
        'AT BE BG CH CY CZ DE DK EE ES FI FR GB GR HR HU IE IT LT LU LV MT NL NO PL PT RO SE SI SK'.split(
          ' ',
        ),
      rates: [flat('standard', [7, 14], 1999), flat('express', [3, 5], 4499)],
      isAbroad: true,
    },
    {
      name: 'Australia, Hong Kong, Japan, New Zealand, Singapore, South Korea and Taiwan',
      countries: 'AU HK JP KR NZ SG TW'.split(' '),
      rates: [flat('standard', [8, 16], 2499), flat('express', [4, 6], 4999)],
      isAbroad: true,
    },
    {
      name: 'all other countries',
      countries: [ELSEWHERE],
      rates: [flat('standard', [10, 25], 2999)],
      isAbroad: true,
    },
  ],
  notDeliveredTo: [],
  defaultGrams: 250,
  dutiesNotice:
    'Duties and import taxes are not included in our prices. Your country may charge them when the parcel arrives.',
};

/** The country that the shop sends from, whose rates are shown while no destination is known. */
const HOME_COUNTRY = 'US';

/**
 * The zone of an address; undefined where the shop does not deliver. An address without a country
 * yet is at home. A zone of regions wins over that of their whole country.
 */
export function shippingZone(
  { zones, notDeliveredTo }: Pick<ShippingSettings, 'zones' | 'notDeliveredTo'>,
  { country, region = '' }: Destination,
): ShippingZone | undefined {
  const code = country === '' ? HOME_COUNTRY : country;
  if (notDeliveredTo.includes(code)) return undefined;
  const ofCountry = zones.filter(({ countries }) => countries.includes(code));
  if (ofCountry.length === 0) return zones.find(({ countries }) => countries.includes(ELSEWHERE));
  return (
    ofCountry.find(({ regions }) => regions?.includes(region)) ??
    ofCountry.find(({ regions }) => regions === undefined)
  );
}

/** The zones in the order in which shoppers read them: that of all other countries is the last. */
export function zonesToRead(zones: readonly ShippingZone[]): readonly ShippingZone[] {
  const isElsewhere = ({ countries }: ShippingZone) => countries.includes(ELSEWHERE);
  return [...zones.filter((zone) => !isElsewhere(zone)), ...zones.filter(isElsewhere)];
}

/** The countries that the shop delivers to, as ISO 3166-1 alpha-2 codes. */
export function deliveredCountries(shipping: ShippingSettings): readonly string[] {
  return COUNTRY_CODES.filter(
    (country) =>
      !shipping.notDeliveredTo.includes(country) &&
      (shippingZone(shipping, { country }) !== undefined ||
        shipping.zones.some(({ countries }) => countries.includes(country))),
  );
}

/** What a rate costs for a parcel, in cents; 0 for an empty one. */
export function rateCents({ by, tiers, freeOverCents }: ShippingRate, parcel: Parcel): number {
  if (parcel.subtotalCents === 0) return 0;
  if (freeOverCents !== undefined && parcel.subtotalCents > freeOverCents) return 0;
  const amount = by === 'weight' ? parcel.grams : parcel.subtotalCents;
  return tiers.findLast(({ from }) => from <= amount)?.cents ?? 0;
}

/** The ways of delivery to an address with their prices for a parcel; none where nothing goes. */
export function deliveryOptions(
  shipping: ShippingSettings,
  destination: Destination,
  parcel: Parcel,
): readonly DeliveryOption[] {
  const rates = shippingZone(shipping, destination)?.rates ?? [];
  return rates.map((rate) => ({
    id: rate.id,
    workingDays: rate.workingDays,
    cents: rateCents(rate, parcel),
  }));
}

/** The rate at home of that way of delivery, which pages show while no destination is known. */
export function homeRate(shipping: ShippingSettings, id: DeliveryId): ShippingRate | undefined {
  return shippingZone(shipping, { country: HOME_COUNTRY })?.rates.find((rate) => rate.id === id);
}

/** What a rate has to know of the lines of an order. */
export function parcelOf(
  lines: readonly {
    readonly price: number;
    readonly quantity: number;
    readonly grams?: number | undefined;
  }[],
  { defaultGrams }: Pick<ShippingSettings, 'defaultGrams'>,
): Parcel {
  return {
    subtotalCents: subtotalCents(lines),
    grams: lines.reduce((sum, { grams = defaultGrams, quantity }) => sum + grams * quantity, 0),
  };
}

/** `3 to 5 working days`, `4 working days`, or `Next working day`. */
export function describeWorkingDays({ min, max }: ShippingRate['workingDays']): string {
  if (max === 1) return 'Next working day';
  return min === max ? `${max} working days` : `${min} to ${max} working days`;
}

// Shipping costs, delivery times and customs, by destination and content of a parcel. The browser
// shows what functions charge, with the same code. The schema is separate (shipping-schema.ts),
// because shoppers do not load it.
import type { Address } from './address.ts';
import { subtotalCents } from './cart.ts';
import { COUNTRY_CODES } from './countries.ts';
import type { DeliveryId, DeliveryOption } from './totals.ts';

/** The price from `from` up to the next tier, in cents of order value or in grams. */
export interface ShippingTier {
  readonly from: number;
  readonly cents: number;
}

/** A delivery method for one zone. */
export interface ShippingRate {
  readonly id: DeliveryId;
  /** The time between dispatch and arrival. */
  readonly workingDays: { readonly min: number; readonly max: number };
  /** The unit of the tiers. */
  readonly by: 'value' | 'weight';
  /** The first starts at 0 and each later one higher, so that there are no gaps. */
  readonly tiers: readonly ShippingTier[];
  /** Orders of strictly more, in cents, ship free; absent for never. */
  readonly freeOverCents?: number | undefined;
}

/** Addresses with the same rates. */
export interface ShippingZone {
  /** Shown after "To". */
  readonly name: string;
  /** ISO 3166-1 alpha-2 codes, or only ELSEWHERE. */
  readonly countries: readonly string[];
  /** The regions of the zone's single country; absent for all of it. */
  readonly regions?: readonly string[] | undefined;
  /** In the order in which shoppers choose from them. */
  readonly rates: readonly ShippingRate[];
  /** True if parcels cross a border, so that duties and import taxes may be due on arrival. */
  readonly isAbroad: boolean;
}

/** settings/shipping: an owner's settings for delivery. */
export interface ShippingSettings {
  readonly zones: readonly ShippingZone[];
  /** Countries without delivery, although ELSEWHERE would include them. */
  readonly notDeliveredTo: readonly string[];
  /** The weight of items whose product specifies none. */
  readonly defaultGrams: number;
  /** For parcels that cross a border. */
  readonly dutiesNotice: string;
}

/** Instead of a zone's countries: all that no other zone has. */
export const ELSEWHERE = '*';

export type Destination = Pick<Address, 'country' | 'region'>;

/** The price factors of delivery besides the destination. */
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

/** The default settings. Orders over $50 ship free (specification, section 1). */
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
      // Regions that trucks do not reach.
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
    'Duties and import taxes are not included in our prices. Your country may charge them when the package arrives.',
};

/** The country that the shop ships from. Its rates are shown while no destination is known. */
const HOME_COUNTRY = 'US';

/**
 * The zone of an address; undefined if the shop does not deliver there. An address without a
 * country yet is domestic. A zone of regions wins over that of their whole country.
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

/** The zones in display order: that of all other countries is last. */
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

/** The price of a rate for a parcel, in cents; 0 for an empty one. */
export function rateCents({ by, tiers, freeOverCents }: ShippingRate, parcel: Parcel): number {
  if (parcel.subtotalCents === 0) return 0;
  if (freeOverCents !== undefined && parcel.subtotalCents > freeOverCents) return 0;
  const amount = by === 'weight' ? parcel.grams : parcel.subtotalCents;
  return tiers.findLast(({ from }) => from <= amount)?.cents ?? 0;
}

/**
 * The delivery options of an address with their prices for a parcel; none if the shop does not
 * deliver there.
 */
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

/** The domestic rate of a delivery method, which pages show while no destination is known. */
export function homeRate(shipping: ShippingSettings, id: DeliveryId): ShippingRate | undefined {
  return shippingZone(shipping, { country: HOME_COUNTRY })?.rates.find((rate) => rate.id === id);
}

/** The price factors of a set of order lines. */
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

/** `3 to 5 business days`, `4 business days`, or `Next business day`. */
export function describeWorkingDays({ min, max }: ShippingRate['workingDays']): string {
  if (max === 1) return 'Next business day';
  return min === max ? `${max} business days` : `${min} to ${max} business days`;
}

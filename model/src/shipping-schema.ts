// Schema of the shipping settings that an owner may enter. Each message belongs to the field in its
// path.
import * as z from 'zod/mini';
import { COUNTRY_CODES, countryName, isKnownCountry } from './countries.ts';
import { GRAMS_MAX } from './limits.ts';
import { lineSchema, textSchema } from './plain-text.ts';
import { ELSEWHERE, type ShippingRate, type ShippingSettings, type ShippingZone } from './shipping.ts';

const ZONES_MAX = 40;
const TIERS_MAX = 20;
/** Heavier items and larger orders are typos. */
const AMOUNT_MAX = 100_000_000;
const SHIPPING_CENTS_MAX = 1_000_000;
const WORKING_DAYS_MAX = 90;

const days = z.int().check(z.gte(1), z.lte(WORKING_DAYS_MAX));
const country = z.string().check(z.regex(/^[A-Z]{2}$/));

const RateSchema = z.strictObject({
  id: z.enum(['standard', 'express']),
  workingDays: z.strictObject({ min: days, max: days }),
  by: z.enum(['value', 'weight']),
  tiers: z
    .array(
      z.strictObject({
        from: z.int().check(z.gte(0), z.lte(AMOUNT_MAX)),
        cents: z.int().check(z.gte(0), z.lte(SHIPPING_CENTS_MAX)),
      }),
    )
    .check(z.minLength(1), z.maxLength(TIERS_MAX)),
  freeOverCents: z.optional(z.int().check(z.gte(0), z.lte(AMOUNT_MAX))),
});

const ZoneSchema = z.strictObject({
  name: lineSchema(1, 120),
  countries: z.array(z.union([country, z.literal(ELSEWHERE)])).check(z.maxLength(250)),
  regions: z.optional(z.array(lineSchema(1, 100)).check(z.minLength(1), z.maxLength(100))),
  rates: z.array(RateSchema).check(z.maxLength(2)),
  isAbroad: z.boolean(),
});

export const ShippingSettingsSchema = z
  .strictObject({
    zones: z.array(ZoneSchema).check(z.maxLength(ZONES_MAX)),
    notDeliveredTo: z.array(country).check(z.maxLength(250)),
    defaultGrams: z.int().check(z.gte(1), z.lte(GRAMS_MAX)),
    dutiesNotice: textSchema(1, 500),
  })
  .check((context) => {
    for (const { path, message } of findShippingProblems(context.value))
      context.issues.push({ code: 'custom', path: [...path], message, input: context.value });
  });

/**
 * Stricter schema for publishing: zone names, which shoppers read, must be true. Published settings
 * stay valid whatever their names say.
 */
export const ShippingEntrySchema = ShippingSettingsSchema.check((context) => {
  const names = countryNames();
  for (const [index, zone] of context.value.zones.entries()) {
    const named = findNamedElsewhere(zone, names);
    if (named !== undefined)
      context.issues.push({
        code: 'custom',
        path: ['zones', index, 'name'],
        message: `${named} is not in this zone. Take it out of the name, or add it to the countries.`,
        input: context.value,
      });
  }
});

/** A country in a zone's name that is not among the zone's countries. */
function findNamedElsewhere(
  { name, countries, regions }: ShippingZone,
  names: readonly (readonly [string, string])[],
): string | undefined {
  // Regions are named like countries (Georgia), and all others by their exceptions.
  if (regions !== undefined || countries.includes(ELSEWHERE)) return undefined;
  let rest = name;
  for (const [each, code] of names) {
    if (!rest.includes(each)) continue;
    const without = rest.replace(wordsOf(each), '');
    if (without === rest) continue;
    if (!countries.includes(code)) return each;
    rest = without;
  }
  return undefined;
}

/** Matches whole words only: Nigeria contains Niger. */
function wordsOf(text: string): RegExp {
  const escaped = text.replace(/[^\p{L}\p{N}]/gu, (each) =>
    each === ' ' ? each : `\\u{${each.codePointAt(0)?.toString(16)}}`,
  );
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu');
}

/** Long and short names with their codes, longest first: Papua New Guinea contains Guinea. */
function countryNames(): (readonly [string, string])[] {
  const styles = (['long', 'short'] as const).map(
    (style) => new Intl.DisplayNames(['en'], { type: 'region', style }),
  );
  return COUNTRY_CODES.flatMap((code) => styles.map((names) => [names.of(code) ?? code, code] as const)).sort(
    ([a], [b]) => b.length - a.length,
  );
}

interface Problem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}

/** Problems of settings with individually valid values. */
function findShippingProblems({ zones, notDeliveredTo }: ShippingSettings): Problem[] {
  const problems = zones.flatMap((zone, index) =>
    [...findZoneProblems(zone), ...findOverlaps(zones.slice(0, index), zone)].map(({ path, message }) => ({
      path: ['zones', index, ...path],
      message,
    })),
  );
  if (zones.length === 0)
    problems.push({ path: ['zones'], message: 'Add a zone: nothing could be delivered without one.' });
  for (const { name, countries } of zones) {
    const named = notDeliveredTo.find((code) => countries.includes(code));
    if (named === undefined) continue;
    problems.push({
      path: ['notDeliveredTo'],
      message: `${countryName(named)} is in the zone “${name}”. Remove it from the zone or from here.`,
    });
    break;
  }
  const unknown = notDeliveredTo.find((code) => !isKnownCountry(code));
  if (unknown !== undefined)
    problems.push({ path: ['notDeliveredTo'], message: `${unknown} is not a country that we know.` });
  return problems;
}

function findZoneProblems({ name, countries, regions, rates }: ShippingZone): Problem[] {
  const problems: Problem[] = [];
  const unknown = countries.find((code) => code !== ELSEWHERE && !isKnownCountry(code));
  if (countries.length === 0) problems.push({ path: ['countries'], message: 'Choose at least one country.' });
  else if (unknown !== undefined)
    problems.push({ path: ['countries'], message: `${unknown} is not a country that we know.` });
  else if (countries.includes(ELSEWHERE) && countries.length > 1)
    problems.push({ path: ['countries'], message: 'A zone for all other countries names no country.' });
  if (regions !== undefined && (countries.length !== 1 || countries[0] === ELSEWHERE))
    problems.push({ path: ['regions'], message: 'Only a zone of one country can have regions.' });
  if (rates.length === 0)
    problems.push({
      path: ['rates'],
      message: `Add a rate: nobody could order to ${name || 'this zone'} without one.`,
    });
  for (const [index, rate] of rates.entries()) {
    if (rates.findIndex(({ id }) => id === rate.id) < index)
      problems.push({ path: ['rates', index, 'id'], message: `This zone already has ${rate.id} delivery.` });
    for (const { path, message } of findRateProblems(rate))
      problems.push({ path: ['rates', index, ...path], message });
  }
  return problems;
}

function findRateProblems({ by, tiers, workingDays }: ShippingRate): Problem[] {
  const problems: Problem[] = [];
  if (workingDays.min > workingDays.max)
    problems.push({ path: ['workingDays', 'max'], message: 'Enter at least the days before it.' });
  for (const [index, { from, cents }] of tiers.entries()) {
    const before = tiers[index - 1];
    if (before === undefined) {
      if (from !== 0) problems.push({ path: ['tiers', 0, 'from'], message: 'The first price is from 0.' });
    } else if (from <= before.from) {
      problems.push({ path: ['tiers', index, 'from'], message: 'Start above the line before it.' });
    } else if (by === 'weight' && cents < before.cents) {
      problems.push({
        path: ['tiers', index, 'cents'],
        message: 'A heavier package cannot cost less than a lighter one.',
      });
    } else if (by === 'value' && cents > before.cents) {
      problems.push({
        path: ['tiers', index, 'cents'],
        message: 'A larger order cannot cost more to ship than a smaller one.',
      });
    }
  }
  return problems;
}

const nameOf = (code: string) => (code === ELSEWHERE ? 'Everything else' : countryName(code));

/** `Norway and Sweden are in “Scandinavia” already. Remove them there first.` */
function describeOverlap(names: readonly string[], zone: ShippingZone): string {
  const listed = new Intl.ListFormat('en').format(names);
  const [are, them] = names.length === 1 ? ['is', 'it'] : ['are', 'them'];
  return `${listed} ${are} in “${zone.name}” already. Remove ${them} there first.`;
}

/** Addresses that would be in two zones, of the first zone that has some of them. */
function findOverlaps(earlier: readonly ShippingZone[], zone: ShippingZone): Problem[] {
  const field = zone.regions === undefined ? 'countries' : 'regions';
  for (const other of earlier) {
    if (field === 'regions' ? other.countries[0] !== zone.countries[0] : other.regions !== undefined)
      continue;
    const twice = (zone[field] ?? []).filter((code) => other[field]?.includes(code));
    if (twice.length === 0) continue;
    return [
      { path: [field], message: describeOverlap(field === 'regions' ? twice : twice.map(nameOf), other) },
    ];
  }
  return [];
}

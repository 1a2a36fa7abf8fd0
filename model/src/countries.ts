/**
 * The countries with known address formats, as ISO 3166-1 alpha-2 codes. Where the shop delivers is
 * a setting (shipping.ts).
 */
export const COUNTRY_CODES: readonly string[] =
  'AD AE AG AL AM AR AT AU AZ BA BB BD BE BG BH BN BO BR BS BT BW BY BZ CA CH CI CL CM CN CO CR CV CY CZ DE DJ DK DM DO DZ EC EE EG ES ET FI FJ FR GA GB GD GE GH GM GN GR GT GY HK HN HR HT HU ID IE IL IN IS IT JM JO JP KE KG KH KM KR KW KZ LA LB LC LI LK LS LT LU LV MA MC MD ME MG MK MN MO MR MT MU MV MW MX MY MZ NA NE NG NI NL NO NP NZ OM PA PE PG PH PK PL PT PW PY QA RO RS RW SA SB SC SE SG SI SK SL SM SN SR ST SV SZ TD TG TH TL TN TO TR TT TW TZ UA UG US UY UZ VC VN VU WS ZA ZM ZW'.split(
    ' ',
  );

/** Tells whether the address format of a country, an ISO 3166-1 alpha-2 code, is known. */
export function isKnownCountry(country: string): boolean {
  return COUNTRY_CODES.includes(country);
}

/** Countries, by default all known ones, sorted by their English names. */
export function listCountries(
  codes: readonly string[] = COUNTRY_CODES,
): readonly { readonly code: string; readonly name: string }[] {
  const names = new Intl.DisplayNames(['en'], { type: 'region' });
  return codes
    .map((code) => ({ code, name: names.of(code) ?? code }))
    .sort((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The English name of an ISO 3166-1 alpha-2 code; the code itself if it is invalid. */
export function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(['en'], { type: 'region' }).of(code) ?? code;
  } catch {
    return code;
  }
}

/**
 * The shopper's probable country, from the browser's languages, as an ISO 3166-1 alpha-2 code;
 * undefined if none of them names a region. `en-US` means the United States; `en` says nothing.
 */
export function guessCountry(): string | undefined {
  const regions = navigator.languages.map((language) => new Intl.Locale(language).region);
  return regions.find((region) => region !== undefined && /^[A-Z]{2}$/.test(region));
}

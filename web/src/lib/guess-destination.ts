import { isKnownCountry } from '@savepoint/model/countries';
import { guessCountry } from './guess-country.ts';

/** The country of an address that nobody has chosen: the guess, where its addresses are known. */
export function guessDestination(): string | undefined {
  const country = guessCountry();
  return country !== undefined && isKnownCountry(country) ? country : undefined;
}

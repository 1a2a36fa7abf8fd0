import { isKnownCountry } from '@savepoint/model/countries';
import { guessCountry } from './guess-country.ts';

/** The default country of an address: the guess, if its address format is known. */
export function guessDestination(): string | undefined {
  const country = guessCountry();
  return country !== undefined && isKnownCountry(country) ? country : undefined;
}

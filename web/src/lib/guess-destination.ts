import { deliversTo } from '@savepoint/model/countries';
import { guessCountry } from './guess-country.ts';

/** The country of an address that nobody has chosen: the guess, where the shop delivers there. */
export function guessDestination(): string | undefined {
  const country = guessCountry();
  return country !== undefined && deliversTo(country) ? country : undefined;
}

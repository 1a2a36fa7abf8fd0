// @vitest-environment jsdom
import { afterEach, expect, it, vi } from 'vitest';
import { guessCountry } from './guess-country.ts';

afterEach(() => vi.restoreAllMocks());

it.each([
  [['en-US', 'en'], 'US'],
  [['de', 'de-AT', 'en-US'], 'AT'],
  [['zh-Hant-HK'], 'HK'],
  [['es-419', 'es'], undefined],
  [['en'], undefined],
])('a browser of the languages %j is probably in %s', (languages, country) => {
  vi.spyOn(navigator, 'languages', 'get').mockReturnValue(languages);
  expect(guessCountry()).toBe(country);
});

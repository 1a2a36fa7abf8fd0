// Texts for property tests.
import * as fc from 'fast-check';

const SURROGATES = { first: 0xd800, last: 0xdfff };
const LAST_CODE_POINT = 0x10ffff;

const anyCharacter = fc
  .integer({ min: 0, max: LAST_CODE_POINT })
  .filter((code) => code < SURROGATES.first || code > SURROGATES.last)
  .map((code) => String.fromCodePoint(code));

/** Valid Unicode of any script, often with characters of two UTF-16 units. */
export const arbitraryText: fc.Arbitrary<string> = fc.string({
  unit: fc.oneof(fc.constantFrom('a', ' ', 'é', '山', '𠮷', '🎮', '👩‍👧'), anyCharacter),
});

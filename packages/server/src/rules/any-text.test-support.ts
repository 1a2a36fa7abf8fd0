import fc from 'fast-check';

/**
 * Generates text of arbitrary code points. `fc.string({ unit: 'binary' })` takes a second to list
 * them first.
 */
export function anyText(maxLength?: number): fc.Arbitrary<string> {
  const codePoint = fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff }));
  return fc
    .array(codePoint, maxLength === undefined ? {} : { maxLength })
    .map((codePoints) => String.fromCodePoint(...codePoints));
}

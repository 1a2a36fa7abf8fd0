import fc from 'fast-check';

/** A value in `percent` of a hundred cases, else undefined, which shrinking prefers. */
export function optional<T>(arbitrary: fc.Arbitrary<T>, percent: number): fc.Arbitrary<T | undefined> {
  return fc.oneof(
    { withCrossShrink: true },
    { weight: 100 - percent, arbitrary: fc.constant(undefined) },
    { weight: percent, arbitrary },
  );
}

import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { splitCents } from './split-cents.ts';

it('splitCents gives the remaining cents to the largest remainders, the first of equal ones', () => {
  expect(splitCents(100, [1, 1, 1])).toEqual([34, 33, 33]);
  expect(splitCents(10, [1, 2, 4])).toEqual([1, 3, 6]);
  expect(splitCents(5, [0, 0])).toEqual([0, 0]);
});

it('splitCents adds up, exceeds no weight, and differs from the exact share by less than a cent', () => {
  const weights = fc.array(fc.nat({ max: 10_000_000_000 }), { minLength: 1, maxLength: 50 });
  fc.assert(
    fc.property(weights, fc.double({ min: 0, max: 1, noNaN: true }), (each, share) => {
      const sum = each.reduce((total, weight) => total + weight, 0);
      const cents = Math.floor(sum * share);
      const parts = splitCents(cents, each);
      expect(parts.reduce((total, part) => total + part, 0)).toBe(sum === 0 ? 0 : cents);
      for (const [index, part] of parts.entries()) {
        const weight = each[index] as number;
        expect(part).toBeLessThanOrEqual(weight);
        // part / cents and weight / sum differ by less than a cent.
        const apart = BigInt(part) * BigInt(sum) - BigInt(cents) * BigInt(weight);
        expect((apart < 0n ? -apart : apart) < BigInt(sum) || apart === 0n).toBe(true);
      }
    }),
  );
});

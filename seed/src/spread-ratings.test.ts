import { meanRating, totalRatings } from '@savepoint/model/rating-counts';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spreadRatings } from './spread-ratings.ts';

describe('spreadRatings', () => {
  it('has the stated number of ratings, and a mean within half a star of all of them together', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 2000 }),
        fc.double({ min: 1, max: 5, noNaN: true }),
        (total, mean) => {
          const counts = spreadRatings(mean, total);
          expect(counts).toHaveLength(5);
          expect(counts.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
          expect(totalRatings(counts)).toBe(total);
          expect(Math.abs(meanRating(counts) - mean)).toBeLessThanOrEqual(0.5 / total + 0.0051);
        },
      ),
    );
  });

  it('has no ratings for a product without any', () => {
    expect(spreadRatings(0, 0)).toEqual([0, 0, 0, 0, 0]);
  });
});

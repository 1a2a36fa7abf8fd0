import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanRating, ratingCountsOf, replaceRating, spreadRatings, totalRatings } from './rating-counts.ts';

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

describe('replaceRating', () => {
  it('ends in the counts of the ratings that are left, whatever was added, changed and removed', () => {
    const rating = fc.integer({ min: 1, max: 5 });
    const change = fc.record({
      key: fc.integer({ min: 0, max: 5 }),
      rating: fc.option(rating, { nil: undefined }),
    });
    fc.assert(
      fc.property(fc.array(change), (changes) => {
        const ratings = new Map<number, number>();
        let counts: number[] = [0, 0, 0, 0, 0];
        for (const { key, rating: after } of changes) {
          counts = replaceRating(counts, ratings.get(key), after);
          if (after === undefined) ratings.delete(key);
          else ratings.set(key, after);
        }
        const left = [...ratings.values()];
        expect(counts).toEqual([1, 2, 3, 4, 5].map((stars) => left.filter((each) => each === stars).length));
        const mean = left.reduce((sum, each) => sum + each, 0) / Math.max(1, left.length);
        expect(meanRating(counts)).toBeCloseTo(mean, 1);
      }),
    );
  });
});

describe('ratingCountsOf', () => {
  it("prefers a product's own counts to those of its mean", () => {
    const product = { rating: 4.5, reviews: 2 };
    expect(ratingCountsOf(product)).toEqual([0, 0, 0, 1, 1]);
    expect(ratingCountsOf({ ...product, ratingCounts: [0, 0, 1, 0, 1] })).toEqual([0, 0, 1, 0, 1]);
  });
});

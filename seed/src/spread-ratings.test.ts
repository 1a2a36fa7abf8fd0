import { meanRating, totalRatings } from '@savepoint/model/rating-counts';
import { describe, expect, it } from 'vitest';
import { spreadRatings } from './spread-ratings.ts';

describe('spreadRatings', () => {
  it('yields the stated number of ratings, and a mean within half a star in total', () => {
    for (const total of [1, 2, 3, 7, 56, 156, 2000])
      for (let mean = 1; mean <= 5; mean += 0.1) {
        const counts = spreadRatings(mean, total);
        expect(counts).toHaveLength(5);
        expect(counts.every((count) => Number.isInteger(count) && count >= 0)).toBe(true);
        expect(totalRatings(counts)).toBe(total);
        expect(Math.abs(meanRating(counts) - mean)).toBeLessThanOrEqual(0.5 / total + 0.0051);
      }
  });

  it('has no ratings for a product without any', () => {
    expect(spreadRatings(0, 0)).toEqual([0, 0, 0, 0, 0]);
  });
});

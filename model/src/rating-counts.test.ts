import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { meanRating, type Ratings, ratingsAfter, replaceRating } from './rating-counts.ts';

const sum = (numbers: readonly number[]) => numbers.reduce((total, each) => total + each, 0);

describe('replaceRating', () => {
  it('ends in the counts of the remaining ratings after any additions, changes and removals', () => {
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

describe('ratingsAfter', () => {
  it('changes the counts of a product that has them or has no ratings yet', () => {
    expect(ratingsAfter({ rating: 4, reviews: 2, ratingCounts: [0, 0, 1, 0, 1] }, 3, 5)).toEqual({
      rating: 5,
      reviews: 2,
      ratingCounts: [0, 0, 0, 0, 2],
    });
    expect(ratingsAfter({ rating: 0, reviews: 0 }, undefined, 4)).toEqual({
      rating: 4,
      reviews: 1,
      ratingCounts: [0, 0, 0, 1, 0],
    });
  });

  it('invents no counts for a product with only a number and a mean, and returns to both when all changes are undone', () => {
    const rating = fc.integer({ min: 1, max: 5 });
    fc.assert(
      fc.property(
        fc.array(rating, { minLength: 1, maxLength: 300 }),
        fc.array(rating, { maxLength: 30 }),
        (stated, added) => {
          const start = { rating: sum(stated) / stated.length, reviews: stated.length };
          let ratings: Ratings = start;
          for (const stars of added) ratings = ratingsAfter(ratings, undefined, stars);
          expect(ratings.rating).toBeCloseTo(sum([...stated, ...added]) / (stated.length + added.length), 3);
          for (const stars of added) ratings = ratingsAfter(ratings, stars, undefined);
          expect(ratings).toEqual({ rating: expect.closeTo(start.rating, 3), reviews: start.reviews });
        },
      ),
    );
  });
});

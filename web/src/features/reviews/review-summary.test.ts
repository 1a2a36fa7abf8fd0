import type { Review } from '@savepoint/model/review';
import { describe, expect, it } from 'vitest';
import { summarizeReviews } from './review-summary.ts';

const review = (rating: number, fit?: 'small' | 'true' | 'large') =>
  ({ rating, ...(fit && { fit }) }) as unknown as Review;

describe('summarizeReviews', () => {
  it('averages the ratings and counts stars and fits', () => {
    const summary = summarizeReviews([review(5, 'true'), review(5, 'small'), review(2), review(1)]);
    expect(summary.mean).toBe(3.25);
    expect(summary.histogram.map(({ count }) => count)).toEqual([2, 0, 0, 1, 1]);
    expect(summary.fit).toEqual({ small: 1, true: 1, large: 0 });
  });

  it('returns a count and mean of 0 and no fit without reviews', () => {
    expect(summarizeReviews([])).toMatchObject({ count: 0, mean: 0, fit: undefined });
  });
});

import type { Review } from '@savepoint/model/review';
import { describe, expect, it } from 'vitest';
import { summarizeFit } from './review-summary.ts';

const review = (fit?: 'small' | 'true' | 'large') =>
  ({ rating: 5, ...(fit && { fit }) }) as unknown as Review;

describe('summarizeFit', () => {
  it('counts the fits of the reviews that state one', () => {
    expect(summarizeFit([review('true'), review('small'), review(), review()])).toEqual({
      small: 1,
      true: 1,
      large: 0,
    });
  });

  it('is undefined when no review states a fit', () => {
    expect(summarizeFit([])).toBeUndefined();
    expect(summarizeFit([review()])).toBeUndefined();
  });
});

// Owns the figures over a product's reviews. Pure.
import type { Review } from '@savepoint/model/review';

export interface ReviewSummary {
  readonly count: number;
  /** 0 when there are none. */
  readonly mean: number;
  /** How many gave 5, 4, 3, 2, 1 stars. */
  readonly histogram: readonly { readonly stars: number; readonly count: number }[];
  /** How it fits, by those who said; undefined when nobody did. */
  readonly fit: { readonly small: number; readonly true: number; readonly large: number } | undefined;
}

export function summarizeReviews(reviews: readonly Review[]): ReviewSummary {
  const count = reviews.length;
  const sum = reviews.reduce((total, review) => total + review.rating, 0);
  const fit = { small: 0, true: 0, large: 0 };
  for (const review of reviews) if (review.fit) fit[review.fit] += 1;
  return {
    count,
    mean: count === 0 ? 0 : sum / count,
    histogram: [5, 4, 3, 2, 1].map((stars) => ({
      stars,
      count: reviews.filter((review) => Math.round(review.rating) === stars).length,
    })),
    fit: fit.small + fit.true + fit.large === 0 ? undefined : fit,
  };
}

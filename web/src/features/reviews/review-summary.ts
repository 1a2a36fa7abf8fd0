import type { Review } from '@savepoint/model/review';

export interface ReviewSummary {
  readonly count: number;
  /** 0 when there are none. */
  readonly mean: number;
  /** The number of reviews with 5, 4, 3, 2 and 1 stars. */
  readonly histogram: readonly { readonly stars: number; readonly count: number }[];
  /** The number of reviews per fit; undefined when no review states one. */
  readonly fit: { readonly small: number; readonly true: number; readonly large: number } | undefined;
}

/** Average rating, star histogram and fit of the reviews of a product. */
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

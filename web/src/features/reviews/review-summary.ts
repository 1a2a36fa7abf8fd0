import type { Review } from '@savepoint/model/review';

export interface FitSummary {
  readonly small: number;
  readonly true: number;
  readonly large: number;
}

/** The number of reviews per fit; undefined when no review states one. */
export function summarizeFit(reviews: readonly Review[]): FitSummary | undefined {
  const fit = { small: 0, true: 0, large: 0 };
  for (const review of reviews) if (review.fit) fit[review.fit] += 1;
  return fit.small + fit.true + fit.large === 0 ? undefined : fit;
}

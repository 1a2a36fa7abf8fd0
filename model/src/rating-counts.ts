// The number of ratings of a product with 1, 2, 3, 4 and 5 stars. All figures on its page follow
// from these five numbers.

/** Ratings of 1 to 5 stars, in this order. */
export type RatingCounts = readonly number[];

export const STARS_MAX = 5;
const NO_RATINGS: RatingCounts = [0, 0, 0, 0, 0];

/** The number of ratings. */
export function totalRatings(counts: RatingCounts): number {
  return counts.reduce((total, count) => total + count, 0);
}

/** The mean of the ratings with two decimals, from 1 to 5; 0 without ratings. */
export function meanRating(counts: RatingCounts): number {
  const total = totalRatings(counts);
  if (total === 0) return 0;
  const sum = counts.reduce((running, count, index) => running + count * (index + 1), 0);
  return Math.round((sum / total) * 100) / 100;
}

/** Replaces one rating by another in the counts; undefined stands for none. */
export function replaceRating(
  counts: RatingCounts,
  before: number | undefined,
  after: number | undefined,
): number[] {
  return counts.map((count, index) =>
    Math.max(0, count - (before === index + 1 ? 1 : 0) + (after === index + 1 ? 1 : 0)),
  );
}

/** The rating fields of a product. */
export interface Ratings {
  readonly rating: number;
  readonly reviews: number;
  /** Absent for a product with only a number and a mean, as after an import. */
  readonly ratingCounts?: RatingCounts | undefined;
}

/**
 * The precision of a mean without counts: for up to 5,000 ratings, it determines the sum of their
 * stars.
 */
const MEAN_PRECISION = 10_000;

/** Replaces one rating by another; undefined stands for none. Without counts, none are invented. */
export function ratingsAfter(
  { rating, reviews, ratingCounts }: Ratings,
  before: number | undefined,
  after: number | undefined,
): Ratings {
  const counts = ratingCounts ?? (reviews === 0 ? NO_RATINGS : undefined);
  if (counts !== undefined) {
    const changed = replaceRating(counts, before, after);
    return { rating: meanRating(changed), reviews: totalRatings(changed), ratingCounts: changed };
  }
  const total = Math.max(0, reviews - Number(before !== undefined) + Number(after !== undefined));
  const stars = Math.round(rating * reviews) - (before ?? 0) + (after ?? 0);
  const mean = total === 0 ? 0 : Math.min(STARS_MAX, Math.max(1, stars / total));
  return { rating: Math.round(mean * MEAN_PRECISION) / MEAN_PRECISION, reviews: total };
}

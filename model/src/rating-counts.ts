// How often a product was rated with 1, 2, 3, 4 and 5 stars. All that a page says of its ratings follows from these five numbers.
// Part of the first page's code: no schema library here.

/** Ratings of 1 to 5 stars, in this order. */
export type RatingCounts = readonly number[];

export const STARS_MAX = 5;

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

/** The counts with one rating in place of another; undefined stands for none. */
export function replaceRating(
  counts: RatingCounts,
  before: number | undefined,
  after: number | undefined,
): number[] {
  return counts.map((count, index) =>
    Math.max(0, count - (before === index + 1 ? 1 : 0) + (after === index + 1 ? 1 : 0)),
  );
}

/** Of what the ratings miss to 5 stars, the share that ratings of 1, 2 and 3 stars account for where most ratings are better. */
const SHORTFALL_SHARES = [0.08, 0.09, 0.2] as const;
const MOSTLY_BETTER = 4;

/**
 * Counts for a product that states only how many ratings it has and their mean, as an import does. Their mean is the nearest to the stated
 * one that so many ratings can have.
 */
export function spreadRatings(mean: number, total: number): number[] {
  let shortfall = Math.round((STARS_MAX - Math.min(STARS_MAX, Math.max(1, mean))) * total);
  const counts = SHORTFALL_SHARES.map((share, index) =>
    mean < MOSTLY_BETTER ? 0 : Math.floor((shortfall * share) / (STARS_MAX - 1 - index)),
  );
  let rest = total;
  counts.forEach((count, index) => {
    shortfall -= count * (STARS_MAX - 1 - index);
    rest -= count;
  });
  // Every further rating has the stars that leave the same shortfall to each of those after it.
  counts.push(0, 0);
  for (; rest > 0; rest -= 1) {
    const missing = Math.floor(shortfall / rest);
    shortfall -= missing;
    counts[STARS_MAX - 1 - missing] = (counts[STARS_MAX - 1 - missing] ?? 0) + 1;
  }
  return counts;
}

/** The counts of a product: its own, or for one that states only their number and mean, counts with that mean. */
export function ratingCountsOf(product: {
  readonly rating: number;
  readonly reviews: number;
  readonly ratingCounts?: RatingCounts | undefined;
}): RatingCounts {
  return product.ratingCounts ?? spreadRatings(product.rating, product.reviews);
}

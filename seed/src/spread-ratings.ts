import { STARS_MAX } from '@savepoint/model/rating-counts';

/**
 * The shares of the total shortfall to 5 stars that come from ratings of 1, 2 and 3 stars, if most
 * ratings are better.
 */
const SHORTFALL_SHARES = [0.08, 0.09, 0.2] as const;
const MOSTLY_BETTER = 4;

/**
 * Counts for a sample with a stated number and mean: the closest counts for that number of ratings.
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
  // Each further rating gets the stars that leave the same average shortfall to the remaining ones.
  counts.push(0, 0);
  for (; rest > 0; rest -= 1) {
    const missing = Math.floor(shortfall / rest);
    shortfall -= missing;
    counts[STARS_MAX - 1 - missing] = (counts[STARS_MAX - 1 - missing] ?? 0) + 1;
  }
  return counts;
}

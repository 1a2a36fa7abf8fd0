import { STARS_MAX } from '@savepoint/model/rating-counts';

/**
 * Of what the ratings miss to 5 stars, the share that ratings of 1, 2 and 3 stars account for where
 * most ratings are better.
 */
const SHORTFALL_SHARES = [0.08, 0.09, 0.2] as const;
const MOSTLY_BETTER = 4;

/**
 * Counts for a sample that states how many ratings it has and their mean: theirs is the nearest
 * that so many ratings can have.
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

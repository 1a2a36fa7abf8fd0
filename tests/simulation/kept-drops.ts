/** The smallest drops that once failed, as `npm run simulate` prints them. */
export const KEPT_DROPS: readonly string[] = [];

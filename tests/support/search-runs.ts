// The number of cases of random searches: a few hundred in `npm test`, multiplied by SAVEPOINT_DEEP
// in `npm run test:deep`.

/** The number of runs for fast-check; `count` is that of `npm test`. */
export function runs(count: number): number {
  return count * Number(process.env.SAVEPOINT_DEEP ?? 1);
}

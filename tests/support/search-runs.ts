// How many cases random searches try: a few hundred in `npm test`, and as many times more as
// SAVEPOINT_DEEP says in `npm run test:deep`.

/** The number of runs for fast-check; `count` are those of `npm test`. */
export function runs(count: number): number {
  return count * Number(process.env.SAVEPOINT_DEEP ?? 1);
}

// The random searches of unit tests that state no number of cases: more of them in `npm run
// test:deep`.
import { runs } from './search-runs.ts';

if (process.env.SAVEPOINT_DEEP !== undefined) {
  const { configureGlobal } = await import('fast-check');
  configureGlobal({ numRuns: runs(100) });
}

// A vitest setup file for random searches. `npm test` tries the same cases each time, so that its
// verdict is about the change; `npm run test:deep` tries new ones, and more.
import { configureGlobal } from 'fast-check';
import { runs } from './search-runs.ts';

configureGlobal(process.env.SAVEPOINT_DEEP === undefined ? { seed: 1 } : { numRuns: runs(100) });

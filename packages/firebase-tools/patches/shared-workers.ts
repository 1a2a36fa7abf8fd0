// The Functions emulator gives each function its own process, and another one for each concurrent
// request: about 160 MB each. In production an instance serves many requests at once. Therefore a
// busy worker accepts more requests here, and functions with the same environment share one.
import type { Patch } from '../patch.ts';
import { functionNames } from './function-names.ts';
import { workerEnvironments } from './worker-environments.ts';
import { workerPools } from './worker-pools.ts';
import { workerRequests } from './worker-requests.ts';
import { workerStarts } from './worker-starts.ts';

export const sharedWorkers: Patch = {
  name: 'shared-workers',
  reason: 'functions share workers and serve concurrent requests',
  upstream: ['https://github.com/firebase/firebase-tools/issues/5134', 'docs/upstream/worker-ends.md'],
  modules: [workerPools, workerRequests, workerEnvironments, workerStarts, functionNames],
};

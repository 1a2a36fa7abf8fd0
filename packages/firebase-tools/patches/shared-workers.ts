// The Functions emulator gives each function a process of its own, and each concurrent request of a
// function a further one: about 160 MB each. In production an instance serves many requests at
// once, so here a busy worker accepts further requests, and functions with the same environment
// share one.
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

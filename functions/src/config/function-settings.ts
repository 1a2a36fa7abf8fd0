// How every function is deployed: instances, requests that an instance takes at once, memory and
// time. Who needs something else than the default has a line here, with its reason; figures are of
// `npm run simulate -- --seed 7 --shoppers 20000 --units 400` unless they say otherwise.
import type { MemoryOption } from 'firebase-functions';

interface FunctionSettings {
  readonly maxInstances: number;
  readonly concurrency: number;
  readonly memory: MemoryOption;
  readonly timeoutSeconds: number;
}

const DEFAULTS: FunctionSettings = {
  // A bound for what a mistake costs: ten instances bear the rush of the simulation.
  maxInstances: 100,
  // Cloud Run's own. A request of a drop or an order waits for Firestore most of its time.
  concurrency: 80,
  memory: '256MiB',
  // An order gives up after 45 seconds.
  timeoutSeconds: 60,
};

/** By the name of the function. */
export const EXCEPTIONS: Readonly<Record<string, Partial<FunctionSettings>>> = {
  // An instance is busy with 250 entries a second long before 80 of them wait, so that Cloud Run,
  // which counts those that wait, starts others too late: with 80, 95 % of a draw's entries are
  // answered in 0.7 s, with 20 in 0.4 s.
  enterDrop: { concurrency: 20 },
  // Counts are worth no more than that, whoever sends visits.
  recordVisit: { maxInstances: 4 },
  // The renderer, and 200 cached reads.
  renderPage: { memory: '512MiB' },
  // A picture of 50 million pixels takes about 300 MB while it is decoded.
  processImage: { memory: '1GiB', concurrency: 2, timeoutSeconds: 120 },
  deleteUnusedImages: { timeoutSeconds: 540 },
  // Shorter than two of its intervals, so that at most two runs overlap.
  expireOrders: { timeoutSeconds: 420 },
  // A draw of a million tickets is ranked at once; what is not done in time goes on a minute later.
  advanceDrops: { memory: '1GiB', timeoutSeconds: 300 },
  // A catalog of 20,000 products, read page by page from the platform.
  syncProducts: { memory: '512MiB', timeoutSeconds: 540 },
  syncDaily: { memory: '512MiB', timeoutSeconds: 540 },
  undoSync: { memory: '512MiB', timeoutSeconds: 540 },
};

/** How a function is deployed, by the name that it is exported under. */
export function functionSettings(name: string): FunctionSettings {
  return { ...DEFAULTS, ...EXCEPTIONS[name] };
}

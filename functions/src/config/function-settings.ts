// Deployment settings of every function: instances, concurrency, memory and timeout. Each exception
// to the defaults has a line with its reason; figures are from `npm run simulate -- --seed 7
// --shoppers 20000 --units 400` unless stated otherwise.
import type { MemoryOption } from 'firebase-functions';

interface FunctionSettings {
  readonly maxInstances: number;
  readonly concurrency: number;
  readonly memory: MemoryOption;
  readonly timeoutSeconds: number;
}

const DEFAULTS: FunctionSettings = {
  // Caps the cost of a mistake: the simulated rush needs ten instances.
  maxInstances: 100,
  // Cloud Run's default. Requests of drops and orders mostly wait for Firestore.
  concurrency: 80,
  memory: '256MiB',
  // An order gives up after 45 seconds.
  timeoutSeconds: 60,
};

/** By function name. */
export const EXCEPTIONS: Readonly<Record<string, Partial<FunctionSettings>>> = {
  // An instance is busy at 250 entries a second long before 80 of them wait, so Cloud Run, which
  // counts waiting requests, starts others too late: with 80, 95 % of a draw's entries are answered
  // in 0.7 s, with 20 in 0.4 s.
  enterDrop: { concurrency: 20 },
  // Caps the cost of visit reports, which anybody can send.
  recordVisit: { maxInstances: 4 },
  // The renderer, and 200 cached reads.
  renderPage: { memory: '512MiB' },
  // Decoding a picture of 50 million pixels takes about 300 MB.
  processImage: { memory: '1GiB', concurrency: 2, timeoutSeconds: 120 },
  deleteUnusedImages: { timeoutSeconds: 540 },
  // Shorter than two of its intervals, so that at most two runs overlap.
  expireOrders: { timeoutSeconds: 420 },
  // Ranks a draw of a million tickets in one run; the next run, a minute later, continues
  // unfinished work.
  advanceDrops: { memory: '1GiB', timeoutSeconds: 300 },
  // A catalog of 20,000 products, read page by page from the platform.
  syncProducts: { memory: '512MiB', timeoutSeconds: 540 },
  syncDaily: { memory: '512MiB', timeoutSeconds: 540 },
  undoSync: { memory: '512MiB', timeoutSeconds: 540 },
};

/** The deployment settings of a function, by its exported name. */
export function functionSettings(name: string): FunctionSettings {
  return { ...DEFAULTS, ...EXCEPTIONS[name] };
}

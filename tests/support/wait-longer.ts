// A vitest setup file. Results usually arrive at once, but on a busy machine after more than the
// default of a second, which must not decide whether a test passes.
import { vi } from 'vitest';

const WAIT_MS = 30_000;

type Waits = Pick<typeof vi, 'waitFor' | 'waitUntil'>;
type Options = Parameters<Waits['waitFor']>[1];

/** Several files share a worker: its waits are changed once. */
const workerWide = globalThis as { savepointWaitsLonger?: true };

const longer = (options: Options): Options =>
  typeof options === 'number' ? options : { timeout: WAIT_MS, ...options };

if (workerWide.savepointWaitsLonger === undefined) {
  workerWide.savepointWaitsLonger = true;
  const { waitFor, waitUntil } = vi;
  const waits: Waits = {
    waitFor: (callback, options) => waitFor(callback, longer(options)),
    waitUntil: (callback, options) => waitUntil(callback, longer(options)),
  };
  Object.assign(vi, waits);
}

// Whether the shop can be reached, live. `navigator.onLine` is trusted if it is true. If it is
// false, the shop is probed: browsers report a machine without a network as offline even if the
// shop runs on that machine.
import { CONNECTIVITY_PROBE_TIMEOUT_MS } from '../config/constants.ts';

/** A file on this origin that the service worker does not cache. */
export const SAME_ORIGIN_PROBE_URL = '/favicon.svg';
const PROBE_INTERVAL_MS = 3000;

const listeners = new Set<() => void>();
/** The result of the last probe; true until the first one, so that no offline notice flickers. */
let serverReachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Tells whether a URL can be reached; any response counts, whatever its status. Never rejects. */
export async function probeReachability(url: string): Promise<boolean> {
  try {
    await fetch(url, {
      method: 'HEAD',
      mode: 'no-cors',
      cache: 'no-store',
      signal: AbortSignal.timeout(CONNECTIVITY_PROBE_TIMEOUT_MS),
    });
    return true;
  } catch {
    return false;
  }
}

/** False while the shop cannot be reached. */
export function isOnline(): boolean {
  return navigator.onLine || serverReachable;
}

async function updateStatus(): Promise<void> {
  clearTimeout(timer);
  const isReachable = navigator.onLine || (await probeReachability(SAME_ORIGIN_PROBE_URL));
  if (listeners.size === 0) return;
  serverReachable = isReachable;
  for (const listener of listeners) listener();
  if (!navigator.onLine) timer = setTimeout(updateStatus, PROBE_INTERVAL_MS);
}

/** Calls `listener` whenever `isOnline()` may have changed. The returned function unsubscribes. */
export function subscribeToNetwork(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('online', updateStatus);
    addEventListener('offline', updateStatus);
    void updateStatus();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('online', updateStatus);
    removeEventListener('offline', updateStatus);
    clearTimeout(timer);
  };
}

// Owns whether there is a network to the shop, live. The browser's word counts, except where it says no and the shop
// answers all the same: a browser takes a machine without any network for offline, with the shop on that very machine.
import { CONNECTIVITY_PROBE_TIMEOUT_MS } from '../config/constants.ts';

/** On this origin, never kept by the service worker. */
export const SAME_ORIGIN_PROBE_URL = '/robots.txt';
const PROBE_INTERVAL_MS = 3000;

const listeners = new Set<() => void>();
/** Whether the shop answered when it was last asked; taken for granted until then, so that nothing flickers. */
let serverReachable = true;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether an address answers at all, with whatever. */
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

/** False while there is no network, as far as is known now. */
export function isOnline(): boolean {
  return navigator.onLine || serverReachable;
}

async function updateStatus(): Promise<void> {
  clearTimeout(timer);
  const answers = navigator.onLine || (await probeReachability(SAME_ORIGIN_PROBE_URL));
  if (listeners.size === 0) return;
  serverReachable = answers;
  for (const listener of listeners) listener();
  if (!navigator.onLine) timer = setTimeout(updateStatus, PROBE_INTERVAL_MS);
}

/** Calls `listener` whenever the answer of `isOnline` may have changed, until the returned function is called. */
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

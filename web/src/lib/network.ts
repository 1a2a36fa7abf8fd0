// Owns whether there is a network to the shop, live. The browser's word counts, except where it says no and the shop
// answers all the same: a browser takes a machine without any network for offline, with the shop on that very machine.
import { CONNECTIVITY_PROBE_TIMEOUT_MS } from '../config/constants.ts';

/** On this origin, never kept by the service worker. */
export const OWN_PROBE_URL = '/robots.txt';
const ASKED_AGAIN_MS = 3000;

const listeners = new Set<() => void>();
/** Whether the shop answered when it was last asked; taken for granted until then, so that nothing flickers. */
let answered = true;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Whether an address answers at all, with whatever. */
export async function probe(url: string): Promise<boolean> {
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
  return navigator.onLine || answered;
}

async function ask(): Promise<void> {
  clearTimeout(timer);
  const answers = navigator.onLine || (await probe(OWN_PROBE_URL));
  if (listeners.size === 0) return;
  answered = answers;
  for (const listener of listeners) listener();
  if (!navigator.onLine) timer = setTimeout(ask, ASKED_AGAIN_MS);
}

/** Calls `listener` whenever the answer of `isOnline` may have changed, until the returned function is called. */
export function watchNetwork(listener: () => void): () => void {
  if (listeners.size === 0) {
    addEventListener('online', ask);
    addEventListener('offline', ask);
    void ask();
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    removeEventListener('online', ask);
    removeEventListener('offline', ask);
    clearTimeout(timer);
  };
}

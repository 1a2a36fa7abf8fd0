// Owns the answer to "is there a network": the browser's flag, then a reachability probe. Knows nothing of data.
import { CONNECTIVITY_PROBE_SHARED_MS } from '../config/constants.ts';
import { probeReachability, SAME_ORIGIN_PROBE_URL } from './network.ts';

/** A public address that answers everywhere; used outside demo projects unless configured otherwise. */
const PUBLIC_PROBE_URL = 'https://www.google.com/favicon.ico';

let lastProbe: { readonly at: number; readonly result: Promise<boolean> } | undefined;

/** Where to probe: a demo project never leaves its own origin. */
export function probeUrl(isDemo: boolean, configured: string | undefined): string {
  return isDemo ? SAME_ORIGIN_PROBE_URL : configured || PUBLIC_PROBE_URL;
}

/**
 * Whether the network answers. Warns 'No network connectivity detected' when not; never throws. Operations that start
 * together share one probe.
 */
export async function checkConnectivity(url: string, now = Date.now()): Promise<boolean> {
  if (!navigator.onLine) {
    console.warn('No network connectivity detected');
    return false;
  }
  if (lastProbe === undefined || now - lastProbe.at > CONNECTIVITY_PROBE_SHARED_MS) {
    lastProbe = { at: now, result: probeReachability(url) };
  }
  const reachable = await lastProbe.result;
  if (!reachable) {
    lastProbe = undefined;
    console.warn('No network connectivity detected');
  }
  return reachable;
}

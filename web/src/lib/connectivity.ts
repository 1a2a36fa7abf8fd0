import { CONNECTIVITY_PROBE_SHARED_MS } from '../config/constants.ts';
import { probeReachability, SAME_ORIGIN_PROBE_URL } from './network.ts';

/** Probed outside demo projects unless configured otherwise. */
const PUBLIC_PROBE_URL = 'https://www.google.com/favicon.ico';

let lastProbe: { readonly at: number; readonly result: Promise<boolean> } | undefined;

/** The URL of the reachability probe. A demo project never leaves its own origin. */
export function probeUrl(isDemo: boolean, configured: string | undefined): string {
  return isDemo ? SAME_ORIGIN_PROBE_URL : configured || PUBLIC_PROBE_URL;
}

/**
 * Tells whether the network is reachable: by the browser's own flag, then by a probe that all
 * operations within 30 seconds share. If not, warns 'No network connectivity detected'. Never
 * rejects.
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

import { setTimeout as delay } from 'node:timers/promises';
import { serverUrl } from '../config/environment.ts';
import { UserError } from '../user-error.ts';

const POLL_MS = 30;
const REQUEST_TIMEOUT_MS = 2000;
const TIMEOUT_MS = 120_000;

/**
 * Resolves when a server responds to HTTP on the port with any status, or when `shouldStop` returns
 * true. An open port is not enough: firebase-tools briefly opens each port to see whether it is
 * free.
 * @throws UserError after two minutes
 */
export async function waitForHttp(name: string, port: number, shouldStop: () => boolean): Promise<void> {
  const deadline = Date.now() + TIMEOUT_MS;
  while (!(await responds(port))) {
    if (shouldStop()) return;
    if (Date.now() > deadline) {
      throw new UserError(
        `${name} does not respond on port ${port} after ${TIMEOUT_MS / 1000} s`,
        'See its output.',
      );
    }
    await delay(POLL_MS);
  }
}

async function responds(port: number): Promise<boolean> {
  try {
    const response = await fetch(serverUrl(port), { signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) });
    await response.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

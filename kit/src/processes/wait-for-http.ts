// Owns waiting for a server to answer HTTP. It must not judge what the server answers.
import { setTimeout as delay } from 'node:timers/promises';
import { serverUrl } from '../config/environment.ts';
import { UserError } from '../user-error.ts';

const POLL_MS = 30;
const ANSWER_LIMIT_MS = 2000;
const LIMIT_MS = 120_000;

/**
 * Resolves when something on the port answers a request with whatever status; `giveUp` ends the wait early. An open port is not enough:
 * firebase-tools opens each of its ports for a moment to see whether it is free.
 */
export async function waitForHttp(name: string, port: number, giveUp: () => boolean): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await responds(port))) {
    if (giveUp()) return;
    if (Date.now() > deadline) {
      throw new UserError(
        `${name} does not answer on port ${port} after ${LIMIT_MS / 1000} s`,
        'See its output.',
      );
    }
    await delay(POLL_MS);
  }
}

async function responds(port: number): Promise<boolean> {
  try {
    const answer = await fetch(serverUrl(port), { signal: AbortSignal.timeout(ANSWER_LIMIT_MS) });
    await answer.arrayBuffer();
    return true;
  } catch {
    return false;
  }
}

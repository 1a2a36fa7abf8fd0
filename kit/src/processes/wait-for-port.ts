// Owns waiting for a server to listen. It must not judge what the server answers.
import { connect } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { Complaint } from '../complaint.ts';
import { HOST } from '../ports.ts';

const POLL_MS = 30;
const LIMIT_MS = 60_000;

/** Resolves when something accepts connections on the port; `giveUp` ends the wait early. */
export async function waitForPort(name: string, port: number, giveUp: () => boolean): Promise<void> {
  const deadline = Date.now() + LIMIT_MS;
  while (!(await accepts(port))) {
    if (giveUp()) return;
    if (Date.now() > deadline)
      throw new Complaint(
        `${name} does not listen on port ${port} after ${LIMIT_MS / 1000} s`,
        'See its log.',
      );
    await delay(POLL_MS);
  }
}

function accepts(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host: HOST, port });
    socket.once('connect', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

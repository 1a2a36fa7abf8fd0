import { setTimeout as delay } from 'node:timers/promises';
import { findRunProcesses } from './run-processes.ts';

/** Ctrl+C may take two seconds in all; this leaves time for the rest of it. */
const GRACE_PERIOD_MS = 1200;
const POLL_MS = 40;

/** Sends SIGTERM to every process of the run, then SIGKILL after the grace period. Resolves when none is left. */
export async function terminateRun(runId: string, roots: readonly number[]): Promise<void> {
  const deadline = Date.now() + GRACE_PERIOD_MS;
  let left = findRunProcesses(runId, roots);
  signalAll(left, 'SIGTERM');
  while (left.length > 0 && Date.now() < deadline) {
    await delay(POLL_MS);
    left = findRunProcesses(runId, left);
  }
  while (left.length > 0) {
    signalAll(left, 'SIGKILL');
    await delay(POLL_MS);
    left = findRunProcesses(runId, left);
  }
}

function signalAll(pids: readonly number[], signal: NodeJS.Signals): void {
  for (const pid of pids) {
    try {
      process.kill(pid, signal);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

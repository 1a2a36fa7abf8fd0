// Owns ending all processes of a run: asked first, killed after a grace period. It knows no process by name.
import { setTimeout as delay } from 'node:timers/promises';
import { findRunProcesses } from './run-processes.ts';

/** Leaves time for the rest of the two seconds that Ctrl+C may take. */
const GRACE_MS = 1200;
const POLL_MS = 40;

/** Resolves when no process of the run is left. */
export async function terminateRun(runId: string, roots: readonly number[]): Promise<void> {
  const deadline = Date.now() + GRACE_MS;
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

import { setTimeout as delay } from 'node:timers/promises';
import { type ProcessIdentity, type ProcessTable, systemProcessTable } from './process-table.ts';
import { findProcessTree, findRunProcesses, isOfRun } from './run-processes.ts';

/** Ctrl+C may take two seconds in total; this leaves time for the remaining steps. */
const GRACE_PERIOD_MS = 1200;
/** A killed process remains while it waits for an unresponsive device. */
const KILL_PERIOD_MS = 5000;
const POLL_MS = 40;

export interface TerminateOptions {
  readonly table?: ProcessTable;
  /** Receives one line about processes that could not be ended. */
  readonly report?: (line: string) => void;
}

/**
 * Sends SIGTERM to every process of the run, then SIGKILL after the grace period. Resolves when
 * none is left, except those that it may not signal or that survive SIGKILL. It signals only
 * processes of the run: see `findRunProcesses`.
 * @param roots processes that the kit started and that had not exited
 */
export async function terminateRun(
  runId: string,
  roots: readonly ProcessIdentity[],
  { table = systemProcessTable, report = (line) => process.stderr.write(`${line}\n`) }: TerminateOptions = {},
): Promise<void> {
  const failures = await terminate(
    table,
    roots.filter((root) => isOfRun(table, runId, root)),
    (known) => findRunProcesses(table, runId, known),
  );
  if (failures.size > 0) report(`savepoint: processes of this run could not be ended: ${format(failures)}`);
}

/**
 * Ends one process and its descendants, as `terminateRun` does for a whole run.
 * @throws Error naming those that could not be ended
 */
export async function terminateTree(root: ProcessIdentity, table = systemProcessTable): Promise<void> {
  const failures = await terminate(table, [root], (known) => findProcessTree(table, known));
  if (failures.size > 0) throw new Error(`These processes could not be ended: ${format(failures)}`);
}

/**
 * Ends the processes that an exited process of the run left in its group, and their descendants.
 * Those that could not be ended are ended with the run.
 */
export async function terminateGroup(
  runId: string,
  group: number,
  table = systemProcessTable,
): Promise<void> {
  const left = table.list().filter((row) => row.group === group && isOfRun(table, runId, row));
  await terminate(table, left, (known) => findProcessTree(table, known));
}

function format(failures: ReadonlyMap<number, string>): string {
  return [...failures].map(([pid, failure]) => `${pid} (${failure})`).join(', ');
}

/** Returns the remaining processes with the reason. */
async function terminate(
  table: ProcessTable,
  roots: readonly ProcessIdentity[],
  find: (known: readonly ProcessIdentity[]) => ProcessIdentity[],
): Promise<Map<number, string>> {
  const failures = new Map<number, string>();
  const findLeft = (known: readonly ProcessIdentity[]) => find(known).filter(({ pid }) => !failures.has(pid));
  const signalAll = (processes: readonly ProcessIdentity[], signal: NodeJS.Signals) => {
    for (const identity of processes) {
      const failure = signalProcess(table, identity, signal);
      if (failure !== undefined) failures.set(identity.pid, failure);
    }
  };
  const startedAt = Date.now();
  let left = findLeft(roots);
  signalAll(left, 'SIGTERM');
  while (left.length > 0 && Date.now() < startedAt + GRACE_PERIOD_MS) {
    await delay(POLL_MS);
    left = findLeft(left);
  }
  while (left.length > 0 && Date.now() < startedAt + GRACE_PERIOD_MS + KILL_PERIOD_MS) {
    signalAll(left, 'SIGKILL');
    await delay(POLL_MS);
    left = findLeft(left);
  }
  for (const { pid } of left) failures.set(pid, 'survived SIGKILL');
  return failures;
}

/** Returns the reason if the process could not be signaled. An exited process needs no signal. */
function signalProcess(
  table: ProcessTable,
  { pid, startTime }: ProcessIdentity,
  signal: NodeJS.Signals,
): string | undefined {
  // The list may be outdated: the id may belong to another process by now.
  if (table.startTimeOf(pid) !== startTime) return undefined;
  try {
    table.signal(pid, signal);
    return undefined;
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    return code === 'ESRCH' ? undefined : (code ?? message);
  }
}

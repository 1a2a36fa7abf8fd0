import { type ProcessIdentity, type ProcessTable, RUN_ID_VARIABLE } from './process-table.ts';

/**
 * The live processes of a run: the given ones that still run, those that carry the run id in their
 * environment (if it can be read), and all descendants of both, because some programs start
 * children with another environment. A process with a given id but another start time is unrelated.
 * Excludes the calling process.
 */
export function findRunProcesses(
  table: ProcessTable,
  runId: string,
  known: readonly ProcessIdentity[],
): ProcessIdentity[] {
  return withDescendants(table, known, (pid) => hasRunId(table, runId, pid));
}

/** The given processes that still run, and all their descendants. Excludes the calling process. */
export function findProcessTree(table: ProcessTable, known: readonly ProcessIdentity[]): ProcessIdentity[] {
  return withDescendants(table, known, () => false);
}

function withDescendants(
  table: ProcessTable,
  known: readonly ProcessIdentity[],
  isIncluded: (pid: number) => boolean,
): ProcessIdentity[] {
  const rows = table.list();
  const knownStartTimes = new Map(known.map(({ pid, startTime }) => [pid, startTime]));
  const startTimes = new Map<number, number>();
  for (const { pid, startTime } of rows) {
    if (knownStartTimes.get(pid) === startTime || isIncluded(pid)) startTimes.set(pid, startTime);
  }
  for (let before = -1; before !== startTimes.size; ) {
    before = startTimes.size;
    for (const { pid, parent, startTime } of rows) {
      // Rows are read one after another. If a row is older than its parent's, its parent id
      // belonged to an earlier process.
      if (startTime >= (startTimes.get(parent) ?? Number.POSITIVE_INFINITY)) startTimes.set(pid, startTime);
    }
  }
  return rows.filter(({ pid }) => startTimes.has(pid) && pid !== process.pid);
}

/**
 * Returns whether a started process belongs to the run: if its environment can be read, it must
 * contain the run id.
 */
export function isOfRun(table: ProcessTable, runId: string, { pid }: ProcessIdentity): boolean {
  return table.environmentOf(pid) === undefined || hasRunId(table, runId, pid);
}

function hasRunId(table: ProcessTable, runId: string, pid: number): boolean {
  return table.environmentOf(pid)?.includes(`${RUN_ID_VARIABLE}=${runId}`) ?? false;
}

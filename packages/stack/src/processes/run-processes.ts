import { type ProcessIdentity, type ProcessTable, RUN_ID_VARIABLE } from './process-table.ts';

/**
 * The live processes of a run: those of the given ones that still run, those that carry the run id
 * in their environment (where it can be read), and all descendants of both, because some programs
 * start children with an environment of their own. A process that has the id of a given one but
 * another start time is another process. The calling process is left out.
 */
export function findRunProcesses(
  table: ProcessTable,
  runId: string,
  known: readonly ProcessIdentity[],
): ProcessIdentity[] {
  return withDescendants(table, known, (pid) => hasRunId(table, runId, pid));
}

/**
 * Those of the given processes that still run, and all descendants of them. The calling process is
 * left out.
 */
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
      // Rows are read one after another: a row that is older than its parent's names the process
      // that had the parent's id before.
      if (startTime >= (startTimes.get(parent) ?? Number.POSITIVE_INFINITY)) startTimes.set(pid, startTime);
    }
  }
  return rows.filter(({ pid }) => startTimes.has(pid) && pid !== process.pid);
}

/**
 * Whether a started process is of the run: where its environment can be read, it must contain the
 * run id.
 */
export function isOfRun(table: ProcessTable, runId: string, { pid }: ProcessIdentity): boolean {
  return table.environmentOf(pid) === undefined || hasRunId(table, runId, pid);
}

function hasRunId(table: ProcessTable, runId: string, pid: number): boolean {
  return table.environmentOf(pid)?.includes(`${RUN_ID_VARIABLE}=${runId}`) ?? false;
}

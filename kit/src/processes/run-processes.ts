import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Every process of a run has this environment variable; its value is the run id. */
export const RUN_ID_VARIABLE = 'SAVEPOINT_RUN';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
}

/**
 * Ids of the live processes of a run: the given ones, those that carry the run id in their environment (Linux only, where it can be read),
 * and all descendants of both, because some programs start children with an environment of their own. The calling process is left out.
 */
export function findRunProcesses(runId: string, known: readonly number[]): number[] {
  const rows = process.platform === 'linux' ? rowsFromProc() : rowsFromPs();
  const found = new Set([...known, ...rows.map(({ pid }) => pid).filter((pid) => hasRunId(pid, runId))]);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const { pid, parent } of rows) if (found.has(parent)) found.add(pid);
  }
  return rows.map(({ pid }) => pid).filter((pid) => found.has(pid) && pid !== process.pid);
}

/** /proc/PID/stat is `pid (name) state ppid ...`. The name may contain anything, so fields count from the last parenthesis. */
function rowsFromProc(): ProcessRow[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const stat = readFileSync(`/proc/${name}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        return state === 'Z' ? [] : [{ pid: Number(name), parent: Number(parent) }];
      } catch {
        return [];
      }
    });
}

function rowsFromPs(): ProcessRow[] {
  return spawnSync('ps', ['-axo', 'pid=,ppid=,stat='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/))
    .filter(([, , state]) => !state?.startsWith('Z'))
    .map(([pid, parent]) => ({ pid: Number(pid), parent: Number(parent) }));
}

function hasRunId(pid: number, runId: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(`${RUN_ID_VARIABLE}=${runId}`);
  } catch {
    return false;
  }
}

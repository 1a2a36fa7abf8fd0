// Owns the question "which processes belong to a run?", asked of the operating system. It must not end any.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Every process the kit starts carries this variable; its value names the run. */
export const RUN_ID_VARIABLE = 'SAVEPOINT_RUN';

interface ProcessRow {
  readonly pid: number;
  readonly parent: number;
}

/**
 * Process ids alive that belong to a run: those that carry its mark (Linux, where the environment can be read), the known ones, and all
 * descendants of both; some programs start children with an environment of their own. Never includes the asking process.
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

/** /proc/PID/stat is `pid (name) state ppid ...`; the name may hold anything, so fields count from its last parenthesis. */
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

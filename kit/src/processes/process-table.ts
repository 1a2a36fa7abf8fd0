// Owns the question "which processes belong to a run?", asked of the operating system. It must not end any.
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';

/** Every process the kit starts carries this variable; its value names the run. */
export const RUN_MARK = 'SAVEPOINT_RUN';

/**
 * Process ids that belong to a run: those that carry its mark (Linux, where the environment can be read), else the given roots with
 * all their descendants. Never includes the asking process.
 */
export function processesOfRun(runId: string, roots: readonly number[]): number[] {
  const found = process.platform === 'linux' ? markedProcesses(runId) : withDescendants(roots);
  return found.filter((pid) => pid !== process.pid);
}

function markedProcesses(runId: string): number[] {
  const mark = `${RUN_MARK}=${runId}`;
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((pid) => {
      try {
        return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(mark) && !isZombie(pid);
      } catch {
        return false;
      }
    })
    .map(Number);
}

function isZombie(pid: string): boolean {
  const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
  return stat.slice(stat.lastIndexOf(')') + 2).startsWith('Z');
}

function withDescendants(roots: readonly number[]): number[] {
  const rows = spawnSync('ps', ['-axo', 'pid=,ppid='], { encoding: 'utf8' })
    .stdout.trim()
    .split('\n')
    .map((row) => row.trim().split(/\s+/).map(Number) as [number, number]);
  const found = new Set(roots);
  for (let before = -1; before !== found.size; ) {
    before = found.size;
    for (const [pid, parent] of rows) if (found.has(parent)) found.add(pid);
  }
  return rows.map(([pid]) => pid).filter((pid) => found.has(pid));
}

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { processEnvironment } from '../config/process-environment.ts';

/** Every process of a run has this environment variable, set to the run id. */
export const RUN_ID_VARIABLE = 'SAVEPOINT_RUN';

/**
 * Identifies one process uniquely: the system may reuse the id of an exited process, but with
 * another start time.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot on Linux; milliseconds since the epoch, in whole seconds, elsewhere. */
  readonly startTime: number;
}

interface ProcessRow extends ProcessIdentity {
  readonly parent: number;
  /** The process group id: the id of the process that created the group. */
  readonly group: number;
}

/** Access to this machine's processes. Tests pass their own. */
export interface ProcessTable {
  /** Running processes, without zombies. */
  list(): readonly ProcessRow[];
  /** Start time of the process with this id; undefined if there is none. */
  startTimeOf(pid: number): number | undefined;
  /** `NAME=value` lines of a process's environment; undefined if it cannot be read. */
  environmentOf(pid: number): readonly string[] | undefined;
  /** Throws like `process.kill`. */
  signal(pid: number, signal: NodeJS.Signals): void;
}

interface StatRow extends ProcessRow {
  readonly isZombie: boolean;
}

const signal = (pid: number, name: NodeJS.Signals): void => {
  process.kill(pid, name);
};

const linuxProcessTable: ProcessTable = {
  list: () =>
    readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readStat(Number(name)) ?? [])
      .filter(({ isZombie }) => !isZombie),
  startTimeOf: (pid) => readStat(pid)?.startTime,
  environmentOf(pid) {
    try {
      return readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0');
    } catch {
      return undefined;
    }
  },
  signal,
};

/** Reads the table from `ps`, for systems without /proc. It cannot read environments. */
export const psProcessTable: ProcessTable = {
  list: () => readPs(['-ax']).filter(({ isZombie }) => !isZombie),
  startTimeOf: (pid) => readPs(['-p', String(pid)])[0]?.startTime,
  environmentOf: () => undefined,
  signal,
};

export const systemProcessTable = process.platform === 'linux' ? linuxProcessTable : psProcessTable;

/**
 * /proc/PID/stat is `pid (name) state ppid ... starttime ...`. The name may contain any character,
 * so fields are counted from the last parenthesis.
 */
function readStat(pid: number): StatRow | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // The third field in proc_pid_stat(5) comes first: state 3, ppid 4, pgrp 5, starttime 22.
    return {
      pid,
      isZombie: fields[0] === 'Z',
      parent: Number(fields[1]),
      group: Number(fields[2]),
      startTime: Number(fields[19]),
    };
  } catch {
    return undefined;
  }
}

function readPs(selection: readonly string[]): StatRow[] {
  const { stdout } = spawnSync('ps', [...selection, '-o', 'pid=,ppid=,pgid=,stat=,lstart='], {
    encoding: 'utf8',
    env: { ...processEnvironment(), LC_ALL: 'C' },
  });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter((fields) => fields.length > 4)
    .map(([pid, parent, group, state, ...started]) => ({
      pid: Number(pid),
      parent: Number(parent),
      group: Number(group),
      isZombie: state?.startsWith('Z') ?? false,
      startTime: Date.parse(started.join(' ')),
    }));
}

import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { processEnvironment } from '../config/process-environment.ts';

/** Every process of a run has this environment variable; its value is the run id. */
export const RUN_ID_VARIABLE = 'SAVEPOINT_RUN';

/**
 * One process for all time: the system gives the id of a process that has exited to another, but
 * with another start time.
 */
export interface ProcessIdentity {
  readonly pid: number;
  /** Clock ticks since boot on Linux; milliseconds since the epoch, in whole seconds, elsewhere. */
  readonly startTime: number;
}

/** A process that runs. */
interface ProcessRow extends ProcessIdentity {
  readonly parent: number;
  /** Id of its process group, which is that of the process that began the group. */
  readonly group: number;
}

/** The processes of this machine. Tests pass their own. */
export interface ProcessTable {
  /** The processes that run; those that have exited and wait for their parent are left out. */
  list(): readonly ProcessRow[];
  /** Start time of the process that has the id now; undefined when there is none. */
  startTimeOf(pid: number): number | undefined;
  /** `NAME=value` lines of a process's environment; undefined where it cannot be read. */
  environmentOf(pid: number): readonly string[] | undefined;
  /** Throws as `process.kill` does. */
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

/** The table as `ps` shows it, for systems without /proc. Environments cannot be read there. */
export const psProcessTable: ProcessTable = {
  list: () => readPs(['-ax']).filter(({ isZombie }) => !isZombie),
  startTimeOf: (pid) => readPs(['-p', String(pid)])[0]?.startTime,
  environmentOf: () => undefined,
  signal,
};

/** The processes of this machine. */
export const systemProcessTable = process.platform === 'linux' ? linuxProcessTable : psProcessTable;

/**
 * /proc/PID/stat is `pid (name) state ppid ... starttime ...`. The name may contain anything, so
 * fields count from the last parenthesis.
 */
function readStat(pid: number): StatRow | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    // Numbered from the third field in proc_pid_stat(5): state 3, ppid 4, pgrp 5, starttime 22.
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

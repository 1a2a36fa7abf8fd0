import { readFileSync } from 'node:fs';

/** Milliseconds per unit of /proc, constant on Linux. */
const TICK_MS = 10;
const KIB = 1024;

/** The processor time of a process in milliseconds. */
export function processorMs(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

/** The memory of a process in MiB. */
export interface Memory {
  /** RSS: all pages in memory, with those of Node's binary, of which processes share one copy. */
  readonly resident: number;
  /** RssAnon: the pages that are its own. */
  readonly own: number;
  /** PSS: the own pages, and of the shared ones its share. */
  readonly proportional: number;
}

export function memoryOf(pid: number): Memory {
  const read = (file: string, field: string) =>
    Number(new RegExp(`^${field}:\\s+(\\d+)`, 'm').exec(readFileSync(`/proc/${pid}/${file}`, 'utf8'))?.[1]) /
    KIB;
  return {
    resident: read('status', 'VmRSS'),
    own: read('status', 'RssAnon'),
    proportional: read('smaps_rollup', 'Pss'),
  };
}

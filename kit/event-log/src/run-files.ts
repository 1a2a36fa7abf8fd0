import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const STORED_RUNS = 10;
/** `2026-11-23T05-16-06.123Z-4711.sqlite`: the time of the start, which sorts, and the id of the process that writes it. */
const FILE = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-(\d+)\.sqlite$/;

/**
 * Names the file of a new run and deletes those of old ones: the last ten remain, and besides them files that are pinned (`FILE.pin` lies
 * next to it) or whose process still runs.
 * @throws the system's error when the folder cannot be created or read
 */
export function createRunFile(folder: string, now: Date, pid = process.pid): string {
  mkdirSync(folder, { recursive: true });
  const old = readdirSync(folder)
    .filter((name) => FILE.test(name))
    .sort()
    .reverse();
  for (const name of old.filter((each) => !isPinned(folder, each)).slice(STORED_RUNS - 1)) {
    if (isAlive(Number(FILE.exec(name)?.[1]))) continue;
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, name + suffix), { force: true });
  }
  return join(folder, `${now.toISOString().replaceAll(':', '-')}-${pid}.sqlite`);
}

function isPinned(folder: string, name: string): boolean {
  return existsSync(join(folder, `${name}.pin`));
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

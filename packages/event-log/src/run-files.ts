import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const STORED_RUNS = 10;
/**
 * `2026-11-23T05-16-06.123Z-4711.sqlite`: the time of the start, which sorts, and the id of the
 * process whose run it is.
 */
const FILE = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-(\d+)\.sqlite$/;

/** The name of a run that starts now: `2026-11-23T05-16-06.123Z-4711`. */
export function createRunName(now = new Date(), pid = process.pid): string {
  return `${now.toISOString().replaceAll(':', '-')}-${pid}`;
}

/**
 * Creates the file of a run, which is there already when the event log is started again in it, and
 * deletes those of old runs: the last ten remain, and besides them files that are pinned
 * (`FILE.pin` lies next to it) or whose process still runs.
 * @param run as createRunName names it
 * @throws the system's error when the folder cannot be created or read
 */
export function createRunFile(folder: string, run: string): string {
  const file = `${run}.sqlite`;
  if (!FILE.test(file)) throw new Error(`${run} is no name of a run, such as ${createRunName()}.`);
  mkdirSync(folder, { recursive: true });
  const old = readdirSync(folder)
    .filter((name) => FILE.test(name) && name !== file)
    .sort()
    .reverse();
  for (const name of old.filter((each) => !isPinned(folder, each)).slice(STORED_RUNS - 1)) {
    if (isAlive(Number(FILE.exec(name)?.[1]))) continue;
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, name + suffix), { force: true });
  }
  // SQLite gives its other files the mode of this one. What is recorded is for its user only.
  closeSync(openSync(join(folder, file), 'a', 0o600));
  return join(folder, file);
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

import { closeSync, existsSync, mkdirSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const STORED_RUNS = 10;
/**
 * `2026-11-23T05-16-06.123Z-4711.sqlite`: the start time, which sorts, and the process id of the
 * run.
 */
const FILE = /^\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.\d{3}Z-(\d+)\.sqlite$/;

/** A name for a run that starts now: `2026-11-23T05-16-06.123Z-4711`. */
export function createRunName(now = new Date(), pid = process.pid): string {
  return `${now.toISOString().replaceAll(':', '-')}-${pid}`;
}

/**
 * Creates the file of a run, unless it exists because the event log was restarted within the run,
 * and deletes files of old runs. The last ten are kept, as are pinned files (with `FILE.pin` beside
 * them) and those whose process still runs.
 * @param run a name from createRunName
 * @throws the system's error when the folder cannot be created or read
 */
export function createRunFile(folder: string, run: string): string {
  const file = `${run}.sqlite`;
  if (!FILE.test(file))
    throw new Error(`${run} is not the name of a run. Expected a name such as ${createRunName()}.`);
  mkdirSync(folder, { recursive: true });
  const old = readdirSync(folder)
    .filter((name) => FILE.test(name) && name !== file)
    .sort()
    .reverse();
  for (const name of old.filter((each) => !isPinned(folder, each)).slice(STORED_RUNS - 1)) {
    if (isAlive(Number(FILE.exec(name)?.[1]))) continue;
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(folder, name + suffix), { force: true });
  }
  // SQLite gives its auxiliary files the mode of this one. The recording is private to its user.
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

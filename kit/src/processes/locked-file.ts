// A file that several processes change: one at a time, and a reader never sees half of it.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ProcessTable } from './process-table.ts';

const WAIT_MS = 5;
const TIMEOUT_MS = 10_000;

/**
 * Runs a function while no other process runs one with the same file. The lock of a process that has died is taken from it.
 * @throws Error when the lock cannot be had within ten seconds, or its folder cannot be written
 */
export function withFileLock<T>(file: string, processes: ProcessTable, run: () => T): T {
  const lock = `${file}.lock`;
  mkdirSync(dirname(file), { recursive: true });
  acquire(lock, processes);
  try {
    return run();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** Replaces the content of a file at once. */
export function writeFileAtomically(file: string, content: string): void {
  const fresh = `${file}.${process.pid}`;
  writeFileSync(fresh, content);
  renameSync(fresh, file);
}

function acquire(lock: string, processes: ProcessTable): void {
  const owner = `${process.pid} ${processes.startTimeOf(process.pid) ?? 0}`;
  const deadline = performance.now() + TIMEOUT_MS;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  for (;;) {
    try {
      writeFileSync(lock, owner, { flag: 'wx' });
      return;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    removeIfAbandoned(lock, processes);
    if (performance.now() > deadline) throw new Error(`${lock} is held by process ${readOwner(lock)}`);
    Atomics.wait(sleeper, 0, 0, WAIT_MS);
  }
}

function readOwner(lock: string): string {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    // It was released.
    return '';
  }
}

function removeIfAbandoned(lock: string, processes: ProcessTable): void {
  const owner = readOwner(lock);
  const [pid, startTime] = owner.split(' ').map(Number);
  // Empty while its owner is writing it.
  if (pid === undefined || startTime === undefined) return;
  if ((processes.startTimeOf(pid) ?? 0) === startTime) return;
  const removed = `${lock}.${process.pid}`;
  try {
    renameSync(lock, removed);
    // Another process was faster: this is its lock.
    if (readOwner(removed) !== owner) linkSync(removed, lock);
  } catch {
    // It was released, or there is a new one.
  }
  rmSync(removed, { force: true });
}

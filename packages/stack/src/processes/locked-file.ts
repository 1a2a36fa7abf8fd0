// A lock for a file that several processes change.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { ProcessTable } from './process-table.ts';

const WAIT_MS = 5;
const TIMEOUT_MS = 10_000;

/**
 * Runs a function while no other process runs one with the same file. The lock of a dead process is
 * taken over.
 * @throws Error when the lock is not available within ten seconds, or its folder cannot be written
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

/**
 * Creates the lock atomically with its owner, as a hard link to a complete file, so that neither a
 * full disk nor a kill leaves a lock without an owner.
 */
function acquire(lock: string, processes: ProcessTable): void {
  const owner = `${process.pid} ${processes.startTimeOf(process.pid) ?? 0}`;
  const own = `${lock}.${process.pid}.own`;
  const deadline = performance.now() + TIMEOUT_MS;
  const sleeper = new Int32Array(new SharedArrayBuffer(4));
  try {
    writeFileSync(own, owner);
    for (;;) {
      try {
        linkSync(own, lock);
        return;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      }
      removeIfAbandoned(lock, processes);
      if (performance.now() > deadline)
        throw new Error(`${lock} is held by process ${readOwner(lock) ?? ''}`);
      Atomics.wait(sleeper, 0, 0, WAIT_MS);
    }
  } finally {
    rmSync(own, { force: true });
  }
}

function readOwner(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8');
  } catch {
    // The lock was released meanwhile.
    return undefined;
  }
}

function removeIfAbandoned(lock: string, processes: ProcessTable): void {
  const owner = readOwner(lock);
  if (owner === undefined) return;
  // Earlier versions wrote the owner after creating the lock and could leave it empty.
  const [pid = Number.NaN, startTime] = owner.split(' ').map(Number);
  if (startTime !== undefined && (processes.startTimeOf(pid) ?? 0) === startTime) return;
  const removed = `${lock}.${process.pid}`;
  try {
    renameSync(lock, removed);
    // Another process was faster, and this is its lock: put it back.
    if (readOwner(removed) !== owner) linkSync(removed, lock);
  } catch {
    // The lock was released, or replaced by a new one.
  }
  rmSync(removed, { force: true });
}

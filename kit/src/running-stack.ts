// Owns the note that a started stack leaves for other commands (reset, snapshot, admin): where its servers answer.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Complaint } from './complaint.ts';
import type { Ports } from './ports.ts';
import { inState } from './repository.ts';

const NOTE = inState('running.json');

export interface RunningStack {
  readonly pid: number;
  readonly ports: Ports;
}

export function noteRunning(ports: Ports): void {
  mkdirSync(inState(), { recursive: true });
  writeFileSync(NOTE, JSON.stringify({ pid: process.pid, ports }));
}

/** Removes the note unless a later start has replaced it. */
export function forgetRunning(): void {
  if (read()?.pid === process.pid) rmSync(NOTE, { force: true });
}

/** The stack that `npm start` runs now. */
export function requireRunning(): RunningStack {
  const found = findRunning();
  if (found === undefined) throw new Complaint('No stack is running here', 'Start one with: npm start');
  return found;
}

export function findRunning(): RunningStack | undefined {
  const found = read();
  return found !== undefined && isAlive(found.pid) ? found : undefined;
}

function read(): RunningStack | undefined {
  return existsSync(NOTE) ? (JSON.parse(readFileSync(NOTE, 'utf8')) as RunningStack) : undefined;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

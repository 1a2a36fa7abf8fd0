// Owns the note that a started stack leaves for other commands (reset, snapshot, admin): where its servers answer.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Complaint } from './complaint.ts';
import { offsetPorts, type Ports } from './ports.ts';
import { inState } from './repository.ts';

export interface RunningStack {
  readonly pid: number;
  readonly ports: Ports;
}

export function noteRunning(ports: Ports): void {
  mkdirSync(inState('running'), { recursive: true });
  writeFileSync(noteOf(ports), JSON.stringify({ pid: process.pid, ports }));
}

/** Removes the note unless a later start has replaced it. */
export function forgetRunning(ports: Ports): void {
  if (read(ports)?.pid === process.pid) rmSync(noteOf(ports), { force: true });
}

/** The stack that `npm start -- --port-offset OFFSET` runs now. */
export function requireRunning(offset: number | undefined): RunningStack {
  const found = findRunning(offset ?? 0);
  if (found === undefined)
    throw new Complaint(
      `No stack is running at port offset ${offset ?? 0}`,
      'Start one with npm start, or give the --port-offset it was started with.',
    );
  return found;
}

export function findRunning(offset: number): RunningStack | undefined {
  const found = read(offsetPorts(offset));
  return found !== undefined && isAlive(found.pid) ? found : undefined;
}

function read(ports: Ports): RunningStack | undefined {
  const note = noteOf(ports);
  return existsSync(note) ? (JSON.parse(readFileSync(note, 'utf8')) as RunningStack) : undefined;
}

/** One note for each port offset: two stacks of one clone do not overwrite each other. */
function noteOf(ports: Ports): string {
  return inState('running', `${ports.shop}.json`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

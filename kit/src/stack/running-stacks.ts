// A started stack leaves a record in .savepoint/running, so that other commands (reset, snapshot, admin ...) find its ports.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { offsetPorts, type Ports } from '../config/ports.ts';
import { statePath } from '../config/repository.ts';
import { UserError } from '../user-error.ts';

export interface RunningStack {
  readonly pid: number;
  readonly ports: Ports;
}

/** Records that this process runs a stack on the ports. */
export function registerRunningStack(ports: Ports): void {
  mkdirSync(statePath('running'), { recursive: true });
  writeFileSync(recordFile(ports), JSON.stringify({ pid: process.pid, ports }));
}

/** Removes the record unless a later start has replaced it. */
export function unregisterRunningStack(ports: Ports): void {
  if (readRecord(ports)?.pid === process.pid) rmSync(recordFile(ports), { force: true });
}

/**
 * The stack that `npm start -- --port-offset OFFSET` runs.
 * @throws UserError when there is none
 */
export function getRunningStack(offset: number | undefined): RunningStack {
  const found = findRunningStack(offset ?? 0);
  if (found === undefined)
    throw new UserError(
      `No stack is running at port offset ${offset ?? 0}`,
      'Start one with npm start, or pass the --port-offset that it was started with.',
    );
  return found;
}

/** The stack that runs at the port offset, or undefined. */
export function findRunningStack(offset: number): RunningStack | undefined {
  const found = readRecord(offsetPorts(offset));
  return found !== undefined && isAlive(found.pid) ? found : undefined;
}

function readRecord(ports: Ports): RunningStack | undefined {
  const file = recordFile(ports);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunningStack) : undefined;
}

/** One file per port offset: two stacks of one clone do not overwrite each other's record. */
function recordFile(ports: Ports): string {
  return statePath('running', `${ports.shop}.json`);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

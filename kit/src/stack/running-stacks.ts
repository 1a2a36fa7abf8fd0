// A started stack leaves a record in the state folder, so that other commands (reset, snapshot ...) find its servers.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeFileAtomically } from '../config/atomic-file.ts';
import { offsetPorts, type Ports } from '../config/ports.ts';
import {
  chooseEmulators,
  chooseProjectId,
  chosenEmulators,
  commandText,
  projectId,
  projectPath,
  statePath,
} from '../config/project.ts';
import type { StackRecord } from '../data/reset-data.ts';
import { UserError } from '../user-error.ts';
import { removeHubLocator, writeHubLocator } from './hub-locator.ts';
import { type ClaimedStack, StackRegistry } from './stack-registry.ts';

/** Which stack is meant: by the flags `--stack` and `--port-offset`; without them the one of this folder. */
export interface StackSelection {
  readonly name?: string | undefined;
  readonly offset?: number | undefined;
}

type RecordedPorts = Readonly<Record<string, number>>;

export interface RunningStack extends StackRecord {
  readonly pid: number;
  readonly projectId: string;
  /** The value of `--only`. */
  readonly only?: string;
  /** The socket of server-control.ts. */
  readonly control: string;
}

/**
 * Records that this process runs the stack, for the kit's commands and for those of firebase-tools. `control` is the socket that accepts
 * changes of single servers.
 */
export function registerRunningStack(stack: StackRecord, control: string): void {
  const { ports, servers, environment, importedData, replacesSeed } = stack;
  const project = { projectId: projectId(), only: chosenEmulators() };
  const data = { importedData, replacesSeed };
  const record = { pid: process.pid, ...project, ports, servers, environment, control, ...data };
  // The environment may have secrets.
  writeFileAtomically(recordFile(ports), JSON.stringify(record), 0o600);
  writeHubLocator(record.projectId, ports.hub);
}

/** Removes what was recorded, unless a later start has replaced it. */
export function unregisterRunningStack(ports: Ports): void {
  if (readRecord(ports)?.pid === process.pid) rmSync(recordFile(ports), { force: true });
  removeHubLocator(projectId());
}

/**
 * The stack that is selected. From now on, its project is the one that this process works on.
 * @throws UserError when it does not run, still starts, or several could be meant
 */
export function getRunningStack(selection: StackSelection): RunningStack {
  const registry = new StackRegistry();
  const { name, folder, ports } = selectRunning(registry, selection);
  if (folder !== projectPath()) {
    throw new UserError(`The stack "${name}" is one of ${folder}`, 'Run the command in that folder.');
  }
  const found = readRecord(ports);
  if (found === undefined) {
    throw new UserError(`The stack "${name}" is still starting`, 'Try again when it is ready.');
  }
  chooseProjectId(found.projectId);
  chooseEmulators(found.only);
  return found;
}

/** Whether a stack of this project runs at the port offset. */
export function isRunningAt(offset: number): boolean {
  const registry = new StackRegistry();
  return runningOfFolder(registry).some(hasOffset(offset));
}

/** The folder of another stack that runs on the default ports, or undefined. */
export function findFolderOnDefaultPorts(): string | undefined {
  const registry = new StackRegistry();
  return registry
    .list()
    .find((each) => each.folder !== projectPath() && hasOffset(0)(each) && registry.isRunning(each))?.folder;
}

/**
 * The record of the stack that is selected.
 * @throws UserError when it does not run, or several could be meant
 */
export function selectRunning(registry: StackRegistry, { name, offset }: StackSelection): ClaimedStack {
  if (name !== undefined) return findByName(registry, name);
  const ofFolder = runningOfFolder(registry);
  if (offset !== undefined) {
    const found = ofFolder.find(hasOffset(offset));
    if (found !== undefined) return found;
    throw new UserError(
      `No stack is running at port offset ${offset}`,
      `Start one with ${commandText('start')}, or pass the --port-offset that it was started with.`,
    );
  }
  const [only, ...others] = ofFolder;
  if (only === undefined) {
    throw new UserError(
      `No stack of ${projectPath()} is running`,
      `Start one with ${commandText('start')}, or pass --stack NAME. Running: ${listRunning(registry)}.`,
    );
  }
  if (others.length === 0) return only;
  const atDefaults = ofFolder.find(hasOffset(0));
  if (atDefaults !== undefined) return atDefaults;
  const names = ofFolder.map((each) => each.name).join(', ');
  throw new UserError(`Several stacks of this folder are running: ${names}`, 'Say which with --stack NAME.');
}

function findByName(registry: StackRegistry, name: string): ClaimedStack {
  const found = registry.find(name);
  if (found === undefined || !registry.isRunning(found)) {
    throw new UserError(`No stack "${name}" is running`, `Running: ${listRunning(registry)}.`);
  }
  if (isStarted(found)) return found;
  throw new UserError(
    `The stack "${name}" belongs to a test or a script, process ${found.process.pid}`,
    'It ends with that process.',
  );
}

function runningOfFolder(registry: StackRegistry): ClaimedStack[] {
  const folder = projectPath();
  return registry
    .list()
    .filter((each) => each.folder === folder && isStarted(each) && registry.isRunning(each));
}

/** Whether `start` or `exec` runs it. Those of createStack have no dev server. */
function isStarted({ ports }: ClaimedStack): boolean {
  return ports.web !== undefined;
}

function hasOffset(offset: number): (record: ClaimedStack) => boolean {
  const { hub } = offsetPorts(offset);
  return ({ ports }) => ports.hub === hub;
}

function listRunning(registry: StackRegistry): string {
  const names = registry.list().flatMap((each) => (registry.isRunning(each) ? [each.name] : []));
  return names.join(', ') || 'none';
}

function readRecord(ports: RecordedPorts): RunningStack | undefined {
  const file = recordFile(ports);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunningStack) : undefined;
}

/** One file per port offset: two stacks of one project do not overwrite each other's record. */
function recordFile(ports: RecordedPorts): string {
  return statePath('running', `${ports.hub}.json`);
}

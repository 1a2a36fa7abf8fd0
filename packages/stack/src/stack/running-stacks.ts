// A running stack has a record in the state folder, so that other commands (reset, snapshot and so
// on) find its servers.
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { writeFileAtomically } from '../config/atomic-file.ts';
import { offsetPorts, type Ports } from '../config/ports.ts';
import { type Environment, processEnvironment } from '../config/process-environment.ts';
import {
  commandText,
  openProject,
  type PortSettings,
  type Project,
  readPortSettings,
  statePath,
} from '../config/project.ts';
import type { StackRecord } from '../data/reset-data.ts';
import { UserError } from '../user-error.ts';
import { removeHubLocator, writeHubLocator } from './hub-locator.ts';
import { isTemporaryStackName } from './stack-name.ts';
import { type ClaimedStack, StackRegistry } from './stack-registry.ts';

/** Names the stack that a command runs on, in that command's environment. */
export const STACK_VARIABLE = 'SAVEPOINT_STACK';

/**
 * Selects the stack that a command is for: by `--stack` or `--port-offset`, or else the stack that
 * runs this command, or else the stack of this folder.
 */
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
  /** Absolute path of the file used instead of firebase.json. */
  readonly config?: string;
  /** The socket of server-control.ts. */
  readonly control: string;
  /** Absolute path of the export that it started with. */
  readonly importFolder?: string | undefined;
  /** True if `exec` started it for a command and ends it with that command. */
  readonly isForCommand?: boolean;
}

export interface NamedStack extends RunningStack {
  readonly name: string;
}

/** Records that this process runs the stack, for commands of the kit and of firebase-tools. */
export function registerRunningStack(
  project: Project,
  stack: StackRecord & Pick<RunningStack, 'control'>,
  start: Pick<RunningStack, 'importFolder' | 'isForCommand'> = {},
): void {
  const { ports, servers, environment, importedData, replacesSeed, control } = stack;
  const { folder, id: projectId, only, firebaseFile } = project;
  const data = { importedData, replacesSeed };
  const process_ = { pid: process.pid, projectId, only: only?.text, config: firebaseFile, control };
  const record = { ...process_, ...start, ports, servers, environment, ...data };
  // The environment may contain secrets.
  writeFileAtomically(recordFile(folder, ports), JSON.stringify(record), 0o600);
  writeHubLocator(projectId, ports.hub);
}

/** Removes the record, unless a later start has replaced it. */
export function unregisterRunningStack({ folder, id }: Project, ports: Ports): void {
  if (readRecord(folder, ports)?.pid === process.pid) rmSync(recordFile(folder, ports), { force: true });
  removeHubLocator(id);
}

/**
 * The selected stack of the folder's project.
 * @throws UserError when it is not running, is still starting, or the selection is ambiguous
 */
export function findRunningStack(folder: string, selection: StackSelection): NamedStack {
  const registry = new StackRegistry();
  const { name, folder: other, ports } = selectRunning(registry, folder, selection);
  if (other !== folder) {
    throw new UserError(`The stack "${name}" belongs to ${other}`, 'Run the command in that folder.');
  }
  const found = readRecord(folder, ports);
  if (found === undefined) {
    throw new UserError(`The stack "${name}" is still starting`, 'Try again when it is ready.');
  }
  return { ...found, name };
}

/**
 * Reopens the project that a running stack was started with, from its current files. Throws like
 * `openProject`.
 */
export function openProjectOf(folder: string, { projectId, only, config }: RunningStack): Project {
  // A project id may equal the name of an alias.
  return openProject(folder, { project: { id: projectId }, only, config });
}

/** Returns whether a stack of the project runs at the port offset. */
export function isRunningAt(project: Project, offset: number): boolean {
  const registry = new StackRegistry();
  return runningOfFolder(registry, project.folder).some(hasOffset(project, offset));
}

/** The folder of another stack that uses the default ports, or undefined. */
export function findFolderOnDefaultPorts(project: Project): string | undefined {
  const isOnDefaultPorts = hasOffset(project, 0);
  const registry = new StackRegistry();
  return registry
    .list()
    .find((each) => each.folder !== project.folder && isOnDefaultPorts(each) && registry.isRunning(each))
    ?.folder;
}

/**
 * The record of the selected stack.
 * @throws UserError when it is not running, or the selection is ambiguous
 */
export function selectRunning(
  registry: StackRegistry,
  folder: string,
  { name, offset }: StackSelection,
  environment: Environment = processEnvironment(),
): ClaimedStack {
  if (name !== undefined) return findByName(registry, name);
  const ofFolder = runningOfFolder(registry, folder);
  if (offset !== undefined) {
    const found = ofFolder.find(hasOffset(readPortSettings(folder), offset));
    if (found !== undefined) return found;
    throw new UserError(
      `No stack is running at port offset ${offset}`,
      `Start one with ${commandText(folder, 'start')}, or pass the --port-offset that it was started with.`,
    );
  }
  const caller = registry.find(environment[STACK_VARIABLE] ?? '');
  // The command that `exec` runs may change to another project's folder.
  if (caller?.folder === folder && registry.isRunning(caller)) return caller;
  const [only, ...others] = ofFolder;
  if (only === undefined) {
    throw new UserError(
      `No stack of ${folder} is running`,
      `Start one with ${commandText(folder, 'start')}, or pass --stack NAME. Running: ${listRunning(registry)}.`,
    );
  }
  if (others.length === 0) return only;
  const atDefaults = ofFolder.find(hasOffset(readPortSettings(folder), 0));
  if (atDefaults !== undefined) return atDefaults;
  const names = ofFolder.map((each) => each.name).join(', ');
  throw new UserError(`Several stacks of this folder are running: ${names}`, 'Choose one with --stack NAME.');
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

/**
 * The stacks that a command may refer to without a name, which excludes temporary ones of `exec`.
 */
function runningOfFolder(registry: StackRegistry, folder: string): ClaimedStack[] {
  return registry
    .list()
    .filter(
      (each) =>
        each.folder === folder &&
        isStarted(each) &&
        !isTemporaryStackName(each.name) &&
        registry.isRunning(each),
    );
}

/** Returns whether `start` or `exec` runs it. Stacks of createStack have no dev server. */
function isStarted({ ports }: ClaimedStack): boolean {
  return ports.web !== undefined;
}

function hasOffset(settings: PortSettings, offset: number): (record: ClaimedStack) => boolean {
  const { hub } = offsetPorts(settings, offset);
  return ({ ports }) => ports.hub === hub;
}

function listRunning(registry: StackRegistry): string {
  const names = registry.list().flatMap((each) => (registry.isRunning(each) ? [each.name] : []));
  return names.join(', ') || 'none';
}

function readRecord(folder: string, ports: RecordedPorts): RunningStack | undefined {
  const file = recordFile(folder, ports);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as RunningStack) : undefined;
}

/**
 * One file per port offset, so that two stacks of a project do not overwrite each other's record.
 */
function recordFile(folder: string, ports: RecordedPorts): string {
  return statePath(folder, 'running', `${ports.hub}.json`);
}

import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { hostAndPort } from 'savepoint-stack/config/environment';
import { resolveProject } from 'savepoint-stack/config/firebaserc';
import { displayPath } from 'savepoint-stack/config/json-file';
import { parseOnly } from 'savepoint-stack/config/only';
import { type Environment, processEnvironment } from 'savepoint-stack/config/process-environment';
import { checkDataFolders, exportTo, requestExport } from 'savepoint-stack/data/data-folders';
import { withTriggersDisabled } from 'savepoint-stack/emulators/background-triggers';
import { FIREBASE_MAIN } from 'savepoint-stack/emulators/firebase-tools';
import { systemProcessTable } from 'savepoint-stack/processes/process-table';
import { waitForShutdownSignal } from 'savepoint-stack/processes/shutdown-signal';
import {
  findRunningStack,
  type NamedStack,
  openProjectOf,
  STACK_VARIABLE,
} from 'savepoint-stack/stack/running-stacks';
import { loadStackData, waitForReloads } from 'savepoint-stack/stack/server-control';
import { parseVerbosity } from 'savepoint-stack/stack/server-output';
import { StackRegistry } from 'savepoint-stack/stack/stack-registry';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';
import { confirm } from '../cli/confirm.ts';
import { type EmulatorsCommand, parseEmulatorsCommand } from '../cli/emulators-command-line.ts';
import { exitCodeOf, FIREBASE_FOLDER, programEnvironment } from './program.ts';

/** Emulators that have names in firebase-tools but come with functions. */
const WITH_FUNCTIONS = ['pubsub', 'eventarc', 'tasks'];
const WITH_DATA = ['auth', 'database', 'firestore', 'storage'];
const POLL_MS = 200;

/**
 * `firebase -- COMMAND`: runs a command of firebase-tools. Commands that run emulators or export
 * their data use the running stack. `exec` and `run` put this on their command's PATH as
 * `firebase`.
 */
export const firebase: Command = {
  summary: 'run a command of firebase-tools, with emulators:exec|start|export on the running stack',
  usage: '-- COMMAND [ARGUMENT ...]',
  flags: {},
  maxPositionals: Number.POSITIVE_INFINITY,
  notes: [
    'exec and run put this first on the PATH of their command as "firebase": scripts of package.json that call firebase emulators:exec run unchanged.',
  ],
  async run({ positionals }, currentFolder) {
    const command = parseEmulatorsCommand(positionals);
    if (command === undefined) return runFirebaseTools(positionals);
    const folder = projectFolderOf(command, currentFolder);
    const stack = findRunningStack(folder, {});
    const problem = findFlagProblem(command, folder, stack, processEnvironment());
    if (problem !== undefined) throw problem;
    const code = await runOnStack(command, folder, stack);
    if (command.flags.json) console.log(JSON.stringify(outcomeOf(command, code), null, 2));
    return code;
  },
};

/**
 * As in firebase-tools, the project is the folder of the `--config` file, or that of the nearest
 * firebase.json. Without one, a script refers to the stack that runs it.
 */
function projectFolderOf({ flags: { config } }: EmulatorsCommand, folder: string): string {
  if (config !== undefined) return dirname(resolve(config));
  if (existsSync(join(folder, 'firebase.json'))) return folder;
  const own = new StackRegistry().find(processEnvironment()[STACK_VARIABLE] ?? '');
  return own?.folder ?? folder;
}

function runOnStack(command: EmulatorsCommand, folder: string, stack: NamedStack): Promise<number> {
  switch (command.name) {
    case 'emulators:export':
      return exportData(command, stack);
    case 'emulators:start':
      return withExport(command, stack, () => showUntilStopped(command, stack));
    default:
      return withExport(command, stack, () => runScript(command, folder, stack));
  }
}

/** The result in the format of firebase-tools' `--json`. */
function outcomeOf({ argument }: EmulatorsCommand, code: number): object {
  return code === 0
    ? { status: 'success' }
    : { status: 'error', error: `Script "${argument}" exited with code ${code}` };
}

/**
 * The error for a flag that requires a different stack than the running one. It names the command
 * that starts such a stack.
 */
export function findFlagProblem(
  { name, flags }: EmulatorsCommand,
  folder: string,
  stack: Pick<NamedStack, 'name' | 'projectId' | 'servers' | 'importFolder' | 'only' | 'config'>,
  environment: Environment,
): UserError | undefined {
  const problem = (flag: string, difference: string) =>
    new UserError(
      `firebase ${name} ${flag}: the stack "${stack.name}", on which it runs, ${difference}`,
      `Start it so: savepoint exec ${flag} -- COMMAND`,
    );
  const { project, config, only, inspectFunctions, ui } = flags;
  if (project !== undefined && resolveProject(folder, project).id !== stack.projectId) {
    return problem(`--project ${project}`, `has the project id ${stack.projectId}`);
  }
  const { config: ownConfig = join(folder, 'firebase.json') } = stack;
  if (config !== undefined && resolve(config) !== ownConfig) {
    return problem(`--config ${config}`, `was started with ${displayPath(ownConfig)}`);
  }
  const named = only === undefined || only === stack.only ? undefined : parseOnly(only);
  const missing = named?.emulators.find((each) => !has(stack, each));
  if (missing !== undefined) return problem(`--only ${only}`, `has no ${missing}`);
  if (named?.functions !== undefined || named?.sites !== undefined) {
    return problem(`--only ${only}`, 'was started with other functions or sites');
  }
  parseVerbosity(flags.logVerbosity);
  if (inspectFunctions !== undefined && environment.SAVEPOINT_INSPECT_FUNCTIONS === undefined) {
    const port = inspectFunctions === true ? '' : ` ${inspectFunctions}`;
    return problem(`--inspect-functions${port}`, 'has no debuggers of functions');
  }
  if (ui && !has(stack, 'studio')) return problem('--ui', 'has no Studio');
  const imported = typeof flags.import === 'string' ? resolve(flags.import) : undefined;
  if (imported !== undefined && existsSync(imported) && imported !== stack.importFolder) {
    return problem(`--import ${flags.import}`, 'was not started with these data');
  }
  return undefined;
}

function has({ servers }: Pick<NamedStack, 'servers'>, server: string): boolean {
  return servers.includes(server);
}

/**
 * Runs the script like firebase-tools: in a shell, with the addresses of the emulators that
 * `--only` names. If the stack belongs to a command, it is reset first.
 */
async function runScript(
  { argument, flags }: EmulatorsCommand,
  folder: string,
  stack: NamedStack,
): Promise<number> {
  await waitForReloads(stack.control);
  const { config, environment } = openProjectOf(folder, stack);
  if (stack.isForCommand) await loadStackData(stack.control, 'reset', { seed: config.seed });
  const names = flags.only === undefined ? undefined : namedEmulators(flags.only);
  const env = variablesOf(environmentOn(stack, processEnvironment(), environment), stack, names);
  const run = () => exitCodeOf({ command: 'sh', args: ['-c', argument] }, env);
  const hasTriggers = names === undefined || names.includes('functions');
  return hasTriggers ? run() : withTriggersDisabled(stack, run);
}

function namedEmulators(only: string): readonly string[] {
  const { emulators, skipped } = parseOnly(only);
  for (const { name, reason } of skipped) console.error(`Skipped: ${name}: ${reason}.`);
  return emulators;
}

/**
 * The environment for a script. Within a command of `exec` or `run` it is the caller's own, which
 * the command may have changed; otherwise it is the same as for `run`.
 */
export function environmentOn(
  stack: Pick<NamedStack, 'name' | 'environment'>,
  own: Environment,
  ofProject: Environment,
): Environment {
  if (own[STACK_VARIABLE] === stack.name) return own;
  return { ...ofProject, ...programEnvironment(ofProject, stack) };
}

/**
 * Removes the addresses of emulators that `--only` leaves out. As with firebase-tools, an SDK
 * without an address does not use the emulator.
 */
export function variablesOf(
  environment: Environment,
  { servers, ports, environment: ofStack }: Pick<NamedStack, 'servers' | 'ports' | 'environment'>,
  only: readonly string[] | undefined,
): Record<string, string | undefined> {
  const isLeftOut = (server: string) => {
    if (WITH_FUNCTIONS.includes(server)) return !only?.includes('functions');
    return WITH_DATA.includes(server) && !only?.includes(server);
  };
  const addresses = only === undefined ? [] : servers.filter(isLeftOut).map((each) => ports[each]);
  const hidden = Object.entries(ofStack).flatMap(([name, value]) => {
    const port = /:(\d+)\/?$/.exec(value)?.[1];
    return port !== undefined && addresses.includes(Number(port)) ? [[name, undefined]] : [];
  });
  return { ...environment, ...Object.fromEntries(hidden) };
}

/**
 * Prints the addresses once earlier file changes have taken effect. Resolves on Ctrl+C or when the
 * stack has ended.
 */
async function showUntilStopped({ flags }: EmulatorsCommand, stack: NamedStack): Promise<number> {
  const names = flags.only === undefined ? undefined : namedEmulators(flags.only);
  // This must precede the line that scripts wait for before they end this process.
  let isStopped = false;
  const stopped = waitForShutdownSignal().then(() => {
    isStopped = true;
  });
  await Promise.race([waitForReloads(stack.control), stopped]);
  if (!isStopped && !flags.json) {
    console.log('✔  All emulators ready! It is now safe to connect your app.');
    for (const server of stack.servers) {
      if (names === undefined || [...names, 'hub'].includes(server))
        console.log(`   ${server.padEnd(18)} ${hostAndPort(stack.ports[server] as number)}`);
    }
  }
  while (!isStopped && systemProcessTable.startTimeOf(stack.pid) !== undefined) {
    await Promise.race([stopped, delay(POLL_MS)]);
  }
  return 0;
}

/** Exports the data after the command if `--export-on-exit` is set. */
async function withExport(
  { flags }: EmulatorsCommand,
  { servers, ports }: NamedStack,
  run: () => Promise<number>,
): Promise<number> {
  const textOf = (flag: string | true | undefined) => (flag === true ? '' : flag);
  const [imported, exportOnExit] = [textOf(flags.import), textOf(flags.exportOnExit)];
  const folders = checkDataFolders({ import: imported, exportOnExit, isStrict: false }, servers);
  if (folders.warning !== undefined) console.error(folders.warning);
  const code = await run();
  if (folders.export === undefined) return code;
  const temporary = mkdtempSync(join(tmpdir(), 'savepoint-'));
  try {
    await exportTo(folders.export, { hub: ports.hub, temporary });
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
  return code;
}

/** `emulators:export`: as with firebase-tools, replacing a non-empty folder needs confirmation. */
async function exportData({ argument, flags }: EmulatorsCommand, stack: NamedStack): Promise<number> {
  const path = resolve(argument);
  const names = flags.only === undefined ? WITH_DATA : namedEmulators(flags.only);
  mkdirSync(path, { recursive: true });
  if (readdirSync(path).length > 0 && !flags.force) {
    const isConfirmed = await confirm({
      reason: `The folder ${displayPath(path)} is not empty`,
      question: 'Replace the export in it?',
      remedy: 'Pass --force to replace the export in it.',
    });
    if (!isConfirmed) return 1;
  }
  const targets = WITH_DATA.filter((name) => names.includes(name) && has(stack, name));
  await requestExport(stack.ports.hub, path, targets).catch((error: Error) => {
    throw new UserError(`The data were not exported to ${displayPath(path)}: ${error.message}`);
  });
  if (!flags.json) console.log(`Exported the data to ${displayPath(path)}.`);
  return 0;
}

/** Runs the project's own firebase-tools, or else the kit's. */
function runFirebaseTools(args: readonly string[]): Promise<number> {
  const { PATH = '', ...environment } = processEnvironment();
  const folders = PATH.split(delimiter).filter((folder) => folder !== FIREBASE_FOLDER);
  const file = process.platform === 'win32' ? 'firebase.cmd' : 'firebase';
  const program = folders.map((folder) => join(folder, file)).find((each) => existsSync(each));
  const [command, ...before] = program === undefined ? [process.execPath, FIREBASE_MAIN] : [program];
  const env = { ...environment, PATH: folders.join(delimiter), SAVEPOINT_STACK: undefined };
  return exitCodeOf({ command, args: [...before, ...args] }, env);
}

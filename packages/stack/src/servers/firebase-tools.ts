// firebase-tools: the emulators of Auth, Functions, Hosting and Storage, with Eventarc if there are
// functions, the hub and the logging emulator. They share one process, because they call each other
// in it.
//
// A stop saves the project's accounts and files, and the next start restores them without
// triggering functions. After an unexpected exit they are lost: the next start has those of its
// import and of the configuration.
import { buildBundles } from '../builds/bundles.ts';
import {
  buildCodebaseIfStale,
  buildExtensionIfStale,
  findExtensionProblem,
} from '../builds/functions-build.ts';
import type { StackAddresses } from '../config/environment.ts';
import { hostAndPort, serverUrl } from '../config/environment.ts';
import type { Codebase, LocalExtension } from '../config/firebase-json.ts';
import { displayPath } from '../config/json-file.ts';
import { commandText, type Project } from '../config/project.ts';
import { createAccounts } from '../data/accounts.ts';
import { callServer } from '../data/call-server.ts';
import { dataPorts } from '../data/reset-data.ts';
import { clearData, type DataPorts, exportData, importData, type StackData } from '../data/stack-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { emulatorTargets, firebaseToolsPorts, writeRunConfig } from '../emulators/firebase-config.ts';
import { emulatorsStart, firebaseExitError, offlineEnvironment } from '../emulators/firebase-tools.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { failureOf } from '../emulators/unloaded-functions.ts';
import { UserError } from '../user-error.ts';
import { tracingVariables } from './event-log.ts';
import type { Server, ServerPort, StartingStack } from './server.ts';

/** Ports of firebase-tools that a user may want to open. */
const SHOWN: Readonly<Record<string, Pick<ServerPort, 'label' | 'note'>>> = {
  auth: { label: 'Authentication' },
  storage: { label: 'Storage', note: 'files' },
  functions: { label: 'Functions', note: 'built and loaded again on save' },
  hosting: { label: 'Hosting', note: 'the files of hosting.public, with its headers and rewrites' },
};

export const firebaseTools: Server = {
  name: 'firebase-tools',
  label: 'firebase-tools',
  isNeeded: () => true,
  ports(project) {
    const names = firebaseToolsPorts(selectEmulators(project));
    const hasRules = project.firebase.storage.some(({ rules }) => rules !== undefined);
    const note = 'files; its rules are reloaded on save';
    return names.map((name) => ({ name, ...SHOWN[name], ...(name === 'storage' && hasRules && { note }) }));
  },
  // Functions subscribe to topics while they are loaded.
  dependsOn: ['pubsub'],
  isAwaited: true,
  isRequired: 'at the start',
  connectsTo: ['firestore', 'database', 'pubsub', 'tasks'],
  losesOnExit: 'its accounts and files',
  environment: (_project, { ports, servers }) => ({
    FIREBASE_EMULATOR_HUB: hostAndPort(ports.hub),
    ...emulatorVariables({ ports, servers }),
  }),
  async prepare(stack) {
    const { project, run, firebaseOutput, onLine } = stack;
    const hasFunctions = selectEmulators(project).includes('functions');
    if (!hasFunctions) firebaseOutput.expectNoWorkers();
    for (const line of copyFunctionsSettings(run.folder, project)) {
      onLine('functions', `${line}: the file is ignored`);
    }
    buildBundles((line) => onLine('event log', line));
    if (!hasFunctions) return;
    const { codebases, extensions } = project.firebase;
    await Promise.all([
      ...codebases.map((codebase) => buildOrLeaveOut(stack, codebase)),
      ...extensions.map((extension) => buildExtensionOrLeaveOut(stack, extension)),
    ]);
  },
  start(stack) {
    const { project, run, ports, importFolder, firebaseOutput, onLine } = stack;
    const emulators = selectEmulators(project);
    const firebase = { ...project.firebase, extensions: loadableExtensions(project) };
    const configFile = writeRunConfig({
      folder: run.folder,
      project: { ...project, firebase },
      ports,
      emulators,
      // reload-table.ts watches them.
      watchesFunctions: false,
    });
    let kept: StoredState | undefined;
    return {
      command: process.execPath,
      args: emulatorsStart({
        configFile,
        emulators: emulatorTargets(emulators, firebase),
        importFolder,
        id: project.id,
      }),
      cwd: run.folder,
      env: {
        ...stack.environment,
        ...tracingVariables(stack),
        ...offlineEnvironment(run.folder, project),
        SAVEPOINT_UNLOADED_FUNCTIONS: stack.unloadedFunctions.file,
        SAVEPOINT_ONLY_FUNCTIONS: project.only?.functions?.join(),
      },
      onLine(line) {
        if (firebaseOutput.add(line)) onLine('firebase', line);
      },
      async responds() {
        await firebaseOutput.awaitReady();
        leaveOutUnloaded(stack);
      },
      ...describeParts(emulators),
      async beforeStop() {
        kept = await readState(stack);
      },
      async afterStart(tell) {
        if (kept === undefined) {
          await createAccounts(project, { auth: dataPortsOf(stack).auth });
          tell(describeLoss(stack));
          return;
        }
        await writeState(stack, kept);
        kept = undefined;
        tell('Accounts and files are as before; users must sign in again.');
      },
      exitError: (problem, lines) => firebaseExitError(problem, lines),
    };
  },
};

/**
 * Builds a codebase. If the build fails, a strict start fails and any other start continues without
 * it.
 */
async function buildOrLeaveOut(
  { project, unloadedFunctions, onLine }: StartingStack,
  codebase: Codebase,
): Promise<void> {
  try {
    await buildCodebaseIfStale(project, codebase);
  } catch (error) {
    if (project.isStrict) throw error;
    onLine('functions', unloadedFunctions.add(codebase.name, failureOf(error)));
  }
}

/** The same for an extension, which the next start of firebase-tools loads if it can. */
async function buildExtensionOrLeaveOut(
  { project, onLine }: StartingStack,
  extension: LocalExtension,
): Promise<void> {
  try {
    await buildExtensionIfStale(project, extension);
  } catch (error) {
    if (project.isStrict) throw error;
    const { reason, remedy } = failureOf(error);
    const restart = commandText(project.folder, 'server', 'restart functions');
    const consequence = `The stack runs without the extension ${extension.id} until it is fixed and you run ${restart}`;
    onLine('functions', `not loaded: ${reason}. ${consequence}. ${remedy}`);
  }
}

/** Those that firebase-tools is to load. */
function loadableExtensions(project: Project): LocalExtension[] {
  const { codebases, extensions } = project.firebase;
  const loadable = extensions.filter((extension) => findExtensionProblem(project, extension) === undefined);
  // Without any functions, the Functions emulator does not start.
  return codebases.length + loadable.length > 0 ? loadable : [...extensions];
}

/**
 * Records which codebases firebase-tools could not load.
 * @throws UserError for the first one in a strict start
 */
function leaveOutUnloaded({ project, firebaseOutput, unloadedFunctions, onLine }: StartingStack): void {
  for (const [folder, failure] of firebaseOutput.loadFailures) {
    const { reason, remedy } = failure;
    if (project.isStrict) throw new UserError(`The functions cannot be loaded: ${reason}`, remedy);
    const codebases = project.firebase.codebases.filter((codebase) => codebase.folder === folder);
    for (const { name } of codebases) onLine('functions', unloadedFunctions.add(name, failure));
    // The functions of an extension.
    if (codebases.length === 0) onLine('functions', `not loaded: ${reason}. ${remedy}`);
  }
}

/** The accounts, files and Auth settings of a project. */
interface StoredState {
  readonly data: StackData;
  /** Project settings in Auth, such as whether several accounts may share an email address. */
  readonly authSettings?: Readonly<Record<string, unknown>>;
}

function dataPortsOf({ ports, servers }: StackAddresses): Pick<DataPorts, 'auth' | 'storage'> {
  const { auth, storage } = dataPorts({ ports, servers: [...servers] });
  return { auth, storage };
}

async function readState(stack: StartingStack): Promise<StoredState> {
  const { id } = stack.project;
  const ports = dataPortsOf(stack);
  const data = await exportData(id, ports);
  if (ports.auth === undefined) return { data };
  return { data, authSettings: await callServer('Auth', 'GET', authSettingsUrl(ports.auth, id)) };
}

/** Replaces the data that the start has imported, without triggering functions. */
async function writeState(stack: StartingStack, { data, authSettings }: StoredState): Promise<void> {
  const { id } = stack.project;
  const ports = dataPortsOf(stack);
  await withTriggersDisabled({ ports: stack.ports, servers: [...stack.servers] }, async () => {
    await clearData(id, ports);
    await importData(id, ports, data);
  });
  if (ports.auth !== undefined) {
    await callServer('Auth', 'PATCH', authSettingsUrl(ports.auth, id), authSettings);
  }
}

function authSettingsUrl(port: number, id: string): string {
  return `${serverUrl(port)}/emulator/v1/projects/${id}/config`;
}

function describeLoss({ project: { folder }, importFolder }: StartingStack): string {
  const imported = importFolder === undefined ? '' : `of ${displayPath(importFolder)} and `;
  return [
    'It had exited, and its accounts and files are lost:',
    `it has those ${imported}of the configuration.`,
    `${commandText(folder, 'reset')} loads the initial data,`,
    `${commandText(folder, 'snapshot', 'load NAME')} those of a snapshot.`,
  ].join(' ');
}

/** A note that lists the emulators; empty if there is only one. */
function describeParts(emulators: readonly string[]): { note?: string } {
  const labels = emulators.flatMap((name) => SHOWN[name]?.label ?? []);
  if (labels.length < 2) return {};
  const list = new Intl.ListFormat('en-US').format(labels.toSorted()).replace(/, and /, ' and ');
  return { note: `${list} stop and start together.` };
}

function emulatorVariables({
  ports,
  servers,
}: Pick<StackAddresses, 'ports' | 'servers'>): Record<string, string> {
  return {
    ...(servers.has('auth') && { FIREBASE_AUTH_EMULATOR_HOST: hostAndPort(ports.auth) }),
    ...(servers.has('storage') && {
      FIREBASE_STORAGE_EMULATOR_HOST: hostAndPort(ports.storage),
      // Unlike the others, this variable includes the scheme.
      STORAGE_EMULATOR_HOST: serverUrl(ports.storage),
    }),
    ...(servers.has('functions') && { CLOUD_EVENTARC_EMULATOR_HOST: serverUrl(ports.eventarc) }),
  };
}

// firebase-tools: the emulators of Auth, Functions, Hosting and Storage, with Eventarc where there
// are functions, the hub and the log. One process, because they call each other in it.
import { buildBundles } from '../builds/bundles.ts';
import { buildCodebaseIfStale } from '../builds/functions-build.ts';
import type { StackAddresses } from '../config/environment.ts';
import { hostAndPort, serverUrl } from '../config/environment.ts';
import type { Codebase } from '../config/firebase-json.ts';
import { firebaseToolsPorts, writeRunConfig } from '../emulators/firebase-config.ts';
import { emulatorsStart, firebaseExitError, offlineEnvironment } from '../emulators/firebase-tools.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { failureOf } from '../emulators/unloaded-functions.ts';
import { UserError } from '../user-error.ts';
import { tracingVariables } from './event-log.ts';
import type { Server, ServerPort, StartingStack } from './server.ts';

/** Those of its ports that a person may want to open. */
const SHOWN: Readonly<Record<string, Pick<ServerPort, 'label' | 'note'>>> = {
  auth: { label: 'Authentication' },
  storage: { label: 'Storage', note: 'files; its rules are reloaded on save' },
  functions: { label: 'Functions', note: 'built and loaded again on save' },
  hosting: { label: 'Hosting', note: 'the files of hosting.public, with its headers and rewrites' },
};

export const firebaseTools: Server = {
  name: 'firebase-tools',
  label: 'firebase-tools',
  isNeeded: () => true,
  ports(project) {
    const names = firebaseToolsPorts(selectEmulators(project));
    return names.map((name) => ({ name, ...SHOWN[name] }));
  },
  // The functions are subscribed while they are loaded.
  dependsOn: ['pubsub'],
  isAwaited: true,
  isRequired: 'always',
  endsWithStack: 'it is a part of firebase-tools, with which the stack ends',
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
    await Promise.all(project.firebase.codebases.map((codebase) => buildOrLeaveOut(stack, codebase)));
  },
  start(stack) {
    const { project, run, ports, importFolder, firebaseOutput, onLine } = stack;
    const emulators = selectEmulators(project);
    const configFile = writeRunConfig({
      folder: run.folder,
      project,
      ports,
      emulators,
      // The reload table has them.
      watchesFunctions: false,
    });
    return {
      command: process.execPath,
      args: emulatorsStart({ configFile, emulators, importFolder, id: project.id }),
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
        await firebaseOutput.ready;
        leaveOutUnloaded(stack);
      },
      exitError: (problem, lines) => firebaseExitError(problem, lines),
    };
  },
};

/** Builds a codebase. One that cannot be built is left out, or refuses a strict start. */
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

/**
 * Records which codebases firebase-tools could not load.
 * @throws UserError for the first one of a strict start
 */
function leaveOutUnloaded({ project, firebaseOutput, unloadedFunctions, onLine }: StartingStack): void {
  for (const { name, folder } of project.firebase.codebases) {
    const failure = firebaseOutput.loadFailures.get(folder);
    if (failure === undefined) continue;
    if (project.isStrict) {
      throw new UserError(`The functions cannot be loaded: ${failure.reason}`, failure.remedy);
    }
    onLine('functions', unloadedFunctions.add(name, failure));
  }
}

function emulatorVariables({
  ports,
  servers,
}: Pick<StackAddresses, 'ports' | 'servers'>): Record<string, string> {
  return {
    ...(servers.has('auth') && { FIREBASE_AUTH_EMULATOR_HOST: hostAndPort(ports.auth) }),
    ...(servers.has('storage') && {
      FIREBASE_STORAGE_EMULATOR_HOST: hostAndPort(ports.storage),
      // Unlike the others, with a scheme.
      STORAGE_EMULATOR_HOST: serverUrl(ports.storage),
    }),
    ...(servers.has('functions') && { CLOUD_EVENTARC_EMULATOR_HOST: serverUrl(ports.eventarc) }),
  };
}

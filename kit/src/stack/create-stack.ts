// A stack of any Firebase project, for tests and scripts. It has ports and processes of its own, and ends with them when it is disposed of
// or when the process that created it dies.

import { randomBytes } from 'node:crypto';
import { join, resolve } from 'node:path';
import { buildFirestoreIfStale } from '../builds/firestore-build.ts';
import type { EmulatorName } from '../config/define-config.ts';
import { EMULATORS } from '../config/emulators.ts';
import { hostAndPort, serverUrl } from '../config/environment.ts';
import { type FirebaseJson, readFirebaseJson } from '../config/firebase-json.ts';
import { processEnvironment } from '../config/process-environment.ts';
import { clearData, exportData, restoreData } from '../data/stack-data.ts';
import { withTriggersDisabled } from '../emulators/background-triggers.ts';
import { writeRunConfig } from '../emulators/firebase-config.ts';
import { type StartedProject, startFirebaseTools } from '../emulators/firebase-tools.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { serversOf } from '../emulators/select-emulators.ts';
import { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { claimByName } from './claim-stack.ts';
import { createSeededStack } from './create-seeded-stack.ts';
import type { CreatedStack, CreateStackOptions } from './created-stack.ts';
import { clientConfigOf, StackClients } from './stack-clients.ts';
import { parseStackName } from './stack-name.ts';
import { ownIdentity, StackRegistry } from './stack-registry.ts';

const MAX_LINES = 2000;
const DEMO_PROJECT = /^demo-[a-z0-9-]+$/;

/**
 * Starts a stack: `await using stack = await createStack({ folder: 'my-project' })`.
 * @throws UserError when an option is wrong, a stack of that name runs, or an emulator does not start; nothing is left running then
 */
export async function createStack(options: CreateStackOptions = {}): Promise<CreatedStack> {
  const name = parseStackName(options.name ?? `temporary-${randomBytes(4).toString('hex')}`);
  const folder = resolve(options.folder ?? '.');
  if (options.seed) return createSeededStack({ ...options, folder }, name);
  const emulators = readEmulators(options.emulators);
  const projectId = options.projectId ?? `demo-${name}`;
  if (!DEMO_PROJECT.test(projectId)) {
    throw new UserError(
      `The project id is "${projectId}"`,
      'Expected one that begins with "demo-", such as demo-test.',
    );
  }
  const environment = processEnvironment();
  const firebase = readSections(folder, emulators);
  const project = { folder, id: projectId, alias: undefined, config: {}, firebase, environment };
  const folders = [folder, ...project.firebase.codebases.map((codebase) => codebase.folder)];
  const registry = new StackRegistry();
  const run = new Run();
  let claimed: string | undefined;
  const end = async () => {
    await run.end();
    if (claimed !== undefined) registry.release(claimed, ownIdentity());
  };
  try {
    const claim = {
      registry,
      folder,
      servers: serversOf(emulators),
      isPersistent: options.name !== undefined,
    };
    const { ports } = await claimByName(claim, name);
    claimed = name;
    const configFile = writeRunConfig({
      folder: run.folder,
      project,
      ports,
      emulators,
      watchesFunctions: true,
    });
    copyFunctionsSettings(run.folder, project);
    const output = await startEmulators({ ...options, run, configFile, emulators, project });
    registry.markReady(name);
    return createdStack({ name, projectId, folders, ports, output, end });
  } catch (error) {
    await end();
    throw error;
  }
}

function readEmulators(emulators: readonly EmulatorName[] = ['firestore', 'auth']): readonly EmulatorName[] {
  const unknown = emulators.find((name) => !EMULATORS.includes(name));
  if (unknown !== undefined || emulators.length === 0) {
    const problem = unknown === undefined ? 'No emulators' : `"${unknown}" is not an emulator`;
    throw new UserError(problem, `Expected some of: ${EMULATORS.join(', ')}.`);
  }
  return emulators;
}

/** @throws UserError when firebase.json is missing or wrong, or lacks what an emulator needs */
function readSections(folder: string, emulators: readonly EmulatorName[]): FirebaseJson {
  const firebase = readFirebaseJson(folder);
  const { storage, codebases: functions, sites: hosting } = firebase;
  for (const [name, entries] of Object.entries({ storage, functions, hosting })) {
    if (entries.length > 0 || !emulators.some((emulator) => emulator === name)) continue;
    const file = join(folder, 'firebase.json');
    throw new UserError(`${file} has no section "${name}"`, `Add one, or leave ${name} out.`);
  }
  return firebase;
}

/** Resolves with the function that returns what they have printed, once they respond. */
async function startEmulators({
  run,
  configFile,
  emulators,
  project,
  onLine = () => undefined,
}: Pick<CreateStackOptions, 'onLine'> & {
  readonly run: Run;
  readonly configFile: string;
  readonly emulators: readonly EmulatorName[];
  readonly project: StartedProject;
}): Promise<() => string> {
  const lines: string[] = [];
  if (emulators.includes('firestore')) await buildFirestoreIfStale(run);
  const { ready, exited } = startFirebaseTools({
    run,
    configFile,
    emulators,
    project,
    env: {},
    onLine: (line) => {
      lines.push(line);
      if (lines.length > MAX_LINES) lines.shift();
      onLine(line);
    },
  });
  await Promise.race([ready, exited]);
  return () => lines.join('\n');
}

interface StartedStack {
  readonly name: string;
  readonly projectId: string;
  /** Where firebase-admin may be installed. */
  readonly folders: readonly string[];
  readonly ports: Readonly<Record<string, number>>;
  readonly output: () => string;
  readonly end: () => Promise<void>;
}

function createdStack({ name, projectId, folders, ports, output, end }: StartedStack): CreatedStack {
  const { auth, firestore, storage, tasks } = ports;
  const dataPorts = Object.fromEntries(
    Object.entries({ auth, firestore, storage, tasks }).filter(([, port]) => port !== undefined),
  );
  const reset = () => clearData(projectId, dataPorts);
  const environment = environmentOf(projectId, ports);
  const admin = new StackClients({ name, projectId, folders, environment });
  return {
    name,
    projectId,
    addresses: Object.fromEntries(Object.entries(ports).map(([server, port]) => [server, hostAndPort(port)])),
    environment,
    clientConfig: clientConfigOf(projectId),
    clients: () => admin.get(),
    output,
    reset,
    snapshot: () => exportData(projectId, dataPorts),
    restore: (snapshot) =>
      withTriggersDisabled({ ports: { hub: ports.hub as number }, servers: Object.keys(ports) }, () =>
        restoreData(projectId, dataPorts, snapshot),
      ),
    async [Symbol.asyncDispose]() {
      await admin.close();
      await end();
    },
  };
}

/** The variables that the SDKs read, of those servers that run. */
function environmentOf(projectId: string, ports: Readonly<Record<string, number>>): Record<string, string> {
  const addresses: Record<string, string | undefined> = {
    FIRESTORE_EMULATOR_HOST: 'firestore',
    FIREBASE_AUTH_EMULATOR_HOST: 'auth',
    FIREBASE_STORAGE_EMULATOR_HOST: 'storage',
    FIREBASE_EMULATOR_HUB: 'hub',
    CLOUD_TASKS_EMULATOR_HOST: 'tasks',
  };
  const { storage, eventarc } = ports;
  return {
    GCLOUD_PROJECT: projectId,
    // Without this the first task of a process waits four seconds for the metadata server of a machine of Google's.
    METADATA_SERVER_DETECTION: 'none',
    ...Object.fromEntries(
      Object.entries(addresses).flatMap(([variable, server]) => {
        const port = ports[server as string];
        return port === undefined ? [] : [[variable, hostAndPort(port)]];
      }),
    ),
    // Unlike the others, with a scheme.
    ...(storage === undefined ? {} : { STORAGE_EMULATOR_HOST: serverUrl(storage) }),
    ...(eventarc === undefined ? {} : { CLOUD_EVENTARC_EMULATOR_HOST: serverUrl(eventarc) }),
  };
}

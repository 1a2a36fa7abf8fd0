// Creates a stack of any Firebase project for tests and scripts. It has its own ports and
// processes, which end when the stack is disposed of or the process that created it dies.

import { join, resolve } from 'node:path';
import type { EmulatorName } from '../config/define-config.ts';
import { EMULATORS } from '../config/emulators.ts';
import { hostAndPort } from '../config/environment.ts';
import { readFirebaseJson } from '../config/firebase-json.ts';
import { offsetPorts, type Ports } from '../config/ports.ts';
import { openProject, type Project, requireFolder, statePath } from '../config/project.ts';
import { checkDataFolders } from '../data/data-folders.ts';
import { DataOperations } from '../data/data-operations.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { Run } from '../processes/run.ts';
import { buildWebAppIfStale } from '../servers/hosting-build.ts';
import type { StackParts } from '../servers/server.ts';
import { serverNames } from '../servers/servers.ts';
import { UserError } from '../user-error.ts';
import { checkServices, checkStackOptions } from './check-stack-options.ts';
import { claimByName } from './claim-stack.ts';
import type { CreatedStack, CreateStackOptions } from './created-stack.ts';
import { type Stack, startStack } from './stack.ts';
import { clientConfigOf, StackClients } from './stack-clients.ts';
import { parseStackName, temporaryStackName } from './stack-name.ts';
import { ownIdentity, StackRegistry } from './stack-registry.ts';

const MAX_LINES = 2000;
const DEMO_PROJECT = /^demo-[a-z0-9-]+$/;

/**
 * Starts a stack: `await using stack = await createStack({ folder: 'my-project' })`.
 * @throws UserError when an option is wrong, a stack with that name is running, a build fails, or a
 * server does not start. Nothing is left running then
 */
export async function createStack(options: CreateStackOptions = {}): Promise<CreatedStack> {
  checkStackOptions(options);
  const name = parseStackName(options.name ?? temporaryStackName());
  const project = openStackProject(options, name);
  const { seed = false, services = [], eventLog = seed, reload = !seed } = options;
  const parts: StackParts = {
    services,
    ...(eventLog && { eventLogFolder: statePath(project.folder, 'event-log', 'tests', name) }),
  };
  const folders = { import: options.import, exportOnExit: undefined, isStrict: true };
  const importFolder = checkDataFolders(folders, selectEmulators(project)).import;
  const registry = new StackRegistry();
  const run = new Run(project.environment);
  const output = new Output(options.onLine);
  let stack: Stack | undefined;
  let isClaimed = false;
  const end = async () => {
    stack?.stop();
    await run.end();
    if (isClaimed) registry.release(name, ownIdentity());
  };
  try {
    // Strings of the configuration may refer to servers that do not run.
    const servers = seed ? Object.keys(offsetPorts(project, 0)) : serverNames(project, parts);
    const claim = { registry, folder: project.folder, servers, isPersistent: options.name !== undefined };
    const ports = (await claimByName(claim, name)).ports as Ports;
    isClaimed = true;
    if (seed) await buildWebAppIfStale(project, { run, onLine: () => undefined });
    stack = await startStack(project, {
      ...{ run, ports, ...parts, importFolder },
      // Output during shutdown, such as Firestore's exit, is expected.
      onLine(server, line) {
        if (!run.isEnding) output.add(`${server}: ${line}`);
      },
    });
    if (reload) await stack.watch();
    registry.markReady(name);
    return createdStack({ name, project, run, stack, output, end });
  } catch (error) {
    await end();
    throw error;
  }
}

/**
 * Opens the project for a stack: with `seed` as configured, otherwise with a separate id and
 * without initial data.
 */
function openStackProject(options: CreateStackOptions, name: string): Project {
  const { seed = false, services = [] } = options;
  const folder = resolve(options.folder ?? '.');
  const emulators = options.emulators ?? (seed ? undefined : ['firestore', 'auth']);
  const id = options.projectId ?? (seed ? undefined : `demo-${name}`);
  requireFolder(folder);
  if (emulators !== undefined) checkEmulators(emulators, folder);
  if (id !== undefined && !DEMO_PROJECT.test(id)) {
    throw new UserError(
      `The project id is "${id}"`,
      'Expected one that begins with "demo-", such as demo-test.',
    );
  }
  const project = openProject(folder, {
    ...(id !== undefined && { project: { id } }),
    only: emulators?.join(),
    strict: options.strict,
    limits: options.limits,
  });
  checkServices(project, services);
  return seed ? project : withoutInitialData(project, services);
}

/** @throws UserError when one is unknown or firebase.json lacks its section */
function checkEmulators(emulators: readonly EmulatorName[], folder: string): void {
  const unknown = emulators.find((name) => !EMULATORS.includes(name));
  if (unknown !== undefined || emulators.length === 0) {
    const problem = unknown === undefined ? 'No emulators' : `"${unknown}" is not an emulator`;
    throw new UserError(problem, `Expected some of: ${EMULATORS.join(', ')}.`);
  }
  const { storage, codebases: functions, sites: hosting } = readFirebaseJson(folder);
  for (const [name, entries] of Object.entries({ storage, functions, hosting })) {
    if (entries.length > 0 || !emulators.some((emulator) => emulator === name)) continue;
    const file = join(folder, 'firebase.json');
    throw new UserError(`${file} has no section "${name}"`, `Add one, or leave ${name} out.`);
  }
}

/**
 * Removes the initial data and fields that refer to servers that the stack does not have. Its
 * emulators still behave as configured.
 */
function withoutInitialData(project: Project, names: readonly string[]): Project {
  const { seed: _seed, env: _env, web: _web, services = {}, ...config } = project.config;
  const named = Object.entries(services).filter(([name]) => names.includes(name));
  return { ...project, config: { ...config, services: Object.fromEntries(named) } };
}

/** Keeps the servers' last lines. */
class Output {
  readonly #lines: string[] = [];
  readonly #onLine: ((line: string) => void) | undefined;

  constructor(onLine: ((line: string) => void) | undefined) {
    this.#onLine = onLine;
  }

  add(line: string): void {
    this.#lines.push(line);
    if (this.#lines.length > MAX_LINES) this.#lines.shift();
    this.#onLine?.(line);
  }

  text(): string {
    return this.#lines.join('\n');
  }
}

interface StartedStack {
  readonly name: string;
  readonly project: Project;
  readonly run: Run;
  readonly stack: Stack;
  readonly output: Output;
  readonly end: () => Promise<void>;
}

function createdStack({ name, project, run, stack, output, end }: StartedStack): CreatedStack {
  const { id: projectId, folder, functionsFolders } = project;
  const { ports, servers, environment } = stack;
  const data = new DataOperations(project, run, stack);
  const folders = [folder, ...functionsFolders];
  const admin = new StackClients({ name, projectId, folders, environment });
  return {
    name,
    projectId,
    addresses: Object.fromEntries(servers.map((server) => [server, hostAndPort(ports[server] as number)])),
    environment,
    clientConfig: clientConfigOf(projectId),
    clients: () => admin.get(),
    output: () => output.text(),
    reset: () => data.reset(),
    snapshot: () => data.snapshot(),
    restore: (snapshot) => data.restore(snapshot),
    async [Symbol.asyncDispose]() {
      await admin.close();
      await end();
    },
  };
}

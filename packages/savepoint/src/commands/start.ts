import { existsSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import type { SavepointConfig } from 'savepoint-stack/config/define-config';
import { EMULATORS } from 'savepoint-stack/config/emulators';
import { offsetPorts, type Ports, type ServerName } from 'savepoint-stack/config/ports';
import { openProject, type Project, statePath } from 'savepoint-stack/config/project';
import { checkDataFolders, type DataFolders } from 'savepoint-stack/data/data-folders';
import { DataOperations } from 'savepoint-stack/data/data-operations';
import { exportAtEnd } from 'savepoint-stack/data/export-at-end';
import { listFunctions } from 'savepoint-stack/emulators/loaded-functions';
import { selectEmulators } from 'savepoint-stack/emulators/select-emulators';
import { Run } from 'savepoint-stack/processes/run';
import { waitForShutdownSignal } from 'savepoint-stack/processes/shutdown-signal';
import { namingWriters } from 'savepoint-stack/recording/limit-lines';
import { buildWebAppIfStale } from 'savepoint-stack/servers/hosting-build';
import { claimByFolder, claimByName, claimPorts, type WhenRunning } from 'savepoint-stack/stack/claim-stack';
import { HostingSites } from 'savepoint-stack/stack/hosting-sites';
import { registerRunningStack, unregisterRunningStack } from 'savepoint-stack/stack/running-stacks';
import { serveServerControl } from 'savepoint-stack/stack/server-control';
import {
  formatServerLine,
  isRequestLine,
  parseVerbosity,
  VERBOSITIES,
  type Verbosity,
} from 'savepoint-stack/stack/server-output';
import { describeProject, startStack } from 'savepoint-stack/stack/stack';
import { deriveStackName } from 'savepoint-stack/stack/stack-name';
import { ownIdentity, StackRegistry } from 'savepoint-stack/stack/stack-registry';
import { formatStartSummary } from 'savepoint-stack/stack/start-summary';
import { UserError } from 'savepoint-stack/user-error';
import type { Command } from '../cli/command.ts';
import {
  ALLOW_ORIGIN,
  ALLOW_OUTBOUND,
  type FlagSpec,
  type Invocation,
  PROJECT,
} from '../cli/command-line.ts';

/** The stack to start, and its callbacks. */
export interface StartOptions {
  readonly project: Project;
  readonly name: string;
  readonly ports: Ports;
  readonly services: readonly string[];
  readonly importFolder: string | undefined;
  readonly verbosity: Verbosity;
  readonly startedAt: number;
  /**
   * Called when all servers respond, with the operations on their data and the server whose address
   * a user opens.
   */
  readonly onReady: (data: DataOperations, page?: ServerName) => void;
}

/** A flag for each optional service. */
function serviceFlags({ services = {} }: SavepointConfig): Record<string, FlagSpec> {
  const optional = Object.entries(services).filter(([, service]) => service.optional);
  return Object.fromEntries(
    optional.map(([name, { title }]) => [
      name,
      { type: 'boolean' as const, description: `also start the ${title ?? name} emulator` },
    ]),
  );
}

function usageOf(config: SavepointConfig): string {
  return [
    '[--stack NAME] [--port-offset N]',
    ...Object.keys(serviceFlags(config)).map((name) => `[--${name}]`),
    '[--only NAMES] [--import DIR] [--export-on-exit [DIR]] [--inspect-functions [PORT]]',
    '[--strict] [--limits MODE] [--project ID] [--config FILE] [--log-verbosity LEVEL] [--host ADDRESS] [--https]',
    '[--allow-outbound HOST,...] [--allow-origin ORIGIN,...]',
  ].join(' ');
}

/** Ports that are reserved for one stack until they are released. */
export interface StackPorts {
  readonly name: string;
  readonly ports: Ports;
  /** Records that all servers respond, and which one a user opens. */
  readonly markReady: (page?: ServerName) => void;
  /** Called when nothing listens on the ports anymore. */
  readonly release: () => void;
}

/** The stack described by the flags of `start` and `exec`. */
interface StackFlags extends StackPorts, Pick<StartOptions, 'project' | 'services' | 'verbosity'> {
  readonly folders: DataFolders;
}

/** Reads project, ports, services and data folders from the flags of `start` and `exec`. */
export async function readStackFlags(
  invocation: Invocation,
  folder: string,
  whenRunning?: WhenRunning,
): Promise<StackFlags> {
  const config = invocation.text('config');
  if (config !== undefined && !existsSync(config)) {
    throw new UserError(`--config names ${config}, which does not exist`, 'Name a file like firebase.json.');
  }
  // As in firebase-tools, the project is the folder of the file.
  const project = openProject(config === undefined ? folder : dirname(resolve(config)), {
    config,
    project: invocation.text('project'),
    only: invocation.text('only'),
    host: invocation.text('host'),
    https: invocation.flag('https'),
    allowOutbound: invocation.text('allow-outbound'),
    allowOrigin: invocation.text('allow-origin'),
    inspectFunctions: invocation.text('inspect-functions'),
    limits: invocation.text('limits'),
    ...(invocation.flag('strict') && { strict: true }),
  });
  const folders = checkDataFolders(
    {
      import: invocation.text('import'),
      exportOnExit: invocation.text('export-on-exit'),
      isStrict: project.isStrict,
    },
    selectEmulators(project),
  );
  if (folders.warning !== undefined) console.error(folders.warning);
  const verbosity = parseVerbosity(invocation.text('log-verbosity'));
  const stackPorts = await claimStackPorts(project, invocation, whenRunning);
  const services = Object.keys(serviceFlags(project.config)).filter((name) => invocation.flag(name));
  return { project, ...stackPorts, folders, services, verbosity };
}

/** Claims name and ports from the flags, or else those of the folder. */
async function claimStackPorts(
  project: Project,
  invocation: Invocation,
  whenRunning?: WhenRunning,
): Promise<StackPorts> {
  const [name, offset = 0] = [invocation.text('stack'), invocation.number('port-offset')];
  if (name !== undefined && offset !== 0) {
    throw new UserError('--stack and --port-offset exclude each other', `Usage: ${invocation.usage}`);
  }
  const { folder } = project;
  const defaults = offsetPorts(project, offset);
  const registry = new StackRegistry();
  const options = { registry, folder, servers: Object.keys(defaults), isPersistent: name !== undefined };
  const isTaken = (each: string) => registry.find(each) !== undefined;
  const claim =
    name !== undefined
      ? await claimByName(options, name)
      : offset === 0
        ? await claimByFolder(options, defaults, whenRunning)
        : claimPorts(options, deriveStackName(`${folder}-${offset}`, isTaken), defaults);
  if (claim.note !== undefined) console.error(claim.note);
  return {
    name: claim.name,
    ports: claim.ports as Ports,
    markReady: (page) => registry.markReady(claim.name, page),
    release() {
      registry.release(claim.name, ownIdentity());
    },
  };
}

/** The flags of `start` and `exec`. */
export function stackFlags(config: SavepointConfig): Readonly<Record<string, FlagSpec>> {
  return {
    'port-offset': { type: 'number', value: 'N', description: 'add N to all ports (default 0)' },
    stack: { type: 'string', value: 'NAME', description: 'a name, with ports of its own that it keeps' },
    ...serviceFlags(config),
    only: {
      type: 'string',
      value: 'NAMES',
      description: `emulators to start: ${EMULATORS.join(',')}; functions:NAME, hosting:TARGET`,
    },
    import: {
      type: 'string',
      value: 'DIR',
      description: 'start with the data of an export, in the place of the seed (default none)',
    },
    'export-on-exit': {
      type: 'string',
      value: 'DIR',
      isValueOptional: true,
      description: 'export all data when the stack ends (DIR: default that of --import)',
    },
    'inspect-functions': {
      type: 'string',
      value: 'PORT',
      isValueOptional: true,
      description:
        'open debuggers of the functions, from this port on (default 9229); nothing times out then',
    },
    strict: { type: 'boolean', description: 'what is missing or cannot be loaded is an error' },
    limits: {
      type: 'string',
      value: 'MODE',
      description: "production's soft limits of Firestore: off, warn, enforce (default warn)",
    },
    project: PROJECT,
    host: {
      type: 'string',
      value: 'ADDRESS',
      description: '0.0.0.0: phones, containers and other machines reach the emulators, too',
    },
    https: {
      type: 'boolean',
      description: 'HTTPS addresses of the dev server and Hosting, too',
    },
    config: {
      type: 'string',
      short: 'c',
      value: 'FILE',
      description: 'the file in the place of firebase.json',
    },
    'log-verbosity': {
      type: 'string',
      value: 'LEVEL',
      description: `which lines of the servers are shown: ${VERBOSITIES.join(', ')} (default INFO)`,
    },
    'allow-outbound': ALLOW_OUTBOUND,
    'allow-origin': ALLOW_ORIGIN,
  };
}

/** `start`: runs the project on this machine until Ctrl+C. */
export function startCommand(config: SavepointConfig): Command {
  return {
    summary: 'run the project on this machine',
    usage: usageOf(config),
    flags: stackFlags(config),
    run: start,
  };
}

async function start(invocation: Invocation, folder: string): Promise<number> {
  const startedAt = performance.timeOrigin;
  const { project, name, ports, services, verbosity, folders, markReady, release } = await readStackFlags(
    invocation,
    folder,
  );
  const run = new Run(project.environment);
  const shutdown = waitForShutdownSignal();
  let data: DataOperations | undefined;
  const onReady = (operations: DataOperations, page?: ServerName) => {
    data = operations;
    markReady(page);
  };
  try {
    const importFolder = folders.import;
    const running = runStack(run, {
      ...{ project, name, ports, services, importFolder, verbosity },
      ...{ startedAt, onReady },
    });
    running.catch(() => undefined);
    const snapshots = statePath(project.folder, 'snapshots');
    const ending = { run, ports, folders, snapshots, data: () => data };
    await exportAtEnd(Promise.race([running, shutdown]), ending);
  } catch (error) {
    if (!run.isEnding) throw error;
  } finally {
    unregisterRunningStack(project, ports);
    await run.end();
    release();
  }
  console.log('\nStopped; no process is left running.');
  return 0;
}

/** Starts all servers. Rejects when a required one exits. */
async function runStack(
  run: Run,
  { project, name, ports, services, importFolder, verbosity, startedAt, onReady }: StartOptions,
): Promise<never> {
  const title = project.config.name ?? 'the project';
  console.log(`Starting ${title.charAt(0).toLowerCase()}${title.slice(1)} ...`);
  for (const line of describeProject(project)) console.log(line);
  let isReady = false;
  const sites = new HostingSites();
  const onLine = (server: string, line: string) => {
    sites.read(server, line);
    // The writes of the seed would flood the terminal.
    if (!isReady && isRequestLine(server, line)) return;
    const text = formatServerLine(server, line, verbosity);
    if (text !== undefined && !run.isEnding) console.log(text);
  };
  const stack = await startStack(project, {
    ...{ run, name, ports, services, importFolder },
    onLine: namingWriters(project, ports, onLine).add,
    eventLogFolder: statePath(project.folder, 'event-log'),
    pages: 'all',
    whenRulesBroken: 'deny',
  });
  const data = new DataOperations(project, run, stack);
  serveServerControl(stack.control, stack.processes, { data, settled: () => stack.settled() });
  registerRunningStack(project, stack, { importFolder });
  onReady(data, stack.page);
  isReady = true;
  await stack.watch();
  await Promise.race([stack.workersStarted, stack.broken]);
  const functions = await listFunctions(project, stack);
  const seconds = (Date.now() - startedAt) / 1000;
  console.log(formatStartSummary({ project, stack, functions, sites, seconds }));
  buildSiteInBackground(project, run, (line) => onLine('web', line));
  try {
    return await stack.broken;
  } finally {
    stack.stop();
  }
}

/**
 * Builds the site for the Hosting emulator. It starts after the summary is printed, so that the
 * project is ready sooner.
 */
function buildSiteInBackground(project: Project, run: Run, onLine: (line: string) => void): void {
  buildWebAppIfStale(project, { run, onLine }).catch((error: Error) => console.log(error.message));
}

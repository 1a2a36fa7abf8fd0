import { join } from 'node:path';
import { buildWebAppIfStale, devServerProcess, hasDevServer } from '../builds/web-app.ts';
import type { Command } from '../cli/command.ts';
import {
  ALLOW_ORIGIN,
  ALLOW_OUTBOUND,
  type FlagSpec,
  type Invocation,
  PROJECT,
} from '../cli/command-line.ts';
import { EMULATORS } from '../config/emulators.ts';
import { serverUrl, webEnvironment } from '../config/environment.ts';
import { assertPortsFree, offsetPorts, type Ports, type ServerName } from '../config/ports.ts';
import {
  chooseEmulators,
  chooseProject,
  commandText,
  configuredSeedFlags,
  configuredServices,
  getProject,
  projectPath,
  statePath,
} from '../config/project.ts';
import { checkDataFolders, type DataFolders } from '../data/data-folders.ts';
import { DataOperations } from '../data/data-operations.ts';
import { exportAtEnd } from '../data/export-at-end.ts';
import { inspectFunctions } from '../emulators/inspect-functions.ts';
import { selectEmulators } from '../emulators/select-emulators.ts';
import { allowOrigins } from '../processes/inbound-guard.ts';
import { allowOutbound } from '../processes/outbound-guard.ts';
import { Run } from '../processes/run.ts';
import { ServerProcess } from '../processes/server-process.ts';
import { waitForShutdownSignal } from '../processes/shutdown-signal.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { claimByFolder, claimByName, claimPorts } from '../stack/claim-stack.ts';
import { registerRunningStack, unregisterRunningStack } from '../stack/running-stacks.ts';
import { serveServerControl } from '../stack/server-control.ts';
import { formatServerLine } from '../stack/server-output.ts';
import { describeExit, describeProject, type Stack, startStack } from '../stack/stack.ts';
import { deriveStackName } from '../stack/stack-name.ts';
import { ownIdentity, StackRegistry } from '../stack/stack-registry.ts';
import { formatStartSummary } from '../stack/start-summary.ts';
import { buildStudioIfStale, startStudio, studioEnvironment, studioServers } from '../stack/studio.ts';
import { UserError } from '../user-error.ts';

/** What is started. */
export interface StartOptions {
  readonly name: string;
  readonly ports: Ports;
  readonly services: readonly string[];
  readonly importFolder: string | undefined;
  readonly startedAt: number;
  /** Called when all servers respond, with the operations on their data. */
  readonly onReady: (data: DataOperations) => void;
}

/** A flag for each optional service of the configuration. */
function serviceFlags(): Record<string, FlagSpec> {
  const optional = Object.entries(configuredServices()).filter(([, service]) => service.optional);
  return Object.fromEntries(
    optional.map(([name, { title }]) => [
      name,
      { type: 'boolean' as const, description: `also start the ${title ?? name} emulator` },
    ]),
  );
}

function seedFlags(): Record<string, FlagSpec> {
  const flags = Object.entries(configuredSeedFlags());
  return Object.fromEntries(
    flags.map(([name, { value, description }]) => [name, { type: 'string' as const, value, description }]),
  );
}

const SERVICE_FLAGS = serviceFlags();
const USAGE = [
  '[--stack NAME] [--port-offset N]',
  ...Object.keys(SERVICE_FLAGS).map((name) => `[--${name}]`),
  ...Object.entries(configuredSeedFlags()).map(([name, { value }]) => `[--${name} ${value}]`),
  '[--only NAMES] [--import DIR] [--export-on-exit [DIR]] [--inspect-functions [PORT]]',
  '[--project ID] [--allow-outbound HOST,...] [--allow-origin ORIGIN,...]',
].join(' ');

/** Ports that belong to one stack until they are released. */
export interface StackPorts {
  /** The name of the stack. */
  readonly name: string;
  readonly ports: Ports;
  /** Records that all servers respond, and at which of them a person looks. */
  readonly markReady: (page?: ServerName) => void;
  /** Called when nothing listens on them any more. */
  readonly release: () => void;
}

/** What the flags of `start` and `exec` ask for. */
interface StackFlags extends StackPorts, Pick<StartOptions, 'services'> {
  readonly folders: DataFolders;
}

/** The ports, services and data folders that the flags of `start` and `exec` ask for; applies the others. */
export async function applyStackFlags(invocation: Invocation): Promise<StackFlags> {
  chooseProject(invocation.text('project'));
  chooseEmulators(invocation.text('only'));
  for (const [name, { variable }] of Object.entries(configuredSeedFlags())) {
    const value = invocation.text(name);
    if (value !== undefined) process.env[variable] = value;
  }
  allowOutbound(invocation.text('allow-outbound'), getProject().config.allowOutbound);
  allowOrigins(invocation.text('allow-origin'));
  inspectFunctions(invocation.text('inspect-functions'));
  const folders = checkDataFolders(
    { import: invocation.text('import'), exportOnExit: invocation.text('export-on-exit') },
    selectEmulators(),
  );
  const stackPorts = await claimStackPorts(invocation.text('stack'), invocation.number('port-offset'));
  const services = Object.keys(SERVICE_FLAGS).filter((name) => invocation.flag(name));
  return { ...stackPorts, folders, services };
}

/** Name and ports: as the flags say, or those of this folder. */
async function claimStackPorts(name: string | undefined, offset: number | undefined): Promise<StackPorts> {
  if (name !== undefined && offset !== undefined) {
    throw new UserError('--stack and --port-offset exclude each other', `Usage: ${start.usage}`);
  }
  const folder = projectPath();
  const defaults = offsetPorts(offset ?? 0);
  const registry = new StackRegistry();
  const options = { registry, folder, servers: Object.keys(defaults), isPersistent: name !== undefined };
  const isTaken = (each: string) => registry.find(each) !== undefined;
  const claim =
    name !== undefined
      ? await claimByName(options, name)
      : offset === undefined
        ? await claimByFolder(options, defaults)
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
export const STACK_FLAGS: Readonly<Record<string, FlagSpec>> = {
  'port-offset': { type: 'number', value: 'N', description: 'add N to all ports (default 0)' },
  stack: { type: 'string', value: 'NAME', description: 'a name, with ports of its own that it keeps' },
  ...SERVICE_FLAGS,
  only: {
    type: 'string',
    value: 'NAMES',
    description: `emulators to start: ${EMULATORS.join(',')} (default those that the project needs)`,
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
    description: 'open debuggers of the functions, from this port on (default 9229); nothing times out then',
  },
  project: PROJECT,
  ...seedFlags(),
  'allow-outbound': ALLOW_OUTBOUND,
  'allow-origin': ALLOW_ORIGIN,
};

/** `start`: runs the project on this machine until Ctrl+C. */
export const start: Command = {
  summary: 'run the project on this machine',
  usage: commandText('start', USAGE),
  flags: STACK_FLAGS,
  async run(invocation) {
    const startedAt = performance.timeOrigin;
    const { name, ports, services, folders, markReady, release } = await applyStackFlags(invocation);
    const run = new Run();
    const shutdown = waitForShutdownSignal();
    let data: DataOperations | undefined;
    const onReady = (operations: DataOperations) => {
      data = operations;
      markReady(hasDevServer() ? 'web' : studioServers()[0]);
    };
    try {
      const importFolder = folders.import;
      const running = runStack(run, { name, ports, services, importFolder, startedAt, onReady });
      running.catch(() => undefined);
      await exportAtEnd(Promise.race([running, shutdown]), { run, ports, folders, data: () => data });
    } catch (error) {
      if (!run.isEnding) throw error;
    } finally {
      unregisterRunningStack(ports);
      await run.end();
      release();
    }
    console.log('\nStopped; no process is left running.');
    return 0;
  },
};

/** Starts everything; rejects when a server exits. */
async function runStack(
  run: Run,
  { name, ports, services, importFolder, startedAt, onReady }: StartOptions,
): Promise<never> {
  const appUrl = serverUrl(hasDevServer() ? ports.web : ports.hosting);
  await assertPortsFree(ports, [...(hasDevServer() ? ['web'] : []), ...studioServers()]);
  const title = getProject().config.name ?? 'the project';
  console.log(`Starting ${title.charAt(0).toLowerCase()}${title.slice(1)} ...`);
  for (const line of describeProject()) console.log(line);
  let isReady = false;
  const onLine = (server: string, line: string) => {
    // The writes of the seed would fill the screen.
    if (server === 'firestore' && !isReady) return;
    const text = formatServerLine(server, line);
    if (text !== undefined && !run.isEnding) console.log(text);
  };
  const stack = await startStack({ run, ports, appUrl, services, importFolder, onLine });
  const web = { run, env: stack.environment, onLine: (line: string) => onLine('web', line) };
  const broken = [stack.broken];
  const processes = [...stack.processes];
  if (hasDevServer()) {
    const env = { ...web.env, ...studioEnvironment(ports), ...webEnvironment({ ports, appUrl }) };
    const exited = new Promise<never>((_, reject) => {
      const server = new ServerProcess({
        run,
        name: 'web',
        ports,
        process: devServerProcess({ ...web, env }, ports.web),
        onExit: (problem) => {
          if (isReady) return onLine('stack', describeExit('web', problem));
          return reject(new UserError(`The dev server ${problem}`, 'Its last lines are above.'));
        },
      });
      processes.push(server);
    });
    broken.push(exited);
  }
  const control = join(run.folder, 'servers.sock');
  const data = new DataOperations(run, stack, statePath('snapshots'));
  serveServerControl(control, processes, data);
  if (hasDevServer()) {
    await Promise.race([waitForHttp('The dev server', ports.web, () => run.isEnding), ...broken]);
  }
  // After the dev server, which would start later beside it. Not among `broken`: the stack runs on without Studio.
  if (studioServers().length > 0) {
    processes.push(
      startStudio({
        ...{ run, stack, name, control, onLine: (line) => onLine('studio', line) },
        onExit: (problem) => onLine('stack', describeExit('studio', problem)),
      }),
    );
  }
  registerRunningStack(stack, control);
  onReady(data);
  isReady = true;
  await stack.watch();
  await Promise.race([stack.workersStarted, ...broken]);
  console.log(formatStartSummary({ stack, appUrl, seconds: (Date.now() - startedAt) / 1000 }));
  void buildStudioIfStale(run);
  buildSiteInBackground(web);
  return rejectWhenBroken(stack, broken);
}

async function rejectWhenBroken(stack: Stack, broken: readonly Promise<never>[]): Promise<never> {
  try {
    return await Promise.race(broken);
  } finally {
    stack.stop();
  }
}

/** Builds what the Hosting emulator serves. It starts after the summary is printed, so that the project is ready sooner. */
function buildSiteInBackground(web: Parameters<typeof buildWebAppIfStale>[0]): void {
  buildWebAppIfStale(web).catch((error: Error) => console.log(error.message));
}

import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { serverUrl } from '../config/environment.ts';
import { aliasesBeside } from '../config/firebaserc.ts';
import { describeUnusedHosts } from '../config/listen-host.ts';
import { ensureLocalSecrets } from '../config/local-secrets.ts';
import { assertPortsFree, type Ports, type ServerName } from '../config/ports.ts';
import { commandText, type Project } from '../config/project.ts';
import { missingSiteFolders } from '../config/site-folders.ts';
import { nearestFirst } from '../config/unknown-name.ts';
import { createAccounts } from '../data/accounts.ts';
import { dataPorts, type StackRecord } from '../data/reset-data.ts';
import { loadSeed } from '../data/seed.ts';
import { writeSnapshot } from '../data/snapshot-file.ts';
import { exportData } from '../data/stack-data.ts';
import { FirebaseOutput } from '../emulators/firebase-output.ts';
import { checkInitialRules, type WhenRulesBroken } from '../emulators/initial-rules.ts';
import { listMissingSecrets } from '../emulators/missing-secrets.ts';
import { startScheduler } from '../emulators/scheduler.ts';
import { UnloadedFunctions } from '../emulators/unloaded-functions.ts';
import type { Run } from '../processes/run.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import type { Server, ServerPort, StackParts, StartingStack } from '../servers/server.ts';
import { neededServers, stackEnvironment } from '../servers/servers.ts';
import { startServers } from '../servers/start-servers.ts';
import { OutputRecorder } from './output-recorder.ts';
import { reloadTable } from './reload-table.ts';
import { type FileWatcher, watchFiles } from './watch-files.ts';

/** The time after a closed connection until the exit of the server is known. */
const EXIT_NOTICED_MS = 300;

export interface StackOptions extends StackParts {
  readonly run: Run;
  readonly ports: Ports;
  /** The stack's name, which Studio passes to commands. */
  readonly name?: string;
  /** Absolute path of an export to load instead of the configured seed. */
  readonly importFolder?: string | undefined;
  /** Default `refuse`. */
  readonly whenRulesBroken?: WhenRulesBroken;
  /** Receives each output line with the server's name. */
  readonly onLine: (server: string, line: string) => void;
}

/** A running stack whose servers respond, with its initial data. */
export interface Stack extends StackRecord {
  /** The URL where a browser opens the app: the dev server, or Hosting. */
  readonly appUrl: string;
  /** Ports that a user may want to open. */
  readonly shownPorts: readonly ServerPort[];
  /** The server whose address a user opens, if the stack has one. */
  readonly page?: ServerName;
  /** Path of the socket of server-control.ts, which Studio uses. */
  readonly control: string;
  /** Its servers. Some run until the stack ends. */
  readonly processes: readonly ServerProcess[];
  /** Resolves once the functions' workers have started. */
  readonly workersStarted: Promise<void>;
  /** Rejects with a UserError when a required server exits unexpectedly. */
  readonly broken: Promise<never>;
  /**
   * Starts applying changes of the project's files (reload-table.ts). Resolves once changes are
   * noticed.
   */
  watch(): Promise<void>;
  /** Resolves when all changes noticed so far have taken effect. */
  settled(): Promise<void>;
  /** Stops the file watchers; processes end with the run. */
  stop(): void;
}

/**
 * Starts a stack: the servers that the project needs, in dependency order, while its data load. On
 * failure the caller ends the run, and with it everything that was started.
 * @throws UserError when a port is in use, a build fails or a server exits
 */
export async function startStack(project: Project, options: StackOptions): Promise<Stack> {
  const { run, ports } = options;
  const needed = neededServers(project, options);
  const listening = needed.flatMap((server) => server.ports(project));
  const servers = listening.map(({ name }) => name);
  const recorder = servers.includes('eventLog')
    ? new OutputRecorder({ eventLog: serverUrl(ports.eventLog) })
    : undefined;
  const onLine = (server: string, line: string) => {
    recorder?.add(server, line);
    options.onLine(server, line);
  };
  await assertPortsFree(ports, servers);
  ensureLocalSecrets(project);
  for (const server of needed) {
    const line = server.warning?.(project);
    if (line !== undefined) onLine('stack', line);
  }
  const addresses = {
    ports,
    servers: new Set(servers),
    appUrl: serverUrl(servers.includes('web') ? ports.web : ports.hosting),
  };
  const { seed } = project.config;
  const stack: StartingStack = {
    ...addresses,
    ...options,
    onLine,
    name: options.name,
    project,
    shownPorts: listening.filter(({ label }) => label !== undefined),
    environment: stackEnvironment(project, addresses, needed),
    importFolder: options.importFolder ?? (seed?.import && join(project.folder, seed.import)),
    replacesSeed: options.importFolder !== undefined,
    control: join(run.folder, 'servers.sock'),
    firebaseOutput: new FirebaseOutput(),
    unloadedFunctions: new UnloadedFunctions(join(run.folder, 'unloaded-functions.json')),
  };
  const started = startServers(needed, stack, (server, problem) =>
    onLine('stack', describeExit(project, server, problem)),
  );
  const { broken } = started;
  const { environment, replacesSeed } = stack;
  const record = { ports, servers, environment, replacesSeed };
  const loadRules = async () => {
    const lines = await checkInitialRules(project, { run, ...record }, options.whenRulesBroken ?? 'refuse');
    for (const line of lines) onLine('rules', line);
  };
  await unlessBroken(Promise.all([started.ready, loadData(project, run, record), loadRules()]), broken);
  const importedData =
    stack.importFolder === undefined
      ? {}
      : { importedData: await unlessBroken(saveImportedData(project, run, record), broken) };
  for (const line of await listMissingSecrets(record)) onLine('functions', line);
  started.markReady();
  const page = listening.find(({ isPage }) => isPage)?.name;
  const { workersStarted } = stack.firebaseOutput;
  void workersStarted.then(() => {
    for (const server of needed) server.afterReady?.(stack);
  });
  const watchers: { stop(): void }[] = recorder === undefined ? [] : [recorder];
  let files: FileWatcher | undefined;
  if (servers.includes('functions')) {
    const functions = { port: ports.functions, projectId: project.id };
    watchers.push(startScheduler(functions, (line) => onLine('schedules', line)));
  }
  return {
    ...record,
    ...importedData,
    appUrl: stack.appUrl,
    shownPorts: stack.shownPorts,
    ...(page !== undefined && { page }),
    control: stack.control,
    processes: started.processes,
    workersStarted,
    broken,
    async watch() {
      const table = reloadTable({ ...stack, runFolder: run.folder, servers });
      files = await watchFiles(table, project.folder, onLine);
      watchers.push(files);
    },
    async settled() {
      await files?.settled();
    },
    stop() {
      for (const watcher of watchers) watcher.stop();
    },
  };
}

/**
 * Clients of an exiting server fail shortly before its exit is noticed. The exit is then the real
 * reason.
 */
async function unlessBroken<T>(work: Promise<T>, broken: Promise<never>): Promise<T> {
  const result = work.catch(async (error: Error): Promise<never> => {
    await Promise.race([delay(EXIT_NOTICED_MS), broken]);
    throw error;
  });
  return Promise.race([result, broken]);
}

/** Loads the data while firebase-tools still loads the functions; the two are independent. */
async function loadData(project: Project, run: Run, stack: StackRecord): Promise<void> {
  const shouldStop = () => run.isEnding;
  const { auth, firestore } = dataPorts(stack);
  if (firestore !== undefined) await waitForHttp('Firestore', firestore, shouldStop);
  const seeding = stack.replacesSeed ? Promise.resolve() : loadSeed(project, run, stack.environment);
  seeding.catch(() => undefined);
  if (auth !== undefined) await waitForHttp('Auth', auth, shouldStop);
  await createAccounts(project, { auth, firestore });
  await seeding;
}

/** Keeps the imported data, because firebase-tools can load an export only while starting. */
async function saveImportedData(project: Project, run: Run, stack: StackRecord): Promise<string> {
  const file = join(run.folder, 'imported-data.json');
  writeSnapshot(file, await exportData(project.id, dataPorts(stack)));
  return file;
}

/**
 * Lines for the developer before the start: one for each part that does not run here, and one if
 * the project id may be real.
 */
export function describeProject(project: Project): string[] {
  const { id, firebase, folder, config } = project;
  const skipped = [
    ...firebase.skipped.map(({ name, reason }) => `Skipped: ${name}: ${reason}.`),
    ...describeUnusedHosts(project),
    ...missingSiteFolders(project).map(
      (folder) => `Hosting: the folder ${folder} does not exist; every page is 404 until it does.`,
    ),
  ];
  if (id.startsWith('demo-')) return skipped;
  const realId = `The project id ${id} may be that of a real project: the stack never calls it and uses no credentials of this machine.`;
  const aliases = config.project === id ? [] : nearestFirst(id, aliasesBeside(folder, id));
  const noAlias = `The project id ${id} is not an alias in .firebaserc, which has: ${aliases.join(', ')}.`;
  return [...skipped, realId, ...(aliases.length > 0 ? [noAlias] : [])];
}

/** The line about a server that has exited while the stack continues. */
export function describeExit(
  { folder }: Project,
  { name, losesOnExit }: Pick<Server, 'name' | 'losesOnExit'>,
  problem: string,
): string {
  const command = commandText(folder, 'server', `start ${name}`);
  const loss = losesOnExit === undefined ? '' : `, and has lost ${losesOnExit}`;
  return `${name} ${problem}; the stack runs on without it${loss}. Start it with: ${command}`;
}

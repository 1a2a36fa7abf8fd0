import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { buildBundles } from '../builds/bundles.ts';
import { buildFirestoreIfStale } from '../builds/firestore-build.ts';
import { buildFunctionsIfStale } from '../builds/functions-build.ts';
import { stackEnvironment } from '../config/environment.ts';
import { ensureLocalSecrets } from '../config/local-secrets.ts';
import { assertPortsFree, type Ports, type ServerName } from '../config/ports.ts';
import { commandText, type Project } from '../config/project.ts';
import { createAccounts } from '../data/accounts.ts';
import { dataPorts, type StackRecord } from '../data/reset-data.ts';
import { loadSeed } from '../data/seed.ts';
import { writeSnapshot } from '../data/snapshot-file.ts';
import { exportData } from '../data/stack-data.ts';
import { eventLogServers, startEventLog } from '../emulators/event-log.ts';
import { writeRunConfig } from '../emulators/firebase-config.ts';
import { startFirebaseTools } from '../emulators/firebase-tools.ts';
import { followFirestoreLog } from '../emulators/firestore-log.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { pubsubServers, startPubsub } from '../emulators/pubsub.ts';
import { startScheduler } from '../emulators/scheduler.ts';
import { selectEmulators, serversOf } from '../emulators/select-emulators.ts';
import { selectServices, startServices } from '../emulators/services.ts';
import type { Run, RunningProcess } from '../processes/run.ts';
import type { ServerProcess } from '../processes/server-process.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { UserError } from '../user-error.ts';
import { reloadTable } from './reload-table.ts';
import { watchFiles } from './watch-files.ts';

/** Until the exit of a server is known, after it has closed its connections. */
const EXIT_NOTICED_MS = 300;

/** The servers of a stack that its project leaves open. */
export interface StackParts {
  /** The optional services of the configuration that start. */
  readonly services: readonly string[];
  /** Absolute path of the folder for the event log's files; without one, nothing is recorded. */
  readonly eventLogFolder?: string;
}

export interface StackOptions extends StackParts {
  readonly run: Run;
  readonly ports: Ports;
  /** Where a browser opens the app. */
  readonly appUrl: string;
  /**
   * Absolute path of an export whose data the stack starts with, in the place of the seed of the
   * configuration.
   */
  readonly importFolder?: string | undefined;
  /** Receives each line of a server's output, with the name of the server. */
  readonly onLine: (server: string, line: string) => void;
}

/** A stack whose servers respond, with its initial data. */
export interface Stack extends StackRecord {
  /** Those of its servers that can be stopped and started by themselves. */
  readonly processes: readonly ServerProcess[];
  /** Resolves once the workers of its functions have started. */
  readonly workersStarted: Promise<void>;
  /**
   * Rejects with a UserError when a server exits by itself without which the stack does not work.
   */
  readonly broken: Promise<never>;
  /**
   * Applies changes of the project's files from now on (reload-table.ts); resolves once they are
   * seen.
   */
  watch(): Promise<void>;
  /** Stops the watchers of the stack; its processes end with the run. */
  stop(): void;
}

/** The names of all servers that a stack of the project has. */
export function serversOfStack(
  project: Project,
  { services, eventLogFolder }: StackParts,
): readonly ServerName[] {
  const emulators = selectEmulators(project);
  return [
    ...serversOf(emulators),
    ...(emulators.includes('functions') ? pubsubServers(project) : []),
    ...selectServices(project, services),
    ...(eventLogFolder === undefined ? [] : eventLogServers(project.environment)),
  ];
}

/**
 * Starts a stack: the emulators that the project needs and the services of its configuration, as
 * much of it concurrently as the dependencies allow. On failure the caller ends the run, and with
 * it everything that has been started.
 * @throws UserError when a port is in use, a build fails or a server exits
 */
export async function startStack(project: Project, options: StackOptions): Promise<Stack> {
  const { run, ports, appUrl, eventLogFolder, onLine } = options;
  const { config } = project;
  const emulators = selectEmulators(project);
  const servers = serversOfStack(project, options);
  await assertPortsFree(ports, servers);
  ensureLocalSecrets(project);
  const configFile = writeRunConfig({
    folder: run.folder,
    project,
    ports,
    emulators,
    // The reload table has them.
    watchesFunctions: false,
  });
  const addresses = { ports, appUrl, servers: new Set(servers) };
  const environment = stackEnvironment(project, addresses);
  for (const line of copyFunctionsSettings(run.folder, project)) {
    onLine('functions', `${line}: the file is ignored`);
  }
  const onEventLogLine = (line: string) => onLine('event log', line);
  buildBundles(onEventLogLine);
  const eventLog = startEventLog({ run, ports, folder: eventLogFolder, onLine: onEventLogLine });
  const env = { ...environment, ...eventLog.env };
  const failedStart = Promise.withResolvers<never>();
  let isStarted = false;
  const onExit = (service: string, problem: string) => {
    // A stack that works goes on without it.
    if (isStarted) return onLine('stack', describeExit(project, service, problem));
    return failedStart.reject(
      new UserError(`The service ${service} ${problem}`, 'Its last lines are above.'),
    );
  };
  const exits = [failedStart.promise];
  const services = startServices({ project, run, addresses, env, onLine, onExit });
  const usesPubsub = servers.includes('pubsub');
  if (usesPubsub) {
    exits.push(
      rejectOnExit(
        startPubsub(run, { folder: project.folder, ports, env }, (line) => onLine('pubsub', line)),
      ),
    );
  }
  // One may exit before the race below.
  for (const each of exits) each.catch(() => undefined);
  await Promise.all([
    emulators.includes('functions') ? buildFunctionsIfStale(project) : undefined,
    buildFirestoreIfStale(run),
    // The functions are subscribed while they are loaded.
    usesPubsub ? waitForHttp('Pub/Sub', ports.pubsub, () => run.isEnding) : undefined,
  ]);
  const importFolder =
    options.importFolder ?? (config.seed?.import && join(project.folder, config.seed.import));
  const firebaseTools = startFirebaseTools({
    project,
    run,
    configFile,
    emulators,
    env,
    importFolder,
    onLine: (line) => onLine('firebase', line),
  });
  const broken = Promise.race([firebaseTools.exited, ...exits]);
  broken.catch(() => undefined);
  const log = followFirestoreLog(run.folder, (line) => onLine('firestore', line));
  const replacesSeed = options.importFolder !== undefined;
  const record = { ports, servers, environment, replacesSeed };
  await unlessBroken(Promise.all([firebaseTools.ready, loadData(project, run, record)]), broken);
  const importedData =
    importFolder === undefined
      ? {}
      : { importedData: await unlessBroken(saveImportedData(project, run, record), broken) };
  isStarted = true;
  const watchers = [log];
  if (emulators.includes('functions')) {
    const functions = { port: ports.functions, projectId: project.id };
    watchers.push(startScheduler(functions, (line) => onLine('schedules', line)));
  }
  return {
    ...record,
    processes: [...services, ...eventLog.servers],
    ...importedData,
    workersStarted: firebaseTools.workersStarted,
    broken,
    async watch() {
      const table = reloadTable({ project, runFolder: run.folder, ports, servers, firebaseTools });
      watchers.push(await watchFiles(table, project.folder, onLine));
    },
    stop() {
      for (const watcher of watchers) watcher.stop();
    },
  };
}

/**
 * A server that exits fails its clients a moment before it is noticed: its exit is the reason then.
 */
async function unlessBroken<T>(work: Promise<T>, broken: Promise<never>): Promise<T> {
  const result = work.catch(async (error: Error): Promise<never> => {
    await Promise.race([delay(EXIT_NOTICED_MS), broken]);
    throw error;
  });
  return Promise.race([result, broken]);
}

/** Loads the data while firebase-tools still loads the functions: neither depends on the other. */
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

/** Keeps what was imported, because an export of firebase-tools can be loaded at its start only. */
async function saveImportedData(project: Project, run: Run, stack: StackRecord): Promise<string> {
  const file = join(run.folder, 'imported-data.json');
  writeSnapshot(file, await exportData(project.id, dataPorts(stack)));
  return file;
}

/**
 * What a developer should know before the start: one line for each part that does not run here, and
 * for a project id that may be real.
 */
export function describeProject({ id, firebase }: Project): string[] {
  const skipped = firebase.skipped.map(({ name, reason }) => `Skipped: ${name}: ${reason}.`);
  if (id.startsWith('demo-')) return skipped;
  const realId = `The project id ${id} may be that of a real project: nothing of it is called, and no credentials of this machine are used.`;
  return [...skipped, realId];
}

/** What the terminal shows when a server of a stack that works has exited. */
export function describeExit({ folder }: Project, server: string, problem: string): string {
  const command = commandText(folder, 'server', `start ${server}`);
  return `${server} ${problem}; the stack runs on without it. Start it with: ${command}`;
}

async function rejectOnExit({ name, exit }: RunningProcess): Promise<never> {
  throw new UserError(`The service ${name} exited with code ${await exit}`, 'Its last lines are above.');
}

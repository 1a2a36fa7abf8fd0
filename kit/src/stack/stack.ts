import { mkdirSync } from 'node:fs';
import { buildFunctionsIfStale } from '../builds/functions-build.ts';
import { stackEnvironment } from '../config/environment.ts';
import { assertPortsFree, type Ports, type ServerName } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { loadSeed } from '../data/seed.ts';
import { createTestAccounts } from '../data/test-accounts.ts';
import { writeRunConfig } from '../emulators/firebase-config.ts';
import { bundleFirestore, startFirebaseTools } from '../emulators/firebase-tools.ts';
import { followFirestoreLog } from '../emulators/firestore-log.ts';
import { ensureLocalSecrets } from '../emulators/functions-secrets.ts';
import { copyFunctionsSettings } from '../emulators/functions-settings.ts';
import { watchRules } from '../emulators/rules-reload.ts';
import { startScheduler } from '../emulators/scheduler.ts';
import {
  hasServiceEmulator,
  type ServiceEmulatorOptions,
  startShopifyEmulator,
  startStripeEmulator,
} from '../emulators/service-emulators.ts';
import type { Run, RunningProcess } from '../processes/run.ts';
import { waitForHttp } from '../processes/wait-for-http.ts';
import { UserError } from '../user-error.ts';

export interface StackOptions {
  readonly run: Run;
  readonly ports: Ports;
  /** Where a browser opens the shop. */
  readonly shopUrl: string;
  /** Absolute path of the files that the Hosting emulator serves. */
  readonly hostingFolder: string;
  readonly shopify: boolean;
  /** Receives each line of a server's output, with the name of the server. */
  readonly onLine: (server: string, line: string) => void;
}

/** A stack whose servers respond, with the sample catalogue and the test accounts. */
export interface Stack {
  readonly environment: Readonly<Record<string, string>>;
  /** Rejects with a UserError when a server of the stack exits by itself. */
  readonly broken: Promise<never>;
  /** Stops the watchers of the stack; its processes end with the run. */
  stop(): void;
}

const REQUIRED_SERVERS: readonly ServerName[] = [
  'firestore',
  'firestoreWebsocket',
  'auth',
  'functions',
  'hosting',
  'hub',
  'logging',
  'eventarc',
  'tasks',
  'stripe',
];

/**
 * Starts a stack (database, authentication, functions, hosting, payments), as much of it concurrently as its dependencies allow. On
 * failure the caller ends the run, and with it everything that has been started.
 * @throws UserError when a port is in use, a build fails or a server exits
 */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { run, ports, onLine } = options;
  await assertPortsFree(ports, options.shopify ? [...REQUIRED_SERVERS, 'shopify'] : REQUIRED_SERVERS);
  const configFile = writeRunConfig(run.folder, ports, options.hostingFolder);
  const environment = stackEnvironment(options);
  copyFunctionsSettings(run.folder);
  const services = startServiceEmulators(options, environment);
  await Promise.all([buildFunctionsIfStale(), bundleFirestore(run)]);
  const firebase = startFirebaseTools({
    run,
    configFile,
    env: environment,
    onLine: (line) => onLine('firebase', line),
  });
  const broken = Promise.race([firebase.exited, ...services.map(rejectOnExit)]);
  broken.catch(() => undefined);
  const log = followFirestoreLog(run.folder, (line) => onLine('firestore', line));
  await Promise.race([Promise.all([firebase.ready, loadData(options, environment)]), broken]);
  const rules = watchRules(repositoryPath('firestore.rules'), ports.firestore, (line) =>
    onLine('rules', line),
  );
  const scheduler = startScheduler(ports.functions, (line) => onLine('schedules', line));
  return {
    environment,
    broken,
    stop() {
      log.stop();
      rules.stop();
      scheduler.stop();
    },
  };
}

/** Loads the data while firebase-tools still loads the functions: neither depends on the other. */
async function loadData(options: StackOptions, environment: Readonly<Record<string, string>>): Promise<void> {
  const { run, ports } = options;
  const shouldStop = () => run.isEnding;
  await waitForHttp('Firestore', ports.firestore, shouldStop);
  const seeding = loadSeed(run, environment);
  seeding.catch(() => undefined);
  await waitForHttp('Auth', ports.auth, shouldStop);
  await createTestAccounts(ports);
  await seeding;
}

function startServiceEmulators(
  options: StackOptions,
  environment: Readonly<Record<string, string>>,
): RunningProcess[] {
  const secrets = ensureLocalSecrets();
  const { run, ports, onLine } = options;
  mkdirSync(run.folder, { recursive: true });
  const optionsOf = (name: string, webhookSecret: string | undefined): ServiceEmulatorOptions => ({
    run,
    ports,
    env: environment,
    webhookSecret: webhookSecret ?? `whsec_${name}_local`,
    onLine: (line) => onLine(name, line),
  });
  const services: RunningProcess[] = [];
  if (hasServiceEmulator('stripe')) {
    services.push(startStripeEmulator(optionsOf('stripe', secrets.STRIPE_WEBHOOK_SECRET)));
  }
  if (options.shopify) {
    services.push(startShopifyEmulator(optionsOf('shopify', secrets.SHOPIFY_WEBHOOK_SECRET)));
  }
  return services;
}

async function rejectOnExit({ name, exit }: RunningProcess): Promise<never> {
  throw new UserError(`The ${name} emulator exited with code ${await exit}`, 'Its last lines are above.');
}

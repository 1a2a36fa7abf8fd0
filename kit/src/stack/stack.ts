// Owns bringing up one whole stack (database, identity, functions, hosting, payments) in the fastest order that is safe. What a stack is
// used for (developing, testing) is its caller's business.
import { mkdirSync } from 'node:fs';
import { buildFunctionsIfStale } from '../builds/functions-build.ts';
import { stackEnvironment } from '../config/environment.ts';
import { assertPortsFree, type Ports, type ServerName } from '../config/ports.ts';
import { repositoryPath } from '../config/repository.ts';
import { loadSeed } from '../data/seed.ts';
import { createTestAccounts } from '../data/test-accounts.ts';
import { writeRunConfig } from '../emulators/firebase-config.ts';
import { bundleFirestore, startFirebaseTools } from '../emulators/firebase-tools.ts';
import { followFirestoreLog, readFirestoreLogTail } from '../emulators/firestore-log.ts';
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
  /** Absolute path of the files the Hosting emulator serves. */
  readonly hostingFolder: string;
  readonly shopify: boolean;
  /** One line of a server's output, with the server's name. */
  readonly onLine: (server: string, line: string) => void;
}

/** A stack whose servers answer, with the catalogue and the test accounts loaded. */
export interface Stack {
  readonly environment: Readonly<Record<string, string>>;
  /** Rejects when a server of the stack dies by itself. */
  readonly broken: Promise<never>;
  stop(): void;
}

const ALWAYS: readonly ServerName[] = [
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

/** Starts a stack; on failure the caller ends the run, and with it whatever had begun. */
export async function startStack(options: StackOptions): Promise<Stack> {
  const { run, ports, onLine } = options;
  await assertPortsFree(ports, options.shopify ? [...ALWAYS, 'shopify'] : ALWAYS);
  const configFile = writeRunConfig(run.folder, ports, options.hostingFolder);
  const environment = stackEnvironment(options);
  copyFunctionsSettings(run.folder);
  const servers = startServiceEmulators(options, environment);
  await Promise.all([buildFunctionsIfStale(), bundleFirestore(run)]);
  const firebase = startFirebaseTools({
    run,
    configFile,
    env: environment,
    onLine: (line) => onLine('firebase', line),
  });
  const broken = rejectWhenOneEnds(run, [...servers, firebase.process]);
  const log = followFirestoreLog(run.folder, (line) => onLine('firestore', line));
  await Promise.race([Promise.all([firebase.ready, loadData(options, environment)]), broken]);
  const rules = watchRules(repositoryPath('firestore.rules'), ports.firestore, (line) =>
    onLine('rules', line),
  );
  const schedules = startScheduler(ports.functions, (line) => onLine('schedules', line));
  return {
    environment,
    broken,
    stop() {
      log.stop();
      rules.stop();
      schedules.stop();
    },
  };
}

/** Data goes in while firebase-tools still reads the functions: neither needs the other. */
async function loadData(options: StackOptions, environment: Readonly<Record<string, string>>): Promise<void> {
  const { run, ports } = options;
  const giveUp = () => run.isEnding;
  await waitForHttp('Firestore', ports.firestore, giveUp);
  const seeding = loadSeed(run, environment);
  seeding.catch(() => undefined);
  await waitForHttp('Auth', ports.auth, giveUp);
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
  const standIn = (name: string, webhookSecret: string | undefined): ServiceEmulatorOptions => ({
    run,
    ports,
    env: environment,
    webhookSecret: webhookSecret ?? `whsec_${name}_local`,
    onLine: (line) => onLine(name, line),
  });
  const servers: RunningProcess[] = [];
  if (hasServiceEmulator('stripe'))
    servers.push(startStripeEmulator(standIn('stripe', secrets.STRIPE_WEBHOOK_SECRET)));
  if (options.shopify) servers.push(startShopifyEmulator(standIn('shopify', secrets.SHOPIFY_WEBHOOK_SECRET)));
  return servers;
}

function rejectWhenOneEnds(run: Run, servers: readonly RunningProcess[]): Promise<never> {
  const broken = Promise.race(
    servers.map(async (server) => {
      const code = await server.exit;
      throw new UserError(`${server.name} ended by itself with code ${code}`, reasonOf(run.folder));
    }),
  ) as Promise<never>;
  broken.catch(() => run.isEnding);
  return broken;
}

/** Firestore's own words when it is the one that gave up; firebase-tools only passes on that it did. */
function reasonOf(folder: string): string {
  const said = readFirestoreLogTail(folder).replaceAll(`${folder}/`, '');
  return said === '' ? 'Its last lines are above.' : `Firestore said:\n${said}`;
}

// Owns bringing up one whole stack (database, identity, functions, hosting, payments) in the fastest order that is safe. What a stack is
// used for (developing, testing) is its caller's business.
import { mkdirSync } from 'node:fs';
import { Complaint } from './complaint.ts';
import { writeRunConfig } from './emulators/firebase-config.ts';
import { bundleFirestore, startFirebaseTools } from './emulators/firebase-tools.ts';
import { firestoreLog, followRequestLog } from './emulators/request-log.ts';
import { reloadRulesOnSave } from './emulators/rules-reload.ts';
import { fireSchedules } from './emulators/schedules.ts';
import { hasStandIn, type StandInOptions, startShopify, startStripe } from './emulators/stand-ins.ts';
import { stackEnvironment } from './environment.ts';
import { type Ports, requireFree, type ServerName } from './ports.ts';
import type { Run, Running } from './processes/run.ts';
import { waitForAnswer } from './processes/wait-for-answer.ts';
import { inRepository } from './repository.ts';
import { buildFunctionsIfStale } from './shop/functions-bundle.ts';
import { localSecrets } from './shop/secrets-file.ts';
import { loadSeed } from './shop/seed.ts';
import { copySettings } from './shop/settings-files.ts';
import { createTestAccounts } from './shop/test-accounts.ts';

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
  await requireFree(ports, options.shopify ? [...ALWAYS, 'shopify'] : ALWAYS);
  const configFile = writeRunConfig(run.folder, ports, options.hostingFolder);
  const environment = stackEnvironment(options);
  copySettings(run.folder);
  const servers = startStandIns(options, environment);
  await Promise.all([buildFunctionsIfStale(), bundleFirestore(run)]);
  const firebase = startFirebaseTools({
    run,
    configFile,
    env: environment,
    onLine: (line) => onLine('firebase', line),
  });
  const broken = rejectWhenOneEnds(run, [...servers, firebase.process]);
  const log = followRequestLog(run.folder, (line) => onLine('firestore', line));
  await Promise.race([Promise.all([firebase.ready, loadData(options, environment)]), broken]);
  const rules = reloadRulesOnSave(inRepository('firestore.rules'), ports.firestore, (line) =>
    onLine('rules', line),
  );
  const schedules = fireSchedules(ports.functions, (line) => onLine('schedules', line));
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
  await waitForAnswer('Firestore', ports.firestore, giveUp);
  const seeding = loadSeed(run, environment);
  seeding.catch(() => undefined);
  await waitForAnswer('Auth', ports.auth, giveUp);
  await createTestAccounts(ports);
  await seeding;
}

function startStandIns(options: StackOptions, environment: Readonly<Record<string, string>>): Running[] {
  const secrets = localSecrets();
  const { run, ports, onLine } = options;
  mkdirSync(run.folder, { recursive: true });
  const standIn = (name: string, webhookSecret: string | undefined): StandInOptions => ({
    run,
    ports,
    env: environment,
    webhookSecret: webhookSecret ?? `whsec_${name}_local`,
    onLine: (line) => onLine(name, line),
  });
  const servers: Running[] = [];
  if (hasStandIn('stripe')) servers.push(startStripe(standIn('stripe', secrets.STRIPE_WEBHOOK_SECRET)));
  if (options.shopify) servers.push(startShopify(standIn('shopify', secrets.SHOPIFY_WEBHOOK_SECRET)));
  return servers;
}

function rejectWhenOneEnds(run: Run, servers: readonly Running[]): Promise<never> {
  const broken = Promise.race(
    servers.map(async (server) => {
      const code = await server.exit;
      throw new Complaint(`${server.name} ended by itself with code ${code}`, reasonOf(run.folder));
    }),
  ) as Promise<never>;
  broken.catch(() => run.isEnding);
  return broken;
}

/** Firestore's own words when it is the one that gave up; firebase-tools only passes on that it did. */
function reasonOf(folder: string): string {
  const said = firestoreLog(folder).replaceAll(`${folder}/`, '');
  return said === '' ? 'Its last lines are above.' : `Firestore said:\n${said}`;
}

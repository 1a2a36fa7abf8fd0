// Starts firebase-tools so that it needs no Java, account, login or network, with Savepoint's Firestore emulator in the place of Google's.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ID, repositoryPath, statePath } from '../config/repository.ts';
import { requireOption } from '../processes/outbound-guard.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { readFirestoreLogTail } from './firestore-log.ts';

/** Each folder holds one program that firebase-tools finds on its PATH before the real one. */
const JAVA_SHIM = repositoryPath('kit', 'shims', 'firestore');
const NPM_SHIM = repositoryPath('kit', 'shims', 'registry');
const PATCHES = repositoryPath('kit', 'preload', 'firebase-tools.cjs');
const FIREBASE_MAIN = repositoryPath('node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js');
/** Command line of Savepoint's Firestore emulator. */
export const FIRESTORE_MAIN = repositoryPath('emulator', 'firestore', 'bin', 'savepoint-firestore.js');

const READY = /All emulators ready/;
const PATCH_MISMATCH = /^patch \S+ does not apply to firebase-tools .*/;
const MAX_LINES = 40;

export interface FirebaseToolsOptions {
  readonly run: Run;
  readonly configFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

/** firebase-tools with the emulators of one run. */
export interface FirebaseTools {
  /** Resolves once the functions are loaded and every port responds. */
  readonly ready: Promise<void>;
  /** Rejects with a UserError when the process exits. */
  readonly exited: Promise<never>;
}

/** Starts the Auth, Functions, Firestore and Hosting emulators in one firebase-tools process. */
export function startFirebaseTools({ run, configFile, env, onLine }: FirebaseToolsOptions): FirebaseTools {
  if (usesOfficialFirestore()) {
    onLine('⚠  Firestore is a Java process here: unlike the others, it may connect to any host.');
  }
  const ready = Promise.withResolvers<void>();
  const lastLines: string[] = [];
  const { exit } = run.start({
    name: 'firebase-tools',
    command: process.execPath,
    args: emulatorsStart(configFile),
    cwd: run.folder,
    env: { ...env, ...offlineEnvironment(run.folder) },
    onLine: (line) => {
      lastLines.push(line);
      if (lastLines.length > MAX_LINES) lastLines.shift();
      if (READY.test(line)) ready.resolve();
      onLine(line);
    },
  });
  const exited = exit.then((code): never => {
    throw exitError(code, lastLines, run.folder);
  });
  exited.catch(() => undefined);
  return { ready: ready.promise, exited };
}

/** Arguments to Node that start the emulators with firebase-tools. */
export function emulatorsStart(configFile: string): string[] {
  return [
    FIREBASE_MAIN,
    'emulators:start',
    ...['--config', configFile],
    ...['--project', PROJECT_ID],
    ...['--only', 'auth,functions,firestore,hosting'],
  ];
}

function exitError(code: number, lines: readonly string[], folder: string): UserError {
  const mismatch = lines.find((line) => PATCH_MISMATCH.test(line));
  if (mismatch !== undefined) return new UserError(mismatch);
  const warnings = lines.filter((line) => /error|⚠/i.test(line));
  const output = (warnings.length > 0 ? warnings : lines).join('\n');
  // firebase-tools says only that Firestore has exited; the reason is in Firestore's own log.
  const firestore = readFirestoreLogTail(folder).replaceAll(`${folder}/`, '');
  const log = firestore === '' ? '' : `\nFirestore's log ends with:\n${firestore}\n`;
  return new UserError(`firebase-tools exited with code ${code}:\n${output}${log}`, 'Fix what it names.');
}

/** Bundles the Firestore emulator: one file starts three times as fast as its hundred sources, which it falls back to. */
export function bundleFirestore(run: Run): Promise<number> {
  return run.start({
    name: 'firestore bundle',
    command: process.execPath,
    args: [join('..', 'build-package.js'), '--bundle-only'],
    cwd: repositoryPath('emulator', 'firestore'),
  }).exit;
}

/** Whether to run Google's Firestore emulator, where it and Java are installed. */
function usesOfficialFirestore(): boolean {
  return process.env.FIRESTORE_EMULATOR === 'official';
}

function offlineEnvironment(folder: string): Record<string, string | undefined> {
  const official = usesOfficialFirestore();
  return {
    // No message of the day, no prompts.
    CI: '1',
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    // Neither the developer's firebase login nor gcloud's credentials may be used with a demo project.
    XDG_CONFIG_HOME: join(folder, 'config'),
    CLOUDSDK_CONFIG: join(folder, 'config', 'gcloud'),
    GOOGLE_APPLICATION_CREDENTIALS: undefined,
    // Function discovery through a file: discovery over HTTP waits three seconds for a child to exit.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    // Seconds. With the default of 10, a busy machine would end up with a stack without functions.
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
    // firebase-tools loads 2,000 files; cached bytecode halves the time.
    NODE_COMPILE_CACHE: statePath('compile-cache'),
    NODE_OPTIONS: `${requireOption(PATCHES)} ${process.env.NODE_OPTIONS ?? ''}`.trim(),
    ...(official ? {} : firestoreEnvironment()),
    PATH: [NPM_SHIM, ...(official ? [] : [JAVA_SHIM]), process.env.PATH ?? ''].join(delimiter),
  };
}

/** The variables that make firebase-tools run Savepoint's Firestore emulator when it starts Java. */
export function firestoreEnvironment(): Record<string, string> {
  if (!existsSync(FIRESTORE_MAIN)) {
    throw new UserError(`${FIRESTORE_MAIN} is missing`, 'Restore it from version control.');
  }
  return {
    // firebase-tools makes this file executable and passes it after -jar; the shim ignores it.
    FIRESTORE_EMULATOR_BINARY_PATH: join(JAVA_SHIM, 'java'),
    SAVEPOINT_NODE: process.execPath,
    SAVEPOINT_FIRESTORE_MAIN: FIRESTORE_MAIN,
    // A query without its index fails as it would in production.
    SAVEPOINT_FIRESTORE_INDEXES: repositoryPath('firestore.indexes.json'),
    SAVEPOINT_FIRESTORE_REQUIRE_INDEXES: '1',
    SAVEPOINT_FIRESTORE_LOG_REQUESTS: '1',
    ...allowedCallers(process.env.SAVEPOINT_ALLOW_ORIGIN ?? ''),
  };
}

/** Makes the Firestore emulator accept the origins of `--allow-origin` and their host names, like the other servers. */
function allowedCallers(origins: string): Record<string, string> {
  const hosts = origins.split(',').flatMap((origin) => URL.parse(origin)?.hostname ?? []);
  return { SAVEPOINT_FIRESTORE_ALLOWED_ORIGINS: origins, SAVEPOINT_FIRESTORE_ALLOWED_HOSTS: hosts.join(',') };
}

// Owns starting firebase-tools so that it needs no Java, account, login or network, with our Firestore in the place of Google's. It must
// not know what the shop is.
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { PROJECT_ID, repositoryPath, statePath } from '../config/repository.ts';
import type { Run, RunningProcess } from '../processes/run.ts';
import { UserError } from '../user-error.ts';

/** Each folder holds one program that firebase-tools finds on its PATH in the place of the real one. */
const JAVA_SHIM = repositoryPath('kit', 'shims', 'firestore');
const NPM_SHIM = repositoryPath('kit', 'shims', 'registry');
const PRELOADS = ['loopback-only', 'firebase-tools', 'verify-tokens'].map((name) =>
  repositoryPath('kit', 'preload', `${name}.cjs`),
);
export const FIRESTORE_MAIN = repositoryPath('emulator', 'firestore', 'bin', 'savepoint-firestore.js');
const READY = /All emulators ready/;

export interface FirebaseToolsOptions {
  readonly run: Run;
  readonly configFile: string;
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
}

/** firebase-tools with the emulators of one run. `ready` resolves once functions are loaded and every port answers. */
export interface FirebaseTools {
  readonly process: RunningProcess;
  readonly ready: Promise<void>;
}

/** Starts Auth, Functions, Firestore and Hosting in one firebase-tools process. */
export function startFirebaseTools(options: FirebaseToolsOptions): FirebaseTools {
  let markReady: () => void = () => undefined;
  const announced = new Promise<void>((resolve) => {
    markReady = resolve;
  });
  const lastLines: string[] = [];
  const running = options.run.start({
    name: 'firebase-tools',
    command: process.execPath,
    args: [
      repositoryPath('node_modules', 'firebase-tools', 'lib', 'bin', 'firebase.js'),
      'emulators:start',
      ...['--config', options.configFile],
      ...['--project', PROJECT_ID],
      ...['--only', 'auth,functions,firestore,hosting'],
    ],
    cwd: options.run.folder,
    env: { ...options.env, ...offlineEnvironment(options.run.folder) },
    onLine: (line) => {
      lastLines.push(line);
      if (lastLines.length > 40) lastLines.shift();
      if (READY.test(line)) markReady();
      options.onLine(line);
    },
  });
  const ended = running.exit.then((code) => {
    const reason = lastLines.filter((line) => /error|⚠/i.test(line)).join('\n');
    throw new UserError(
      `firebase-tools ended with code ${code} before the emulators were ready:\n${reason || lastLines.join('\n')}`,
      'Mend what it names.',
    );
  });
  return { process: running, ready: Promise.race([announced, ended]) };
}

/** One file starts three times as fast as the hundred it is made of; the binary falls back to the sources without it. */
export function bundleFirestore(run: Run): Promise<number> {
  const folder = repositoryPath('emulator', 'firestore');
  return run.start({
    name: 'firestore bundle',
    command: process.execPath,
    args: [join('scripts', 'bundle.js')],
    cwd: folder,
  }).exit;
}

/** Memory of compiled code: firebase-tools loads 2,000 files, and this halves the time. */
export function compileCache(): string {
  return statePath('compile-cache');
}

/** NODE_OPTIONS for processes that must not call out; workers of the functions emulator inherit it. */
export function preloadOptions(): string {
  return PRELOADS.map((file) => `--require ${JSON.stringify(file)}`).join(' ');
}

function offlineEnvironment(folder: string): Record<string, string | undefined> {
  const official = process.env.FIRESTORE_EMULATOR === 'official';
  return {
    // No message of the day, no questions.
    CI: '1',
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    // Neither the developer's firebase login nor gcloud's credentials may reach a demo project.
    XDG_CONFIG_HOME: join(folder, 'config'),
    CLOUDSDK_CONFIG: join(folder, 'config', 'gcloud'),
    GOOGLE_APPLICATION_CREDENTIALS: undefined,
    // Function discovery by file: the other way waits three seconds for a child to quit.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: 'true',
    // Seconds; after its own 10 a busy machine would be left with a stack that has no functions.
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
    NODE_COMPILE_CACHE: compileCache(),
    NODE_OPTIONS: preloadOptions(),
    ...(official ? {} : firestoreEnvironment()),
    PATH: [NPM_SHIM, ...(official ? [] : [JAVA_SHIM]), process.env.PATH ?? ''].join(delimiter),
  };
}

/** Puts our Firestore in the place of the Java one. */
export function firestoreEnvironment(): Record<string, string> {
  if (!existsSync(FIRESTORE_MAIN)) {
    throw new UserError(`${FIRESTORE_MAIN} is missing`, 'Restore it from version control.');
  }
  return {
    // firebase-tools makes this file executable and passes it after -jar; the stand-in skips it.
    FIRESTORE_EMULATOR_BINARY_PATH: join(JAVA_SHIM, 'java'),
    SAVEPOINT_NODE: process.execPath,
    SAVEPOINT_FIRESTORE_MAIN: FIRESTORE_MAIN,
    // A query without its index fails here as it would in production.
    SAVEPOINT_FIRESTORE_INDEXES: repositoryPath('firestore.indexes.json'),
    SAVEPOINT_FIRESTORE_REQUIRE_INDEXES: '1',
    SAVEPOINT_FIRESTORE_LOG_REQUESTS: '1',
  };
}

// Starts firebase-tools so that it needs no Java, account, login or network, with Savepoint's
// Firestore emulator in the place of Google's.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import type { EmulatorName } from '../config/define-config.ts';
import { kitPath, packagePath } from '../config/kit-files.ts';
import type { Environment } from '../config/process-environment.ts';
import { type Project, statePath } from '../config/project.ts';
import { requireOption } from '../processes/outbound-guard.ts';
import type { Run } from '../processes/run.ts';
import { UserError } from '../user-error.ts';
import { readFirestoreLogTail } from './firestore-log.ts';
import { canDiscoverByFile } from './functions-discovery.ts';
import { describeLoadFailure, LOAD_FAILURE, LOAD_FAILURE_DETAIL } from './load-failure.ts';

/** Command line of firebase-tools, a file for Node. */
export const FIREBASE_MAIN = packagePath('firebase-tools', 'lib', 'bin', 'firebase.js');
/** Command line of Savepoint's Firestore emulator. */
export const FIRESTORE_MAIN = realpathSync(
  packagePath('savepoint-firestore', 'bin', 'savepoint-firestore.js'),
);

/** Otherwise the short-lived objects of each process take 48 MB before V8 collects them. */
const YOUNG_GENERATION = '--max-semi-space-size=4';
const READY = /All emulators ready/;
const WORKERS_STARTED = /The workers have started\./;
/**
 * What the patches print last when a program of an emulator has ended
 * (packages/firebase-tools/patches/firestore-program.cjs).
 */
const PROGRAM_ENDED = /^(.+); the emulators cannot run without it\.$/;
const PATCH_MISMATCH = /^patch \S+ does not apply to firebase-tools .*/;
const MAX_LINES = 40;

export interface FirebaseToolsOptions {
  readonly run: Run;
  readonly configFile: string;
  readonly emulators: readonly EmulatorName[];
  readonly env: Readonly<Record<string, string>>;
  readonly onLine: (line: string) => void;
  /** Absolute path of an export whose data are loaded. */
  readonly importFolder?: string | undefined;
  readonly project: StartedProject;
}

/** What the start of the emulators depends on. */
export type StartedProject = Pick<Project, 'folder' | 'id' | 'firebase' | 'config' | 'environment'>;

/** firebase-tools with the emulators of one run. */
export interface FirebaseTools {
  /** Resolves once the functions are loaded and every port responds. */
  readonly ready: Promise<void>;
  /**
   * Resolves once the workers that functions share have started; a function can be called before,
   * and waits for its worker.
   */
  readonly workersStarted: Promise<void>;
  /**
   * Rejects with a UserError when the process exits, an EmulatorsEndedError unless it is one of the
   * kit itself.
   */
  readonly exited: Promise<never>;
  /**
   * Resolves with the reason for which functions could not be loaded, the next time that this
   * happens. The lines that say so at length are not printed until `stop`.
   */
  awaitLoadFailure(): { readonly reason: Promise<string>; stop(): void };
}

/** Starts the emulators in one firebase-tools process. */
export function startFirebaseTools({
  run,
  configFile,
  emulators,
  env,
  onLine,
  importFolder,
  project,
}: FirebaseToolsOptions): FirebaseTools {
  if (usesOfficialFirestore(project.environment)) {
    onLine('⚠  Firestore is a Java process here: unlike the others, it may connect to any host.');
  }
  const ready = Promise.withResolvers<void>();
  const workers = Promise.withResolvers<void>();
  if (!emulators.includes('functions')) workers.resolve();
  let isReady = false;
  let loading: { readonly lines: string[]; readonly resolve: (reason: string) => void } | undefined;
  const lastLines: string[] = [];
  const { exit } = run.start({
    name: 'firebase-tools',
    command: process.execPath,
    args: emulatorsStart({ configFile, emulators, importFolder, id: project.id }),
    cwd: run.folder,
    env: { ...env, ...offlineEnvironment(run.folder, project) },
    onLine: (line) => {
      lastLines.push(line);
      if (lastLines.length > MAX_LINES) lastLines.shift();
      if (READY.test(line)) {
        isReady = true;
        ready.resolve();
      }
      if (WORKERS_STARTED.test(line)) workers.resolve();
      // Functions that cannot be loaded at the start are an error; later, the last ones that could
      // stay in place.
      if (LOAD_FAILURE.test(line) && !isReady) ready.reject(loadError(lastLines));
      if (loading !== undefined) {
        loading.lines.push(line);
        if (LOAD_FAILURE.test(line)) loading.resolve(describeLoadFailure(loading.lines));
      }
      const hidesDetails = !isReady || loading !== undefined;
      if (!hidesDetails || !LOAD_FAILURE_DETAIL.test(line)) onLine(line);
    },
  });
  const exited = exit.then((code): never => {
    throw exitError(code, lastLines, run.folder);
  });
  exited.catch(() => undefined);
  return {
    ready: ready.promise,
    workersStarted: workers.promise,
    exited,
    awaitLoadFailure() {
      const { promise, resolve } = Promise.withResolvers<string>();
      const current = { lines: [], resolve };
      loading = current;
      return {
        reason: promise,
        stop() {
          if (loading === current) loading = undefined;
        },
      };
    },
  };
}

/** What of a start of firebase-tools differs between stacks. */
interface EmulatorsStart {
  readonly configFile: string;
  readonly emulators: readonly string[];
  /** The project id. */
  readonly id: string;
  /** Absolute path of an export whose data are loaded. */
  readonly importFolder?: string | undefined;
}

/** Arguments to Node that start emulators with firebase-tools. */
export function emulatorsStart({ configFile, emulators, id, importFolder }: EmulatorsStart): string[] {
  return [
    FIREBASE_MAIN,
    'emulators:start',
    ...['--config', configFile],
    ...['--project', id],
    ...['--only', emulators.join()],
    ...(importFolder === undefined ? [] : ['--import', importFolder]),
  ];
}

/** firebase-tools has exited, and with it all emulators and what they stored. */
export class EmulatorsEndedError extends UserError {
  /** Such as `firestore exited with code 137`. */
  readonly reason: string;

  constructor(reason: string, details: string, remedy: string) {
    super(`${reason}${details}`, remedy);
    this.reason = reason;
  }
}

function loadError(lines: readonly string[]): UserError {
  return new UserError(`The functions cannot be loaded: ${describeLoadFailure(lines)}`, 'Fix the code.');
}

function exitError(code: number, lines: readonly string[], folder: string): UserError {
  const mismatch = lines.find((line) => PATCH_MISMATCH.test(line));
  if (mismatch !== undefined) return new UserError(mismatch);
  const program = lines.map((line) => PROGRAM_ENDED.exec(line)?.[1]).find((each) => each !== undefined);
  const warnings = lines.filter((line) => /error|⚠/i.test(line));
  const output = `:\n${(warnings.length > 0 ? warnings : lines).join('\n')}`;
  // The reason for which Firestore has exited is in its own log.
  const firestore = readFirestoreLogTail(folder).replaceAll(`${folder}/`, '');
  const log = firestore === '' ? '' : `\nFirestore's log ends with:\n${firestore}\n`;
  return program === undefined
    ? new EmulatorsEndedError(`firebase-tools exited with code ${code}`, output + log, 'Fix what it names.')
    : new EmulatorsEndedError(program, `, and the stack ends without it${log}`, 'Start the stack again.');
}

/** Whether to run Google's Firestore emulator, where it and Java are installed. */
export function usesOfficialFirestore(environment: Environment): boolean {
  return environment.FIRESTORE_EMULATOR === 'official';
}

/**
 * The variables with which firebase-tools needs no Java, account, login or network.
 * @param folder the folder of the run, for what firebase-tools would write into the home folder
 */
export function offlineEnvironment(
  folder: string,
  project: StartedProject,
): Record<string, string | undefined> {
  const { environment } = project;
  const official = usesOfficialFirestore(environment);
  return {
    // No message of the day, no prompts.
    CI: '1',
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    // The developer's firebase login may not be used.
    XDG_CONFIG_HOME: join(folder, 'config'),
    // Function discovery through a file: discovery over HTTP waits three seconds for a child to
    // exit.
    FIREBASE_FUNCTIONS_DISCOVERY_OUTPUT_PATH: canDiscoverByFile(project.firebase) ? 'true' : undefined,
    // Seconds. With the default of 10, a busy machine would end up with a stack without functions.
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
    // firebase-tools loads 2,000 files; cached bytecode halves the time.
    NODE_COMPILE_CACHE: environment.NODE_COMPILE_CACHE ?? statePath(project.folder, 'compile-cache'),
    NODE_OPTIONS: [
      requireOption(kitPath('firebase-tools', 'preload.cjs')),
      YOUNG_GENERATION,
      environment.NODE_OPTIONS ?? '',
    ]
      .join(' ')
      .trim(),
    SAVEPOINT_FUNCTION_WORKERS: project.config.functions?.workers ?? 'shared',
    SAVEPOINT_STORAGE_RULES: storageRulesModule(),
    ...(project.config.verifyTokens === false && { SAVEPOINT_VERIFY_TOKENS: '0' }),
    ...(official ? {} : firestoreEnvironment(project)),
  };
}

/**
 * The file of the module savepoint-firestore/storage-rules: the bundle, or the source where that
 * could not be bundled.
 */
export function storageRulesModule(): string {
  const folder = realpathSync(packagePath('savepoint-firestore'));
  const bundle = join(folder, 'dist', 'rules', 'storage-ruleset.js');
  return existsSync(bundle) ? bundle : join(folder, 'src', 'rules', 'storage-ruleset.ts');
}

/**
 * The variables with which firebase-tools runs Savepoint's Firestore emulator
 * (packages/firebase-tools/patches/firestore-program.cjs).
 */
function firestoreEnvironment(project: StartedProject): Record<string, string> {
  return {
    SAVEPOINT_FIRESTORE_MAIN: FIRESTORE_MAIN,
    ...indexSettings(project),
    SAVEPOINT_FIRESTORE_LOG_REQUESTS: '1',
  };
}

/** Without indexes in firebase.json no query can lack one. */
function indexSettings({ config, firebase }: StartedProject): Record<string, string> {
  const indexes = firebase.firestore?.indexes;
  if (indexes === undefined) return {};
  return {
    SAVEPOINT_FIRESTORE_INDEXES: indexes,
    ...(config.requireIndexes && { SAVEPOINT_FIRESTORE_REQUIRE_INDEXES: '1' }),
  };
}

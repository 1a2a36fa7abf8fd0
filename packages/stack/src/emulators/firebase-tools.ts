// The command line and environment that let firebase-tools run without Java, account, login or
// network, with Savepoint's servers instead of Google's.
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { kitPath, packagePath } from '../config/kit-files.ts';
import type { Environment } from '../config/process-environment.ts';
import type { Project } from '../config/project.ts';
import { DataServerExitError } from '../processes/data-server-exit.ts';
import { requireOption } from '../processes/outbound-guard.ts';
import { UserError } from '../user-error.ts';
import { defaultInstance } from './database-rules.ts';
import { exitRemedy } from './load-failure.ts';

/** The main module of firebase-tools, to run with Node. */
export const FIREBASE_MAIN = packagePath('firebase-tools', 'lib', 'bin', 'firebase.js');
/** Otherwise the short-lived objects of each process take 48 MB before V8 collects them. */
export const YOUNG_GENERATION = '--max-semi-space-size=4';
const PATCH_MISMATCH = /^patch \S+ does not apply to firebase-tools .*/;

/** The parts of a project that starting the emulators depends on. */
export type StartedProject = Pick<Project, 'folder' | 'id' | 'firebase' | 'config' | 'environment'>;

/** The per-stack options for starting firebase-tools. */
interface EmulatorsStart {
  readonly configFile: string;
  readonly emulators: readonly string[];
  /** The project id. */
  readonly id: string;
  /** Absolute path of an export to load. */
  readonly importFolder?: string | undefined;
}

/** Node arguments that start emulators with firebase-tools. */
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

/**
 * The error for an unexpected exit.
 * @param problem such as `exited with code 1`
 * @param lines the last lines of output
 */
export function firebaseExitError(problem: string, lines: readonly string[]): UserError {
  const mismatch = lines.find((line) => PATCH_MISMATCH.test(line));
  if (mismatch !== undefined) return new UserError(mismatch);
  const warnings = lines.filter((line) => /error|⚠/i.test(line));
  const output = `:\n${(warnings.length > 0 ? warnings : lines).join('\n')}`;
  return new DataServerExitError(`firebase-tools ${problem}`, output, exitRemedy(lines));
}

/** Returns whether to run Google's Firestore emulator, if it and Java are installed. */
export function usesOfficialFirestore(environment: Environment): boolean {
  return environment.FIRESTORE_EMULATOR === 'official';
}

/**
 * The variables that let firebase-tools run without Java, account, login or network.
 * @param folder the run's folder, for files that firebase-tools would write to the home folder
 */
export function offlineEnvironment(
  folder: string,
  project: StartedProject,
): Record<string, string | undefined> {
  const { environment } = project;
  return {
    // A stack that is started inside another one has its own emulators
    // (packages/savepoint/preload/firebase-command.cjs).
    SAVEPOINT_STACK: undefined,
    // Suppresses the message of the day and prompts.
    CI: '1',
    NO_UPDATE_NOTIFIER: '1',
    METADATA_SERVER_DETECTION: 'none',
    // Keeps firebase-tools from using the developer's login.
    XDG_CONFIG_HOME: join(folder, 'config'),
    // Seconds. With the default of 10, a busy machine would start a stack without functions.
    FUNCTIONS_DISCOVERY_TIMEOUT: '60',
    NODE_OPTIONS: [
      requireOption(kitPath('firebase-tools', 'preload.cjs')),
      YOUNG_GENERATION,
      environment.NODE_OPTIONS ?? '',
    ]
      .join(' ')
      .trim(),
    // Read by packages/firebase-tools/patches/database-server.ts.
    ...(project.firebase.database !== undefined && {
      SAVEPOINT_DATABASE_URL: `https://${defaultInstance(project)}.firebaseio.com`,
    }),
    SAVEPOINT_FUNCTION_WORKERS: project.config.functions?.workers ?? 'shared',
    SAVEPOINT_STORAGE_RULES: storageRulesModule(),
    ...(project.config.verifyTokens === false && { SAVEPOINT_VERIFY_TOKENS: '0' }),
    // Google's emulator may reject retries of a trigger.
    ...(!usesOfficialFirestore(environment) && { SAVEPOINT_TRIGGER_RETRY: '1' }),
  };
}

/** The module savepoint-firestore/storage-rules: the bundle, or the source if bundling failed. */
export function storageRulesModule(): string {
  const folder = realpathSync(packagePath('savepoint-firestore'));
  const bundle = join(folder, 'dist', 'rules', 'storage-ruleset.js');
  return existsSync(bundle) ? bundle : join(folder, 'src', 'rules', 'storage-ruleset.ts');
}

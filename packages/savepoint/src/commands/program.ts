// Programs that commands run on a stack: `exec`, `run`, and the scripts of `firebase
// emulators:exec`.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Environment } from 'savepoint-stack/config/process-environment';
import { requireOption, withOutboundGuard } from 'savepoint-stack/processes/outbound-guard';
import { type NamedStack, STACK_VARIABLE } from 'savepoint-stack/stack/running-stacks';
import { UserError } from 'savepoint-stack/user-error';
import type { Invocation } from '../cli/command-line.ts';

const PACKAGE = join(import.meta.dirname, '..', '..');
/** Contains a program `firebase` that uses the stack. */
export const FIREBASE_FOLDER = join(PACKAGE, 'path');
/**
 * Makes other installations of firebase-tools use the stack if they are found first on the PATH.
 */
const FIREBASE_PRELOAD = requireOption(join(PACKAGE, 'preload', 'firebase-command.cjs'));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** A shell's exit code for a program that does not exist. */
const NOT_FOUND = 127;

export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The program after `--` on a command line. A single argument with spaces is run by a shell.
 * @throws UserError when there is none
 */
export function readProgram({ positionals, usage }: Invocation): Program {
  const [command, ...args] = positionals;
  if (command === undefined || command === '') {
    throw new UserError('Expected a command to run', `Usage: ${usage}`);
  }
  const usesShell = args.length === 0 && /\s/.test(command);
  return usesShell ? { command: 'sh', args: ['-c', command] } : { command, args };
}

/** Prints why the program could not be started. Returns the exit code. */
export function reportNotStarted({ command }: Program, error: unknown): number {
  const { code, message } = error as NodeJS.ErrnoException;
  const problem = code === 'ENOENT' ? 'there is no such program' : message;
  console.error(`savepoint: ${command} was not run: ${problem}.`);
  return NOT_FOUND;
}

/**
 * The variables of a program on a stack, besides the project's own: the addresses, as set by
 * `firebase emulators:exec`, and a PATH with a `firebase` that uses the stack.
 */
export function programEnvironment(
  { PATH = '', NODE_OPTIONS = '', FIREBASE_CONFIG }: Environment,
  { name, environment }: Pick<NamedStack, 'name' | 'environment'>,
): Record<string, string> {
  const projectId = environment.GCLOUD_PROJECT ?? '';
  const folders = PATH.split(delimiter).filter((folder) => folder !== FIREBASE_FOLDER);
  const firebaseConfig = {
    projectId,
    storageBucket: `${projectId}.appspot.com`,
    databaseURL: `https://${projectId}.firebaseio.com`,
  };
  const ownOptions = (environment.NODE_OPTIONS ?? NODE_OPTIONS).replaceAll(FIREBASE_PRELOAD, '');
  return {
    FIREBASE_CONFIG: FIREBASE_CONFIG ?? JSON.stringify(firebaseConfig),
    ...environment,
    [STACK_VARIABLE]: name,
    PATH: [FIREBASE_FOLDER, ...folders].join(delimiter),
    NODE_OPTIONS: withOutboundGuard(`${FIREBASE_PRELOAD} ${ownOptions}`),
  };
}

/**
 * Runs a program. Resolves with its exit code, or 128 plus the number of the signal that ended it.
 * Signals to this process are forwarded, except Ctrl+C, which reaches all processes of a terminal.
 */
export function exitCodeOf({ command, args }: Program, env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(command, args, { env, stdio: 'inherit' });
  const passOn = (signal: NodeJS.Signals) => {
    if (signal !== 'SIGINT' || !process.stdin.isTTY) child.kill(signal);
  };
  for (const signal of SIGNALS) process.on(signal, passOn);
  return new Promise<number>((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal ?? 'SIGKILL']));
  }).finally(() => {
    for (const signal of SIGNALS) process.off(signal, passOn);
  });
}

// The programs that commands run on a stack: `exec`, `run`, and the scripts of
// `firebase emulators:exec`.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { delimiter, join } from 'node:path';
import type { Environment } from 'savepoint-stack/config/process-environment';
import { requireOption, withOutboundGuard } from 'savepoint-stack/processes/outbound-guard';
import { type NamedStack, STACK_VARIABLE } from 'savepoint-stack/stack/running-stacks';
import { UserError } from 'savepoint-stack/user-error';
import type { Invocation } from '../cli/command-line.ts';

const PACKAGE = join(import.meta.dirname, '..', '..');
/** Has a `firebase` that uses the stack. */
export const FIREBASE_FOLDER = join(PACKAGE, 'path');
/** Makes firebase-tools, where it is found before that one, use the stack, too. */
const FIREBASE_PRELOAD = requireOption(join(PACKAGE, 'preload', 'firebase-command.cjs'));
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Exit code of a shell for a program that does not exist. */
const NOT_FOUND = 127;

/** A program with its arguments. */
export interface Program {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * The program that a command line names after `--`. One argument with spaces is for a shell.
 * @throws UserError when it names none
 */
export function readProgram({ positionals, usage }: Invocation): Program {
  const [command, ...args] = positionals;
  if (command === undefined || command === '') {
    throw new UserError('Expected a command to run', `Usage: ${usage}`);
  }
  const usesShell = args.length === 0 && /\s/.test(command);
  return usesShell ? { command: 'sh', args: ['-c', command] } : { command, args };
}

/** Prints why the program could not be started, and returns the exit code for that. */
export function reportNotStarted({ command }: Program, error: unknown): number {
  const { code, message } = error as NodeJS.ErrnoException;
  const problem = code === 'ENOENT' ? 'there is no such program' : message;
  console.error(`savepoint: ${command} was not run: ${problem}.`);
  return NOT_FOUND;
}

/**
 * The variables of a program on a stack, beside those of its project: the addresses, as
 * `firebase emulators:exec` sets them, and a `firebase` that uses the stack.
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
 * The exit code of the program, or 128 and the number of the signal that ended it. Signals to this
 * process are passed on. Ctrl+C reaches all processes of a terminal.
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

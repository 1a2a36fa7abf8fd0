import { UserError } from 'savepoint-stack/user-error';
import type { Invocation } from '../cli/command-line.ts';

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

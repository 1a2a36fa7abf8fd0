import type { CommandSpec, Invocation } from './command-line.ts';

/** One command of the kit: `start`, `test`, `reset` ... */
export interface Command extends CommandSpec {
  /** Arguments and flags as they are typed: `save|load NAME [flags]`. */
  readonly usage: string;
  /** One line for the list of commands. */
  readonly summary: string;
  /**
   * Resolves with the exit code.
   * @param folder that of the project, or the current one where there is no project
   */
  run(invocation: Invocation, folder: string): Promise<number>;
}

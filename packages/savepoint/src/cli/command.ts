import type { CommandSpec, Invocation } from './command-line.ts';

/** One command of the kit: `start`, `test`, `reset` and so on. */
export interface Command extends CommandSpec {
  /** Arguments and flags as typed: `save|load NAME [flags]`. */
  readonly usage: string;
  /** One line in the list of commands. */
  readonly summary: string;
  /**
   * Resolves with the exit code.
   * @param folder the project's folder, or the current one outside a project
   */
  run(invocation: Invocation, folder: string): Promise<number>;
}

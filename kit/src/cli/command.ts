import type { CommandSpec, Invocation } from './command-line.ts';

/** One command of the kit: `start`, `test`, `reset` ... */
export interface Command extends CommandSpec {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Resolves with the exit code. */
  run(invocation: Invocation): Promise<number>;
}

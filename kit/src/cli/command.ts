// Owns the shape that every command of the kit has.
import type { CommandSpec, Invocation } from './command-line.ts';

export interface Command extends CommandSpec {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Resolves with the exit code. */
  run(invocation: Invocation): Promise<number>;
}

// Owns the shape that every command of the kit has.
import type { CommandShape, Invocation } from '../command-line.ts';

export interface Command extends CommandShape {
  /** One line for the list of commands. */
  readonly summary: string;
  /** Resolves with the exit code. */
  run(invocation: Invocation): Promise<number>;
}

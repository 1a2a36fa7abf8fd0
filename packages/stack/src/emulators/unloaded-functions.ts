import { existsSync, readFileSync } from 'node:fs';
import { writeFileAtomically } from '../config/atomic-file.ts';
import { UserError } from '../user-error.ts';
import type { LoadFailure } from './load-failure.ts';

/**
 * The codebases of a stack whose functions are not loaded, with the reason. They are stored in a
 * file of the run, which firebase-tools reads on each call of a function
 * (packages/firebase-tools/patches/functions-unloaded.ts).
 */
export class UnloadedFunctions {
  /** Absolute path. */
  readonly file: string;

  constructor(file: string) {
    this.file = file;
  }

  get(codebase: string): LoadFailure | undefined {
    return this.#read()[codebase];
  }

  /**
   * Records that the functions of a codebase are not loaded. Returns the line to print, which is
   * short if the reason has not changed.
   */
  add(codebase: string, failure: LoadFailure): string {
    const before = this.get(codebase);
    this.#write({ ...this.#read(), [codebase]: failure });
    const { reason, remedy } = shortenRepeated(failure, before);
    return `not loaded: ${reason}. The stack runs without these functions until they can be loaded. ${remedy}`;
  }

  delete(codebase: string): void {
    const { [codebase]: _, ...others } = this.#read();
    this.#write(others);
  }

  #read(): Readonly<Record<string, LoadFailure>> {
    return existsSync(this.file) ? JSON.parse(readFileSync(this.file, 'utf8')) : {};
  }

  #write(failures: Readonly<Record<string, LoadFailure>>): void {
    writeFileAtomically(this.file, JSON.stringify(failures));
  }
}

/** Removes the build output from a failure, for places that show one line. */
export function shorten({ reason, remedy }: LoadFailure): LoadFailure {
  return { reason: (reason.split('\n', 1)[0] as string).replace(/:$/, ''), remedy };
}

/** Removes the build output from a failure if the previous failure had the same. */
export function shortenRepeated<Failure extends LoadFailure | undefined>(
  failure: Failure,
  before: LoadFailure | undefined,
): Failure | LoadFailure {
  return failure !== undefined && failure.reason === before?.reason ? shorten(failure) : failure;
}

/** Converts an error to a failure. Rethrows bugs. */
export function failureOf(error: unknown): LoadFailure {
  if (!(error instanceof UserError)) throw error;
  const { problem, remedy = '' } = error;
  return { reason: problem.replace(/\.$/, ''), remedy };
}

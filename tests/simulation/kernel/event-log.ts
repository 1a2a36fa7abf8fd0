import { createHash } from 'node:crypto';

const BATCH_LINES = 500;
const LAST_LINES = 400;

/**
 * The events of a run, one per line. Everything is hashed; only the last lines are kept, for the
 * report of a failure, unless `onLine` receives all of them.
 */
export class EventLog {
  readonly #hash = createHash('sha256');
  readonly #onLine: ((line: string) => void) | undefined;
  #batch: string[] = [];
  #before: string[] = [];
  lines = 0;

  constructor(onLine?: (line: string) => void) {
    this.#onLine = onLine;
  }

  write(line: string): void {
    this.lines += 1;
    this.#onLine?.(line);
    this.#batch.push(line);
    if (this.#batch.length < BATCH_LINES) return;
    this.#hash.update(`${this.#batch.join('\n')}\n`);
    this.#before = this.#batch;
    this.#batch = [];
  }

  last(): readonly string[] {
    return [...this.#before, ...this.#batch].slice(-LAST_LINES);
  }

  /** SHA-256 of all lines so far. */
  digest(): string {
    return this.#hash.copy().update(this.#batch.join('\n')).digest('hex');
  }
}

import type { Clock, Timer } from '@savepoint/server/core/clock';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';

/**
 * Production typically deletes a document within 24 hours of its expiry; this emulator does so
 * within this time, by its clock.
 */
const INTERVAL_MS = 60_000;

/** Executes TTL policies by the emulator's clock. */
export class TimeToLive {
  readonly #emulator: FirestoreEmulator;
  readonly #clock: Clock;
  readonly #log: (line: string) => void;
  #timer: Timer | undefined;
  #running: Promise<void> | undefined;

  constructor(emulator: FirestoreEmulator, clock: Clock, log: (line: string) => void) {
    this.#emulator = emulator;
    this.#clock = clock;
    this.#log = log;
  }

  /** Starts deleting documents until `close` is called. */
  start(): void {
    this.#schedule();
  }

  /** Moves the clock forward. Resolves once the documents that have expired by then are deleted. */
  async advance(ms: number): Promise<void> {
    // Runs once at the end, instead of once per interval.
    this.#timer?.cancel();
    await this.#clock.advance(ms);
    await this.#running;
    await this.#run();
    this.#schedule();
  }

  close(): void {
    this.#timer?.cancel();
    this.#clock.cancelTimers();
  }

  #schedule(): void {
    this.#timer?.cancel();
    this.#timer = this.#clock.setTimer(this.#clock.nowMs() + INTERVAL_MS, () => {
      this.#schedule();
      void this.#run();
    });
  }

  /** Runs one at a time: while a deletion waits for a lock, the next run would wait for it, too. */
  #run(): Promise<void> {
    this.#running ??= this.#emulator
      .deleteExpired()
      .then((count) => {
        if (count > 0) this.#log(`TTL policies deleted ${count} ${count === 1 ? 'document' : 'documents'}`);
      })
      .catch((error: unknown) => {
        this.#log(`TTL policies could not delete documents: ${(error as Error).message}`);
      })
      .finally(() => {
        this.#running = undefined;
      });
    return this.#running;
  }
}

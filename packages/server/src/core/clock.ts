// Every timestamp and timer of an emulator comes from its clock, so that tests and developers can
// advance time, for example to let a session expire.

/** A timer that has not fired yet. */
export interface Timer {
  cancel(): void;
}

/** The source of real time; tests pass their own. */
export interface TimeSource {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /**
   * Calls `callback` after `ms` real milliseconds, without keeping the process alive. Returns a
   * function that cancels it.
   */
  after(ms: number, callback: () => void): () => void;
}

/** The system clock. */
export const SYSTEM_TIME: TimeSource = {
  now: () => Date.now(),
  after(ms, callback) {
    const handle = setTimeout(callback, ms);
    handle.unref();
    return () => clearTimeout(handle);
  },
};

/** A time source that stands still: a clock on it moves only when it is advanced. */
export function frozenTime(startMs: number): TimeSource {
  return { now: () => startMs, after: () => () => {} };
}

/** setTimeout takes a signed 32-bit delay and fires immediately beyond that. */
const MAX_TIMEOUT_MS = 2_147_483_647;

interface ScheduledTimer {
  readonly dueMs: number;
  readonly sequence: number;
  readonly callback: () => void;
}

/**
 * A clock that shows its source's time plus an offset that only grows. Timers fire in the order in
 * which they are due, ties in the order in which they were set. While `advance` runs, each timer
 * sees the moment it was due as "now".
 */
export class Clock {
  readonly #source: TimeSource;
  #offsetMs = 0;
  #nextSequence = 0;
  #scheduled: ScheduledTimer[] = [];
  #cancelWake: () => void = () => {};

  constructor(source: TimeSource = SYSTEM_TIME) {
    this.#source = source;
  }

  /** Milliseconds since the Unix epoch. */
  nowMs(): number {
    return this.#source.now() + this.#offsetMs;
  }

  /** Whole seconds since the Unix epoch, rounded down. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** The offset between this clock and its source, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /**
   * Calls `callback` once when the clock reaches `dueMs`. A time in the past fires on the next turn
   * of the event loop.
   */
  setTimer(dueMs: number, callback: () => void): Timer {
    const scheduled: ScheduledTimer = { dueMs, sequence: this.#nextSequence++, callback };
    this.#scheduled.push(scheduled);
    this.#scheduled.sort((a, b) => a.dueMs - b.dueMs || a.sequence - b.sequence);
    this.#wakeForNext();
    return {
      cancel: () => {
        this.#scheduled = this.#scheduled.filter((other) => other !== scheduled);
        this.#wakeForNext();
      },
    };
  }

  /**
   * Moves the clock forward by `ms` and fires the timers that become due. `afterEach` is awaited
   * after each timer, so that timers set by its work are seen in the same advance, for example the
   * retry of a failed delivery.
   * @throws RangeError when `ms` is negative or not finite
   */
  async advance(ms: number, afterEach: () => Promise<void> = async () => {}): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError(`The clock only moves forward: ${ms} ms is not possible.`);
    const targetMs = this.nowMs() + ms;
    for (;;) {
      const next = this.#scheduled[0];
      if (next === undefined || next.dueMs > targetMs) break;
      this.#offsetMs += Math.max(0, next.dueMs - this.nowMs());
      this.#scheduled.shift();
      next.callback();
      await afterEach();
    }
    this.#offsetMs += Math.max(0, targetMs - this.nowMs());
    this.#wakeForNext();
  }

  /** Restores the offset from a saved state. Call it before setting timers. */
  restoreOffset(ms: number): void {
    this.#offsetMs = ms;
  }

  cancelTimers(): void {
    this.#scheduled = [];
    this.#cancelWake();
  }

  #wakeForNext(): void {
    this.#cancelWake();
    const next = this.#scheduled[0];
    if (next === undefined) return;
    const waitMs = Math.min(MAX_TIMEOUT_MS, Math.max(0, next.dueMs - this.nowMs()));
    this.#cancelWake = this.#source.after(waitMs, () => this.#fireDue());
  }

  #fireDue(): void {
    for (;;) {
      const next = this.#scheduled[0];
      if (next === undefined || next.dueMs > this.nowMs()) break;
      this.#scheduled.shift();
      next.callback();
    }
    this.#wakeForNext();
  }
}

// Owns time: what "now" is and when a timer fires. Everything else in the package asks this clock, so a test
// (or a developer who wants to see a retry) can move it. Knows nothing of products.

/** A cancellable appointment on the clock. */
export interface Timer {
  cancel(): void;
}

/** Where real time comes from; tests pass their own. */
export interface TimeSource {
  /** Milliseconds since the Unix epoch. */
  now(): number;
  /** Calls back after that many real milliseconds; must not keep the process alive. Returns a canceller. */
  after(ms: number, callback: () => void): () => void;
}

/** The machine's clock. */
export const SYSTEM_TIME: TimeSource = {
  now: () => Date.now(),
  after(ms, callback) {
    const handle = setTimeout(callback, ms);
    handle.unref();
    return () => clearTimeout(handle);
  },
};

/** A clock that stands still until it is advanced. */
export function frozenTime(startMs: number): TimeSource {
  return { now: () => startMs, after: () => () => {} };
}

/** setTimeout takes a signed 32-bit delay; a longer one would fire at once. */
const LONGEST_REAL_WAIT_MS = 2_147_483_647;

interface Appointment {
  readonly dueMs: number;
  readonly order: number;
  readonly callback: () => void;
}

/**
 * A clock that runs with its source plus an offset that only grows. Timers fire in due order, ties in the order
 * they were made; while `advance` runs, each timer sees the moment it was due as "now".
 */
export class Clock {
  readonly #source: TimeSource;
  #offsetMs = 0;
  #nextOrder = 0;
  #appointments: Appointment[] = [];
  #cancelWake: () => void = () => {};

  constructor(source: TimeSource = SYSTEM_TIME) {
    this.#source = source;
  }

  /** Milliseconds since the Unix epoch. */
  nowMs(): number {
    return this.#source.now() + this.#offsetMs;
  }

  /** Whole seconds since the Unix epoch, the unit of every timestamp in the API. */
  nowSeconds(): number {
    return Math.floor(this.nowMs() / 1000);
  }

  /** How far this clock is ahead of its source, in milliseconds. */
  get offsetMs(): number {
    return this.#offsetMs;
  }

  /** Fires `callback` once when the clock reaches `dueMs`; a moment already past fires on the next turn. */
  at(dueMs: number, callback: () => void): Timer {
    const appointment: Appointment = { dueMs, order: this.#nextOrder++, callback };
    this.#appointments.push(appointment);
    this.#appointments.sort((a, b) => a.dueMs - b.dueMs || a.order - b.order);
    this.#wakeForNext();
    return {
      cancel: () => {
        this.#appointments = this.#appointments.filter((other) => other !== appointment);
        this.#wakeForNext();
      },
    };
  }

  /**
   * Moves the clock forward, firing what falls due on the way. `settle` is awaited after each timer, so that work
   * a timer starts (a delivery that fails and books its retry) is seen by the same advance.
   * @throws RangeError when asked to go back or by something that is no number
   */
  async advance(ms: number, settle: () => Promise<void> = async () => {}): Promise<void> {
    if (!Number.isFinite(ms) || ms < 0)
      throw new RangeError('The clock only moves forward, by milliseconds.');
    const targetMs = this.nowMs() + ms;
    for (;;) {
      const next = this.#appointments[0];
      if (next === undefined || next.dueMs > targetMs) break;
      this.#offsetMs += Math.max(0, next.dueMs - this.nowMs());
      this.#appointments.shift();
      next.callback();
      await settle();
    }
    this.#offsetMs += Math.max(0, targetMs - this.nowMs());
    this.#wakeForNext();
  }

  /** Sets how far the clock is ahead, when a saved state is loaded; timers are booked after this. */
  restoreOffset(ms: number): void {
    this.#offsetMs = ms;
  }

  /** Forgets every timer. */
  stop(): void {
    this.#appointments = [];
    this.#cancelWake();
  }

  #wakeForNext(): void {
    this.#cancelWake();
    const next = this.#appointments[0];
    if (next === undefined) return;
    const waitMs = Math.min(LONGEST_REAL_WAIT_MS, Math.max(0, next.dueMs - this.nowMs()));
    this.#cancelWake = this.#source.after(waitMs, () => this.#fireDue());
  }

  #fireDue(): void {
    for (;;) {
      const next = this.#appointments[0];
      if (next === undefined || next.dueMs > this.nowMs()) break;
      this.#appointments.shift();
      next.callback();
    }
    this.#wakeForNext();
  }
}

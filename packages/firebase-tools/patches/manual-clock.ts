/**
 * A clock that tests move. Timers run in the order of their times, those of one time in the order
 * of their start.
 */
export class ManualClock {
  #nowMs = 1_000_000_000_000;
  #timers: { atMs: number; callback: () => void }[] = [];

  readonly nowMs = () => this.#nowMs;

  readonly setTimer = (callback: () => void, delayMs: number) => {
    const timer = { atMs: this.#nowMs + delayMs, callback };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((each) => each !== timer);
    };
  };

  /** How many timers wait. */
  get timerCount(): number {
    return this.#timers.length;
  }

  advance(ms: number): void {
    const endMs = this.#nowMs + ms;
    for (;;) {
      const next = this.#timers
        .filter(({ atMs }) => atMs <= endMs)
        .sort((first, second) => first.atMs - second.atMs)[0];
      if (next === undefined) break;
      this.#timers = this.#timers.filter((each) => each !== next);
      this.#nowMs = Math.max(this.#nowMs, next.atMs);
      next.callback();
    }
    this.#nowMs = endMs;
  }
}

// Owns the leaky bucket that queries are paid from: it is asked for a query's full cost before it runs and given back
// what the query did not use.

import type { Clock } from '../core/clock.ts';

/** The bucket as `extensions.cost.throttleStatus` shows it. */
export interface ThrottleStatus {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

/** One app's bucket in one shop. */
export class Throttle {
  readonly #clock: Clock;
  readonly #maximum: number;
  readonly #restoreRate: number;
  #available: number;
  #asOfMs: number;

  /** @param restoreRate points a second; Infinity never throttles */
  constructor(clock: Clock, maximum: number, restoreRate: number) {
    this.#clock = clock;
    this.#maximum = maximum;
    this.#restoreRate = restoreRate;
    this.#available = maximum;
    this.#asOfMs = clock.nowMs();
  }

  /** Takes the cost; false, and nothing taken, when there is not enough. */
  tryDeduct(cost: number): boolean {
    this.#restore();
    if (cost > this.#available) return false;
    this.#available -= cost;
    return true;
  }

  /** Gives back what was not used. */
  refund(points: number): void {
    this.#restore();
    this.#available = Math.min(this.#maximum, this.#available + points);
  }

  /** Empties the bucket, as other requests of the same app would. */
  drain(): void {
    this.#restore();
    this.#available = 0;
  }

  status(): ThrottleStatus {
    this.#restore();
    const finite = Number.isFinite(this.#restoreRate) ? this.#restoreRate : this.#maximum;
    return {
      maximumAvailable: this.#maximum,
      currentlyAvailable: Math.floor(this.#available),
      restoreRate: finite,
    };
  }

  #restore(): void {
    const now = this.#clock.nowMs();
    const seconds = (now - this.#asOfMs) / 1000;
    this.#asOfMs = now;
    if (this.#restoreRate === Number.POSITIVE_INFINITY) this.#available = this.#maximum;
    else this.#available = Math.min(this.#maximum, this.#available + seconds * this.#restoreRate);
  }
}

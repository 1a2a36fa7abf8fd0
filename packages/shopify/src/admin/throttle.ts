// Shopify's leaky bucket: the requested cost of a query is deducted before it runs, and unused
// points are refunded afterwards.
// @see https://shopify.dev/docs/api/usage/limits#rate-limits

import type { Clock } from '@savepoint/server/core/clock';

/** The value of `extensions.cost.throttleStatus`, in points and points per second. */
export interface ThrottleStatus {
  readonly maximumAvailable: number;
  readonly currentlyAvailable: number;
  readonly restoreRate: number;
}

/** The bucket of one app in one shop. */
export class Throttle {
  readonly #clock: Clock;
  readonly #maximum: number;
  readonly #restoreRate: number;
  #available: number;
  #restoredAtMs: number;

  /**
   * @param maximum size of the bucket in points
   * @param restoreRate points per second; Infinity never throttles
   */
  constructor(clock: Clock, maximum: number, restoreRate: number) {
    this.#clock = clock;
    this.#maximum = maximum;
    this.#restoreRate = restoreRate;
    this.#available = maximum;
    this.#restoredAtMs = clock.nowMs();
  }

  /** Deducts the cost. Returns false without deducting if the bucket contains less. */
  tryDeduct(cost: number): boolean {
    this.#restore();
    if (cost > this.#available) return false;
    this.#available -= cost;
    return true;
  }

  /** Adds points, up to the size of the bucket. */
  refund(points: number): void {
    this.#restore();
    this.#available = Math.min(this.#maximum, this.#available + points);
  }

  /** Empties the bucket, as other requests of the same app would. */
  drain(): void {
    this.#restore();
    this.#available = 0;
  }

  /** The current status. `restoreRate` equals the size of the bucket if the rate is infinite. */
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
    const seconds = (now - this.#restoredAtMs) / 1000;
    this.#restoredAtMs = now;
    if (this.#restoreRate === Number.POSITIVE_INFINITY) this.#available = this.#maximum;
    else this.#available = Math.min(this.#maximum, this.#available + seconds * this.#restoreRate);
  }
}

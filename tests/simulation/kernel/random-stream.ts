import { createRandom } from '../../support/random.ts';

/** The 0.95 quantile of the standard normal distribution. */
const Z_95 = 1.6449;

/** Random draws that are reproducible by seed and name. */
export class RandomStream {
  readonly #next: () => number;

  constructor(seed: number, name: string) {
    let mixed = seed | 0;
    for (let index = 0; index < name.length; index += 1)
      mixed = Math.imul(mixed ^ name.charCodeAt(index), 0x01000193);
    this.#next = createRandom(mixed);
  }

  /** From 0 to 1. */
  next(): number {
    return this.#next();
  }

  /** Always draws, so that a rate of 0 does not affect later draws. */
  chance(rate: number): boolean {
    return this.#next() < rate;
  }

  /** A whole number from 0 to `count - 1`. */
  below(count: number): number {
    return Math.floor(this.#next() * count);
  }

  between(low: number, high: number): number {
    return low + this.#next() * (high - low);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)] as T;
  }

  exponential(mean: number): number {
    return -Math.log(1 - this.#next()) * mean;
  }

  /** Log-normal, like response times: half are below `median`, 95 % below `p95`. */
  logNormal({ median, p95 }: { readonly median: number; readonly p95: number }): number {
    const normal = Math.sqrt(-2 * Math.log(1 - this.#next())) * Math.cos(2 * Math.PI * this.#next());
    return median * Math.exp((Math.log(p95 / median) / Z_95) * normal);
  }
}

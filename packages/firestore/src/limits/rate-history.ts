import { WINDOW_SECONDS } from './production-limits.ts';

/** The number of seconds with counts that the heat map shows. */
const HEAT_SECONDS = 900;

/**
 * Counts events per second, and in the window that ends with the last second. Seconds must be added
 * in order.
 */
export class RateHistory {
  /** The number of seconds with counts that are kept, at least three windows. */
  readonly #kept: number;
  /** Seconds with a count, and the counts. */
  #seconds: number[] = [];
  #counts: number[] = [];
  /** The index of the first second in the window. */
  #first = 0;
  #inWindow = 0;
  /** The highest average of a window. */
  peakPerSecond = 0;
  total = 0;

  constructor(kept = HEAT_SECONDS) {
    this.#kept = kept;
  }

  /** Adds `count` in `second`. Returns the total in the window that ends with it. */
  add(second: number, count = 1): number {
    this.total += count;
    const last = this.#seconds.length - 1;
    if (this.#seconds[last] === second && last >= this.#first)
      this.#counts[last] = (this.#counts[last] as number) + count;
    else {
      this.#seconds.push(second);
      this.#counts.push(count);
      if (this.#seconds.length > this.#kept) this.#drop(this.#kept / 3);
    }
    this.#inWindow += count;
    while ((this.#seconds[this.#first] as number) <= second - WINDOW_SECONDS) {
      this.#inWindow -= this.#counts[this.#first++] as number;
    }
    this.peakPerSecond = Math.max(this.peakPerSecond, this.#inWindow / WINDOW_SECONDS);
    return this.#inWindow;
  }

  /** Begins an empty window. */
  forgetWindow(): void {
    this.#first = this.#seconds.length;
    this.#inWindow = 0;
  }

  /** The last second with a count. */
  get lastSecond(): number {
    return this.#seconds.at(-1) ?? 0;
  }

  /** The counts in `columns` equal time spans, starting at `from`. */
  spread(from: number, secondsPerColumn: number, columns: number): number[] {
    const counts = new Array<number>(columns).fill(0);
    for (const [index, second] of this.#seconds.entries()) {
      const column = Math.floor((second - from) / secondsPerColumn);
      if (column >= 0 && column < columns)
        counts[column] = (counts[column] as number) + (this.#counts[index] as number);
    }
    return counts;
  }

  #drop(number: number): void {
    this.#seconds = this.#seconds.slice(number);
    this.#counts = this.#counts.slice(number);
    this.#first -= number;
  }
}

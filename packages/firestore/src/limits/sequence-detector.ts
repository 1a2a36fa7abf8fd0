import type { Fields, FieldValue } from '../core/value.ts';
import { TimestampValue } from '../core/value.ts';
import { compareValues } from '../core/value-order.ts';
import { PRODUCTION_LIMITS, SEQUENCE, WINDOW_SECONDS } from './production-limits.ts';

/** Sampling starts at this many writes per second. */
const MIN_WRITES = PRODUCTION_LIMITS['sequential-field'].perSecond / 10;

interface FieldSamples {
  last: FieldValue;
  compared: number;
  up: number;
  down: number;
}

/**
 * Finds the top-level fields of a collection whose values increase or decrease on nearly every
 * write. It samples only while the collection is written at a tenth of the limit or faster.
 */
export class SequenceDetector {
  #fields = new Map<string, FieldSamples>();
  #second = 0;
  #inSecond = 0;
  #since = 0;
  #offered = 0;

  /** Counts writes of the collection in `second`. */
  count(second: number, count: number): void {
    if (second !== this.#second) {
      this.#second = second;
      this.#inSecond = 0;
    }
    this.#inSecond += count;
  }

  /** Returns whether to sample a write. `count` writes are not counted yet. */
  isDue(second: number, count: number): boolean {
    if (this.#inSecond + count < MIN_WRITES || second < this.#second) return false;
    if (second - this.#since > WINDOW_SECONDS) {
      this.#fields = new Map();
      this.#since = second;
    }
    return this.#offered++ % SEQUENCE.sampleEvery === 0;
  }

  /** Compares the fields of a written document with those of the previous sample. */
  sample(fields: Fields): void {
    for (const name in fields) {
      const value = fields[name] as FieldValue;
      if (!isOrdered(value)) continue;
      const known = this.#fields.get(name);
      if (known === undefined) {
        this.#fields.set(name, { last: value, compared: 0, up: 0, down: 0 });
        continue;
      }
      const order = compareValues(value, known.last);
      known.compared += 1;
      if (order > 0) known.up += 1;
      if (order < 0) known.down += 1;
      known.last = value;
    }
  }

  /** The fields with sequential values. */
  fields(): string[] {
    return [...this.#fields]
      .filter(
        ([, { compared, up, down }]) =>
          compared >= SEQUENCE.minimumSamples && Math.max(up, down) >= compared * SEQUENCE.share,
      )
      .map(([name]) => name);
  }
}

function isOrdered(value: FieldValue): boolean {
  const type = typeof value;
  return type === 'bigint' || type === 'number' || type === 'string' || value instanceof TimestampValue;
}

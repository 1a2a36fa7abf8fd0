import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** A source of random bytes, the only one in the package. */
export type RandomBytes = (count: number) => Uint8Array;

/**
 * Deterministic random bytes for a seed and a sequence of calls, so that a test gets the same ids
 * in every run.
 */
export function seededBytes(seed: string): RandomBytes {
  let block = 0;
  let pool: number[] = [];
  return (count) => {
    while (pool.length < count) {
      pool = pool.concat([...createHash('sha256').update(`${seed}:${block++}`).digest()]);
    }
    return Uint8Array.from(pool.splice(0, count));
  };
}

/** Generates ids in Stripe's format: a prefix, an underscore, letters and digits. */
export class IdGenerator {
  readonly #random: RandomBytes;

  constructor(random: RandomBytes = randomBytes) {
    this.#random = random;
  }

  /**
   * Generates an id: `generate('pi')` is `pi_` followed by 24 characters. `length` is the number of
   * these characters.
   */
  generate(prefix: string, length = 24): string {
    let text = '';
    while (text.length < length) {
      for (const byte of this.#random(length)) {
        // 248 is the largest multiple of 62 in a byte. Larger bytes would favor the first
        // characters of the alphabet.
        if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
      }
    }
    return `${prefix}_${text}`;
  }
}

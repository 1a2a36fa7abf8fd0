// Owns the making of identifiers. With a seed the same calls make the same ids, so recorded tests stay stable.

import { createHash, randomBytes } from 'node:crypto';

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

/** Yields bytes; the only randomness in the package. */
export type RandomBytes = (count: number) => Uint8Array;

/** Bytes that depend on the seed and on how many were asked for before. */
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

/** Makes ids in the provider's form: a prefix, an underscore and letters or digits. */
export class IdGenerator {
  readonly #random: RandomBytes;

  constructor(random: RandomBytes = randomBytes) {
    this.#random = random;
  }

  /** `make('pi')` gives `pi_` and 24 characters; a checkout session's id is longer: `make('cs_test', 58)`. */
  generate(prefix: string, length = 24): string {
    let text = '';
    while (text.length < length) {
      for (const byte of this.#random(length)) {
        // 248 is the largest multiple of 62 in a byte; beyond it the first letters would come up more often.
        if (byte < 248 && text.length < length) text += ALPHABET[byte % 62];
      }
    }
    return `${prefix}_${text}`;
  }
}

import { createHash } from 'node:crypto';

/** Returns an integer from 0 up to, but not including, `below`. */
export type RandomInt = (below: number) => number;

/** A pseudorandom number generator (mulberry32) whose sequence depends only on the seed. */
export function seededRandomInt(seed: string): RandomInt {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Generates version 4 UUIDs from a seeded generator. */
export function seededUuid(randomInt: RandomInt): () => string {
  return () => 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replaceAll('x', () => randomInt(16).toString(16));
}

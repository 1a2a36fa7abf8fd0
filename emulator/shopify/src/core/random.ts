// Owns numbers that look random and are the same in every run with the same seed.

import { createHash } from 'node:crypto';

/** Draws numbers from 0 up to, not including, `below`. */
export type RandomInt = (below: number) => number;

/** A draw that depends on the seed only (mulberry32). */
export function seededRandomInt(seed: string): RandomInt {
  let state = createHash('sha256').update(seed).digest().readUInt32LE(0);
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)) ^ mixed;
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

/** Makes UUIDs in the same way. */
export function seededUuid(draw: RandomInt): () => string {
  return () => 'xxxxxxxx-xxxx-4xxx-axxx-xxxxxxxxxxxx'.replaceAll('x', () => draw(16).toString(16));
}

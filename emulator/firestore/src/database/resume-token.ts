// Owns resume tokens: opaque to clients, the read time in eight bytes to us.

import type { Micros } from '../core/commit-time.ts';

export function encodeResumeToken(time: Micros): Uint8Array {
  const token = new Uint8Array(8);
  new DataView(token.buffer).setBigUint64(0, BigInt(time));
  return token;
}

/** The read time, or undefined when `token` is none of ours. */
export function decodeResumeToken(token: Uint8Array): Micros | undefined {
  if (token.length !== 8) return undefined;
  return Number(new DataView(token.buffer, token.byteOffset, 8).getBigUint64(0));
}

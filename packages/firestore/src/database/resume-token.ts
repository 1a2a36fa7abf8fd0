import type { Micros } from '../core/commit-time.ts';

/** A resume token for `time`: its microseconds as eight big-endian bytes, opaque to clients. */
export function encodeResumeToken(time: Micros): Uint8Array {
  const token = new Uint8Array(8);
  new DataView(token.buffer).setBigUint64(0, BigInt(time));
  return token;
}

/** The read time of a resume token, or undefined if this server did not issue it. */
export function decodeResumeToken(token: Uint8Array): Micros | undefined {
  if (token.length !== 8) return undefined;
  return Number(new DataView(token.buffer, token.byteOffset, 8).getBigUint64(0));
}

import type { Micros } from '../core/commit-time.ts';
/** A resume token for `time`: its microseconds as eight big-endian bytes, opaque to clients. */
export declare function encodeResumeToken(time: Micros): Uint8Array;
/** The read time of a resume token, or undefined when this server did not issue it. */
export declare function decodeResumeToken(token: Uint8Array): Micros | undefined;

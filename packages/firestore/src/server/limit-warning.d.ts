import type { LimitFinding } from '../limits/traffic.ts';
/**
 * The line that is logged when a soft limit begins to be exceeded. It ends with the trace of the
 * request, where one is recorded, in which the kit finds the line of code
 * (packages/stack/src/recording/limit-lines.ts).
 */
export declare function limitWarning({ limit, subject, peakPerSecond, limitPerSecond, listeners, traceId, }: LimitFinding): string;

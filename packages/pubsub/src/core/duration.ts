import type { Duration, Timestamp } from '@bufbuild/protobuf/wkt';

/** A google.protobuf.Duration in milliseconds, with fractions. */
export function durationMs({ seconds, nanos }: Duration): number {
  return Number(seconds) * 1000 + nanos / 1_000_000;
}

/** A google.protobuf.Timestamp in milliseconds since the Unix epoch, with fractions. */
export function timestampMs({ seconds, nanos }: Timestamp): number {
  return Number(seconds) * 1000 + nanos / 1_000_000;
}

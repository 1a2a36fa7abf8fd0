// Firestore timestamps have microsecond precision. The database counts time in whole microseconds
// since 1970 as a number, which is exact until the year 2255.

import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { invalidArgument } from './rpc-error.ts';
import { TimestampValue } from './value.ts';

/** Microseconds since 1970-01-01T00:00:00Z. */
export type Micros = number;

/** The current time, from a clock with sub-millisecond resolution. */
export function currentMicros(): Micros {
  return Math.floor((performance.timeOrigin + performance.now()) * 1000);
}

/** Converts a time to its wire message. */
export function microsToTimestamp(micros: Micros): Timestamp {
  const seconds = Math.floor(micros / 1e6);
  return {
    $typeName: 'google.protobuf.Timestamp',
    seconds: BigInt(seconds),
    nanos: (micros - seconds * 1e6) * 1000,
  };
}

/**
 * Converts a wire timestamp, truncated to the microsecond. Throws INVALID_ARGUMENT outside the
 * years 1 to 9999.
 */
export function timestampToMicros(timestamp: Timestamp): Micros {
  const value = timestampValue(timestamp);
  return value.seconds * 1e6 + value.nanos / 1000;
}

/** Converts a time to a field value. */
export function microsToValue(micros: Micros): TimestampValue {
  const seconds = Math.floor(micros / 1e6);
  return new TimestampValue(seconds, (micros - seconds * 1e6) * 1000);
}

const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;

/**
 * Decodes a wire timestamp, truncated to the microsecond. Throws INVALID_ARGUMENT when it is out of
 * range.
 */
export function timestampValue(timestamp: Timestamp): TimestampValue {
  const { seconds, nanos } = preciseTimestampValue(timestamp);
  return new TimestampValue(seconds, nanos - (nanos % 1000));
}

/** Decodes a wire timestamp to the nanosecond. Throws INVALID_ARGUMENT when it is out of range. */
export function preciseTimestampValue(timestamp: Timestamp): TimestampValue {
  const { seconds, nanos } = timestamp;
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
    throw invalidArgument(
      `Timestamp seconds out of range [${MIN_SECONDS}, ${MAX_SECONDS}]: ${seconds}. ` +
        'A timestamp lies between 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999999Z.',
    );
  }
  if (nanos < 0 || nanos > 999_999_999) {
    throw invalidArgument(`Timestamp nanos out of range [0, 999999999]: ${nanos}.`);
  }
  return new TimestampValue(Number(seconds), nanos);
}

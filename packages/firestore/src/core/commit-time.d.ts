import type { Timestamp } from '@bufbuild/protobuf/wkt';
import { TimestampValue } from './value.ts';
/** Microseconds since 1970-01-01T00:00:00Z. */
export type Micros = number;
/** The current time, from a clock with a resolution finer than a millisecond. */
export declare function currentMicros(): Micros;
/** Converts a time to its wire message. */
export declare function microsToTimestamp(micros: Micros): Timestamp;
/**
 * Converts a wire timestamp, truncated to the microsecond. Throws INVALID_ARGUMENT outside the
 * years 1 to 9999.
 */
export declare function timestampToMicros(timestamp: Timestamp): Micros;
/** Converts a time to a field value. */
export declare function microsToValue(micros: Micros): TimestampValue;
/**
 * Decodes a wire timestamp, truncated to the microsecond. Throws INVALID_ARGUMENT when it is out of
 * range.
 */
export declare function timestampValue(timestamp: Timestamp): TimestampValue;
/** Decodes a wire timestamp to the nanosecond. Throws INVALID_ARGUMENT when it is out of range. */
export declare function preciseTimestampValue(timestamp: Timestamp): TimestampValue;

// Timestamps are integers here: microseconds since 1970.

import { type FieldValue, TimestampValue } from '../../core/value.ts';
import { invalidExpression } from '../evaluation-error.ts';
import { type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import { asInteger, asString, asTimestamp } from './argument.ts';
import { extractPart, truncate } from './calendar.ts';

const UNIT_MICROS: { readonly [unit: string]: bigint } = {
  microsecond: 1n,
  millisecond: 1_000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: 86_400_000_000n,
};

const MIN_SECONDS = -62_135_596_800n;
const MAX_SECONDS = 253_402_300_799n;

function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor;
  return value % divisor < 0n ? quotient - 1n : quotient;
}

function toMicros(name: string, value: FieldValue): bigint {
  const { seconds, nanos } = asTimestamp(name, value);
  return BigInt(seconds) * 1_000_000n + BigInt(Math.floor(nanos / 1000));
}

function fromMicros(name: string, micros: bigint): TimestampValue {
  const seconds = floorDivide(micros, 1_000_000n);
  if (seconds < MIN_SECONDS || seconds > MAX_SECONDS) {
    throw invalidExpression(`${name}(): the timestamp is outside the years 1 to 9999.`);
  }
  return new TimestampValue(Number(seconds), Number(micros - seconds * 1_000_000n) * 1000);
}

/** An integer without conversion to a double, which would be inexact above 2^53. */
function asCount(name: string, value: FieldValue): bigint {
  return typeof value === 'bigint' ? value : BigInt(asInteger(name, value));
}

function unitMicros(name: string, value: FieldValue): bigint {
  const unit = asString(name, value);
  if (Object.hasOwn(UNIT_MICROS, unit)) return UNIT_MICROS[unit] as bigint;
  throw invalidExpression(`${name}(): there is no unit "${unit}".`);
}

function fromUnix(name: string, micros: bigint): FunctionDefinition {
  return strict(1, 1, (value) => fromMicros(name, asCount(name, value) * micros));
}

function toUnix(name: string, micros: bigint): FunctionDefinition {
  return strict(1, 1, (value) => floorDivide(toMicros(name, value), micros));
}

function shift(name: string, sign: 1n | -1n): FunctionDefinition {
  return strict(3, 3, (timestamp, unit, amount) => {
    const difference = unitMicros(name, unit) * asCount(name, amount);
    return fromMicros(name, toMicros(name, timestamp) + sign * difference);
  });
}

export const TIMESTAMP_FUNCTIONS: FunctionTable = {
  unix_micros_to_timestamp: fromUnix('unix_micros_to_timestamp', 1n),
  unix_millis_to_timestamp: fromUnix('unix_millis_to_timestamp', 1_000n),
  unix_seconds_to_timestamp: fromUnix('unix_seconds_to_timestamp', 1_000_000n),
  timestamp_to_unix_micros: toUnix('timestamp_to_unix_micros', 1n),
  timestamp_to_unix_millis: toUnix('timestamp_to_unix_millis', 1_000n),
  timestamp_to_unix_seconds: toUnix('timestamp_to_unix_seconds', 1_000_000n),
  timestamp_add: shift('timestamp_add', 1n),
  timestamp_subtract: shift('timestamp_subtract', -1n),
  timestamp_diff: strict(3, 3, (end, start, unit) => {
    const difference = toMicros('timestamp_diff', end) - toMicros('timestamp_diff', start);
    return difference / unitMicros('timestamp_diff', unit);
  }),
  timestamp_trunc: strict(2, 3, (timestamp, granularity, zone = 'UTC') => {
    const micros = toMicros('timestamp_trunc', timestamp);
    const [unit, timeZone] = [asString('timestamp_trunc', granularity), asString('timestamp_trunc', zone)];
    return fromMicros('timestamp_trunc', truncate(micros, unit, timeZone));
  }),
  timestamp_extract: strict(2, 3, (timestamp, part, zone = 'UTC') => {
    const micros = toMicros('timestamp_extract', timestamp);
    const [name, timeZone] = [asString('timestamp_extract', part), asString('timestamp_extract', zone)];
    return extractPart(micros, name, timeZone);
  }),
};

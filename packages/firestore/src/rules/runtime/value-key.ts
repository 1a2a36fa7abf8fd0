/**
 * Hash keys of values. Lists and maps compare their elements exactly: an int never equals a float,
 * and NaN equals nothing. Sets and `diff()` compare numbers by value: 1 equals 1.0, and NaN equals
 * itself. Both match the official emulator.
 */
import {
  RulesDuration,
  RulesLatLng,
  RulesMap,
  RulesMapDiff,
  RulesPath,
  RulesSet,
  RulesTimestamp,
  type RulesValue,
} from './value.ts';

let uniqueKeys = 0;

/** A unique key for a value that equals nothing, not even itself. */
function uniqueKey(): string {
  uniqueKeys++;
  return `?${uniqueKeys}`;
}

/** Equal for two values exactly if they are equal as elements of a list or a map. */
export function elementKey(value: RulesValue): string {
  return keyOf(value, exactNumberKey);
}

/**
 * Equal for two values exactly if they are equal as set elements, or as values that `diff()`
 * compares.
 */
export function setElementKey(value: RulesValue): string {
  return keyOf(value, numberKey);
}

type NumberKey = (value: bigint | number) => string;

function exactNumberKey(value: bigint | number): string {
  if (typeof value === 'bigint') return `i${value}`;
  // Adding 0 converts negative zero to zero, which it equals.
  return Number.isNaN(value) ? uniqueKey() : `f${value + 0}`;
}

function numberKey(value: bigint | number): string {
  return Number.isInteger(value) ? `n${BigInt(value)}` : `n${value}`;
}

function keyOf(value: RulesValue, ofNumber: NumberKey): string {
  switch (typeof value) {
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
    case 'number':
      return ofNumber(value);
    case 'string':
      return JSON.stringify(value);
  }
  if (value === null) return 'null';
  if (Array.isArray(value)) return `[${value.map((element) => keyOf(element, ofNumber)).join()}]`;
  if (value instanceof RulesMap) return mapKey(value, ofNumber);
  if (value instanceof Uint8Array) return `b${Buffer.from(value).toString('hex')}`;
  if (value instanceof RulesTimestamp) return `t${value.epochNanos}`;
  if (value instanceof RulesDuration) return `d${value.nanos}`;
  if (value instanceof RulesLatLng) return `g${signedText(value.latitude)},${signedText(value.longitude)}`;
  if (value instanceof RulesSet) return `s[${value.elements.map(setElementKey).sort().join()}]`;
  if (value instanceof RulesPath) return `p${JSON.stringify(value.segments)}`;
  return value instanceof RulesMapDiff
    ? `m${mapKey(value.newer, ofNumber)}${mapKey(value.older, ofNumber)}`
    : uniqueKey();
}

/** A number as text, which distinguishes the zeros of both signs. */
const signedText = (value: number): string => (Object.is(value, -0) ? '-0' : String(value));

function mapKey(map: RulesMap, ofNumber: NumberKey): string {
  return `{${map
    .keys()
    .map((key) => `${JSON.stringify(key)}:${keyOf(map.lookup(key) ?? null, ofNumber)}`)
    .join()}}`;
}

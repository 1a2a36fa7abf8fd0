/** Equality and order of values, and membership and sets based on equality. */
import {
  Constraint,
  RulesDuration,
  RulesLatLng,
  RulesMap,
  RulesMapDiff,
  RulesPath,
  RulesSet,
  RulesTimestamp,
  type RulesValue,
} from './value.ts';
import { elementKey, setElementKey } from './value-key.ts';

/** Equality of list and map elements: like `==`, but an int never equals a float. */
function elementsEqual(a: RulesValue, b: RulesValue): boolean {
  // A list or map that contains NaN does not equal itself.
  if (a === b && !(Array.isArray(a) || a instanceof RulesMap)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return objectsEqual(a, b);
}

/**
 * True for a diff, and for a path with captures that bind() has not filled: they equal no other
 * value.
 */
function equalsNothing(value: RulesValue): boolean {
  if (value instanceof RulesPath) return value.segments.some((segment) => typeof segment !== 'string');
  return value instanceof RulesMapDiff;
}

/**
 * The operator `==`. An int is converted to a float for comparison with one. NaN, a diff, and a
 * path with captures equal nothing; points whose zeros have different signs differ, as in the
 * official emulator.
 */
export function valuesEqual(a: RulesValue, b: RulesValue): boolean {
  if (equalsNothing(a)) return false;
  if (typeof a === 'bigint' && typeof b === 'number') return Number(a) === b;
  if (typeof a === 'number' && typeof b === 'bigint') return a === Number(b);
  return elementsEqual(a, b);
}

function objectsEqual(a: object, b: object): boolean {
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((x, i) => elementsEqual(x, b[i]));
  if (a instanceof RulesMap) return b instanceof RulesMap && mapsEqual(a, b);
  if (a instanceof RulesTimestamp) return b instanceof RulesTimestamp && a.epochNanos === b.epochNanos;
  if (a instanceof RulesPath) return b instanceof RulesPath && pathsEqual(a, b);
  if (a instanceof RulesSet) return b instanceof RulesSet && setsEqual(a, b);
  if (a instanceof Uint8Array) return b instanceof Uint8Array && Buffer.compare(a, b) === 0;
  if (a instanceof RulesDuration) return b instanceof RulesDuration && a.nanos === b.nanos;
  if (a instanceof RulesLatLng) {
    return (
      b instanceof RulesLatLng && Object.is(a.latitude, b.latitude) && Object.is(a.longitude, b.longitude)
    );
  }
  if (a instanceof RulesMapDiff) {
    return b instanceof RulesMapDiff && mapsEqual(a.newer, b.newer) && mapsEqual(a.older, b.older);
  }
  return false;
}

function mapsEqual(a: RulesMap, b: RulesMap): boolean {
  const keys = a.keys();
  if (keys.length !== b.keys().length) return false;
  return keys.every((key) => {
    const other = b.lookup(key);
    return other !== undefined && elementsEqual(a.lookup(key) ?? null, other);
  });
}

function pathsEqual(a: RulesPath, b: RulesPath): boolean {
  return (
    a.segments.length === b.segments.length &&
    a.segments.every((segment, index) => {
      const other = b.segments[index];
      if (typeof segment === 'string') return segment === other;
      return typeof other === 'object' && other.capture === segment.capture;
    })
  );
}

function setsEqual(a: RulesSet, b: RulesSet): boolean {
  return a.elements.length === b.elements.length && a.elements.every(setMembershipTest(b.elements));
}

/** Equality of values that `diff()` compares: numbers by value, and NaN equals itself. */
export function unchanged(before: RulesValue, after: RulesValue): boolean {
  if (elementsEqual(before, after)) return true;
  const isNumeric = typeof before === 'number' || typeof after === 'number';
  const isContainer = typeof before === 'object' && typeof after === 'object';
  return (isNumeric || isContainer) && setElementKey(before) === setElementKey(after);
}

/** True if a list contains an element equal to `value`. */
export function includes(elements: readonly RulesValue[], value: RulesValue): boolean {
  if (equalsNothing(value)) return false;
  for (const element of elements) if (elementsEqual(element, value)) return true;
  return false;
}

/** Smaller collections are searched linearly instead of by hash key. */
const MINIMUM_HASHED_SIZE = 16;

/** Returns `includes` for one collection, prepared for repeated calls. */
export function membershipTest(elements: readonly RulesValue[]): (value: RulesValue) => boolean {
  if (elements.length < MINIMUM_HASHED_SIZE) return (value) => includes(elements, value);
  const keys = new Set(elements.map(elementKey));
  return (value) => !equalsNothing(value) && keys.has(elementKey(value));
}

/** Like `membershipTest`, with the equality of set elements. */
export function setMembershipTest(elements: readonly RulesValue[]): (value: RulesValue) => boolean {
  const keys = new Set(elements.map(setElementKey));
  return (value) => keys.has(setElementKey(value));
}

/** Creates a set. Of equal elements, the first is kept. */
export function makeSet(elements: readonly RulesValue[]): RulesSet {
  const distinct = new Map<string, RulesValue>();
  for (const element of elements) {
    const key = setElementKey(element);
    if (!distinct.has(key)) distinct.set(key, element);
  }
  return new RulesSet([...distinct.values()]);
}

/**
 * Negative, zero or positive if `a` is less than, equal to or greater than `b`; NaN if an operand
 * is NaN; undefined if the types have no order.
 */
export function compareValues(a: RulesValue, b: RulesValue): number | undefined {
  if (typeof a === 'bigint' || typeof a === 'number') {
    if (typeof a === 'bigint' && typeof b === 'bigint') return order(a, b);
    if (typeof b !== 'bigint' && typeof b !== 'number') return undefined;
    return compareFloats(Number(a), Number(b));
  }
  if (typeof a === 'string') return typeof b === 'string' ? order(a, b) : undefined;
  if (a instanceof RulesTimestamp)
    return b instanceof RulesTimestamp ? order(a.epochNanos, b.epochNanos) : undefined;
  if (a instanceof RulesDuration) return b instanceof RulesDuration ? order(a.nanos, b.nanos) : undefined;
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? Buffer.compare(a, b) : undefined;
  return undefined;
}

function compareFloats(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  return a < b ? -1 : a > b ? 1 : 0;
}

function order<Ordered extends string | bigint>(a: Ordered, b: Ordered): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The name of the type of a value, as used by `is` and in error messages. */
export function typeName(value: RulesValue): string {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'bigint':
      return 'int';
    case 'number':
      return 'float';
    case 'string':
      return 'string';
  }
  if (value === null) return 'null';
  if (value instanceof RulesMap) return 'map';
  if (Array.isArray(value)) return 'list';
  if (value instanceof RulesTimestamp) return 'timestamp';
  if (value instanceof RulesPath) return 'path';
  if (value instanceof RulesSet) return 'set';
  if (value instanceof RulesDuration) return 'duration';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof RulesLatLng) return 'latlng';
  if (value instanceof RulesMapDiff) return 'map_diff';
  return value instanceof Constraint ? 'constraint' : 'map';
}

/** Equality and order of values, and the sets that rest on them. Never fails: what cannot be ordered is undefined. */
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
import { valueKey } from './value-key.ts';

/** Equality inside containers: like `==`, but an int never equals a float. */
function elementsEqual(a: RulesValue, b: RulesValue): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  return objectsEqual(a, b);
}

/** Equality as `==` sees it: an int equals a float of the same numeric value; NaN equals nothing. */
export function valuesEqual(a: RulesValue, b: RulesValue): boolean {
  // Between a bigint and a number `<=` compares exactly, without rounding either.
  if (typeof a === 'bigint' && typeof b === 'number') return a <= b && a >= b;
  if (typeof a === 'number' && typeof b === 'bigint') return a <= b && a >= b;
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
    return b instanceof RulesLatLng && a.latitude === b.latitude && a.longitude === b.longitude;
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
  return a.elements.length === b.elements.length && a.elements.every(membershipTest(b.elements));
}

/** Is an equal element in a list or set? */
export function includes(elements: readonly RulesValue[], wanted: RulesValue): boolean {
  for (const element of elements) if (elementsEqual(element, wanted)) return true;
  return false;
}

/** Collections smaller than this are searched element by element. */
const SMALL = 16;

/** `includes` for many questions about one collection. */
export function membershipTest(elements: readonly RulesValue[]): (wanted: RulesValue) => boolean {
  if (elements.length < SMALL) return (wanted) => includes(elements, wanted);
  const keys = new Set(elements.map(valueKey));
  return (wanted) => keys.has(valueKey(wanted));
}

/** A set of the given elements; the first of equal ones stays. */
export function makeSet(elements: readonly RulesValue[]): RulesSet {
  const kept = new Map<string, RulesValue>();
  for (const element of elements) {
    const key = valueKey(element);
    if (!kept.has(key)) kept.set(key, element);
  }
  return new RulesSet([...kept.values()]);
}

/**
 * Negative, zero or positive as `a` is before, with or after `b`; NaN when a NaN takes part; undefined when the
 * types have no common order.
 */
export function compareValues(a: RulesValue, b: RulesValue): number | undefined {
  if (typeof a === 'bigint' || typeof a === 'number') {
    if (typeof b !== 'bigint' && typeof b !== 'number') return undefined;
    if (a < b) return -1;
    if (a > b) return 1;
    return Number.isNaN(a) || Number.isNaN(b) ? Number.NaN : 0;
  }
  if (typeof a === 'string') return typeof b === 'string' ? order(a, b) : undefined;
  if (a instanceof RulesTimestamp)
    return b instanceof RulesTimestamp ? order(a.epochNanos, b.epochNanos) : undefined;
  if (a instanceof RulesDuration) return b instanceof RulesDuration ? order(a.nanos, b.nanos) : undefined;
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? Buffer.compare(a, b) : undefined;
  return undefined;
}

function order<Ordered extends string | bigint>(a: Ordered, b: Ordered): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The name of a value's type, as `is` and error texts spell it. */
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

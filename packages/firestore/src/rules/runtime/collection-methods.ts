/** Methods of `list`, `set`, `map`, `map_diff` and `path`. */
import { type Builtins, type Overload, overload } from './builtin.ts';
import { stringify } from './conversion.ts';
import { typeError, unsupportedError } from './evaluation-error.ts';
import {
  RulesError,
  RulesMap,
  RulesMapDiff,
  RulesPath,
  type RulesResult,
  RulesSet,
  type RulesValue,
  type UnboundCapture,
} from './value.ts';
import { makeSet, membershipTest, setMembershipTest, typeName, unchanged } from './value-equality.ts';

type List = readonly RulesValue[];

/** The elements of a list or set argument. */
function elementsOf(value: RulesValue | undefined): List {
  return value instanceof RulesSet ? value.elements : (value as List);
}

function hasAll(elements: List, required: List): boolean {
  return required.every(membershipTest(elements));
}
function hasAny(elements: List, required: List): boolean {
  return required.some(membershipTest(elements));
}
function hasOnly(elements: List, allowed: List): boolean {
  return elements.every(membershipTest(allowed));
}

function removeAll(elements: List, removed: List): List {
  const isRemoved = membershipTest(removed);
  return elements.filter((value) => !isRemoved(value));
}

function join(list: List, separator: string): RulesResult {
  const texts: string[] = [];
  for (const element of list) {
    const text = stringify(element);
    if (text === undefined) return unsupportedError(`string(${typeName(element)})`);
    texts.push(text);
  }
  return texts.join(separator);
}

/** The methods of `list`. */
export const LIST_METHODS: Builtins<List> = new Map<string, Overload<List>[]>([
  ['size', [overload([], (list) => BigInt(list.length))]],
  ['hasAll', [overload(['list'], (list, [other]) => hasAll(list, other as List))]],
  ['hasAny', [overload(['list'], (list, [other]) => hasAny(list, other as List))]],
  ['hasOnly', [overload(['list'], (list, [other]) => hasOnly(list, other as List))]],
  ['concat', [overload(['list'], (list, [other]) => [...list, ...(other as List)])]],
  ['removeAll', [overload(['list'], (list, [other]) => removeAll(list, other as List))]],
  ['join', [overload(['string'], (list, [separator]) => join(list, separator as string))]],
  ['toSet', [overload([], (list) => makeSet(list))]],
]);

/** A set method that accepts a list or a set. Elements are compared as in sets. */
function ofListOrSet(test: (elements: List, other: List) => boolean): Overload<RulesSet>[] {
  const apply = (set: RulesSet, [other]: List) => test(set.elements, elementsOf(other));
  return [overload(['list'], apply), overload(['set'], apply)];
}

/** A set method that accepts only a set and returns a set. */
function ofSet(combine: (elements: List, other: List) => List): Overload<RulesSet>[] {
  return [overload(['set'], (set, [other]) => makeSet(combine(set.elements, elementsOf(other))))];
}

function difference(elements: List, removed: List): List {
  const isRemoved = setMembershipTest(removed);
  return elements.filter((value) => !isRemoved(value));
}

/** The methods of `set`. */
export const SET_METHODS: Builtins<RulesSet> = new Map<string, Overload<RulesSet>[]>([
  ['size', [overload([], (set) => BigInt(set.elements.length))]],
  ['hasAll', ofListOrSet((set, required) => required.every(setMembershipTest(set)))],
  ['hasAny', ofListOrSet((set, required) => required.some(setMembershipTest(set)))],
  ['hasOnly', ofListOrSet((set, allowed) => set.every(setMembershipTest(allowed)))],
  ['union', ofSet((elements, other) => [...elements, ...other])],
  ['intersection', ofSet((elements, other) => elements.filter(setMembershipTest(other)))],
  ['difference', ofSet(difference)],
]);

/**
 * `map.get([k1, k2], default)`: the value at a path of keys, or the default if it does not exist.
 */
function getNested(map: RulesMap, keys: List, fallback: RulesValue): RulesResult {
  let value: RulesValue = map;
  for (const key of keys) {
    if (typeof key !== 'string')
      return unsupportedError(`map.get(list<${typeName(key)}>)`, ['map.get(list<string>, any)']);
    const next: RulesValue | undefined = value instanceof RulesMap ? value.lookup(key) : undefined;
    if (next === undefined) return fallback;
    value = next;
  }
  return value;
}

function getKey(map: RulesMap, key: string, fallback: RulesValue): RulesResult {
  const value = map.lookup(key);
  return value === undefined ? fallback : value;
}

/** The methods of `map`. */
export const MAP_METHODS: Builtins<RulesMap> = new Map<string, Overload<RulesMap>[]>([
  ['size', [overload([], (map) => BigInt(map.keys().length))]],
  ['keys', [overload([], (map) => map.keys())]],
  ['values', [overload([], (map) => map.keys().map((key) => map.lookup(key) ?? null))]],
  [
    'get',
    [
      overload(['string', 'any'], (map, [key, fallback]) => getKey(map, key as string, fallback ?? null)),
      overload(['list', 'any'], (map, [keys, fallback]) => getNested(map, keys as List, fallback ?? null)),
    ],
  ],
  ['diff', [overload(['map'], (map, [other]) => new RulesMapDiff(map, other as RulesMap))]],
]);

/** The status of a key in a `map_diff`. */
export type KeyStatus = 'ADDED' | 'REMOVED' | 'CHANGED' | 'UNCHANGED';

/** The status of each top-level key of a `map_diff`. */
export function keyStatuses(diff: RulesMapDiff): Map<string, KeyStatus> {
  const statuses = new Map<string, KeyStatus>();
  for (const key of diff.newer.keys()) {
    const before = diff.older.lookup(key);
    const after = diff.newer.lookup(key) ?? null;
    if (before === undefined) statuses.set(key, 'ADDED');
    else statuses.set(key, unchanged(before, after) ? 'UNCHANGED' : 'CHANGED');
  }
  for (const key of diff.older.keys()) if (!statuses.has(key)) statuses.set(key, 'REMOVED');
  return statuses;
}

function keysWithStatus(...required: KeyStatus[]): Overload<RulesMapDiff>[] {
  return [
    overload([], (diff) => {
      const keys = [...keyStatuses(diff)]
        .filter(([, status]) => required.includes(status))
        .map(([key]) => key);
      return new RulesSet(keys.sort());
    }),
  ];
}

/** The methods of `map_diff`. */
export const MAP_DIFF_METHODS: Builtins<RulesMapDiff> = new Map([
  ['addedKeys', keysWithStatus('ADDED')],
  ['removedKeys', keysWithStatus('REMOVED')],
  ['changedKeys', keysWithStatus('CHANGED')],
  ['unchangedKeys', keysWithStatus('UNCHANGED')],
  ['affectedKeys', keysWithStatus('ADDED', 'REMOVED', 'CHANGED')],
]);

/**
 * Binds every capture of a path, recursive ones to paths. A value that matches no capture, or a
 * capture without a value, is an error.
 */
function bind(path: RulesPath, values: RulesMap): RulesResult {
  const bindings = new Map(path.bindings ?? []);
  const used = new Set<string>();
  const segments: (string | UnboundCapture)[] = [];
  for (const segment of path.segments) {
    if (typeof segment === 'string') {
      segments.push(segment);
      continue;
    }
    const value = values.lookup(segment.capture);
    if (value === undefined) return new RulesError(`Unbound path variable: ${segment.capture}.`);
    if (segment.isRecursive) {
      if (!(value instanceof RulesPath)) return typeError(value, 'path');
      segments.push(...value.segments);
    } else {
      if (typeof value !== 'string') return typeError(value, 'string');
      segments.push(value);
    }
    used.add(segment.capture);
    bindings.set(segment.capture, value);
  }
  const unknown = values.keys().find((key) => !used.has(key));
  if (unknown !== undefined) return new RulesError(`Unknown path variable: ${unknown}.`);
  return new RulesPath(segments, bindings);
}

/** The methods of `path`. */
export const PATH_METHODS: Builtins<RulesPath> = new Map([
  ['bind', [overload(['map'], (path: RulesPath, [values]) => bind(path, values as RulesMap))]],
]);

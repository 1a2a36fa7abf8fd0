/** Methods of lists, sets, maps, map differences and paths. */
import { type Builtins, type Overload, overload } from './builtin.ts';
import { stringify } from './conversion.ts';
import { unsupportedError } from './evaluation-error.ts';
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
import { makeSet, membershipTest, typeName, valuesEqual } from './value-equality.ts';

type List = readonly RulesValue[];

/** A list or set argument as its elements. */
function elementsOf(value: RulesValue | undefined): List {
  return value instanceof RulesSet ? value.elements : (value as List);
}

function hasAll(elements: List, wanted: List): boolean {
  return wanted.every(membershipTest(elements));
}
function hasAny(elements: List, wanted: List): boolean {
  return wanted.some(membershipTest(elements));
}
function hasOnly(elements: List, allowed: List): boolean {
  return elements.every(membershipTest(allowed));
}

function without(elements: List, unwanted: List): List {
  const isUnwanted = membershipTest(unwanted);
  return elements.filter((value) => !isUnwanted(value));
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

export const LIST_METHODS: Builtins<List> = new Map<string, Overload<List>[]>([
  ['size', [overload([], (list) => BigInt(list.length))]],
  ['hasAll', [overload(['list'], (list, [other]) => hasAll(list, other as List))]],
  ['hasAny', [overload(['list'], (list, [other]) => hasAny(list, other as List))]],
  ['hasOnly', [overload(['list'], (list, [other]) => hasOnly(list, other as List))]],
  ['concat', [overload(['list'], (list, [other]) => [...list, ...(other as List)])]],
  ['removeAll', [overload(['list'], (list, [other]) => without(list, other as List))]],
  ['join', [overload(['string'], (list, [separator]) => join(list, separator as string))]],
  ['toSet', [overload([], (list) => makeSet(list))]],
]);

/** A set method that takes a list or a set. */
function ofListOrSet(test: (elements: List, other: List) => boolean): Overload<RulesSet>[] {
  const apply = (set: RulesSet, [other]: List) => test(set.elements, elementsOf(other));
  return [overload(['list'], apply), overload(['set'], apply)];
}

/** A set method that takes a set only, and gives one. */
function ofSet(combine: (elements: List, other: List) => List): Overload<RulesSet>[] {
  return [overload(['set'], (set, [other]) => makeSet(combine(set.elements, elementsOf(other))))];
}

export const SET_METHODS: Builtins<RulesSet> = new Map<string, Overload<RulesSet>[]>([
  ['size', [overload([], (set) => BigInt(set.elements.length))]],
  ['hasAll', ofListOrSet(hasAll)],
  ['hasAny', ofListOrSet(hasAny)],
  ['hasOnly', ofListOrSet(hasOnly)],
  ['union', ofSet((elements, other) => [...elements, ...other])],
  ['intersection', ofSet((elements, other) => elements.filter(membershipTest(other)))],
  ['difference', ofSet(without)],
]);

/** Walks a list of keys; a missing key or anything but a map on the way gives the default. */
function getAlong(map: RulesMap, keys: List, absent: RulesValue): RulesResult {
  let value: RulesValue = map;
  for (const key of keys) {
    if (typeof key !== 'string')
      return unsupportedError(`map.get(list<${typeName(key)}>)`, ['map.get(list<string>, any)']);
    const next: RulesValue | undefined = value instanceof RulesMap ? value.lookup(key) : undefined;
    if (next === undefined) return absent;
    value = next;
  }
  return value;
}

function getKey(map: RulesMap, key: string, absent: RulesValue): RulesResult {
  const value = map.lookup(key);
  return value === undefined ? absent : value;
}

export const MAP_METHODS: Builtins<RulesMap> = new Map<string, Overload<RulesMap>[]>([
  ['size', [overload([], (map) => BigInt(map.keys().length))]],
  ['keys', [overload([], (map) => map.keys())]],
  ['values', [overload([], (map) => map.keys().map((key) => map.lookup(key) ?? null))]],
  [
    'get',
    [
      overload(['string', 'any'], (map, [key, absent]) => getKey(map, key as string, absent ?? null)),
      overload(['list', 'any'], (map, [keys, absent]) => getAlong(map, keys as List, absent ?? null)),
    ],
  ],
  ['diff', [overload(['map'], (map, [other]) => new RulesMapDiff(map, other as RulesMap))]],
]);

export type KeyStatus = 'ADDED' | 'REMOVED' | 'CHANGED' | 'UNCHANGED';

/** What became of each top-level key between two maps. Inside maps an int and a float of one value differ. */
export function keyStatuses(diff: RulesMapDiff): Map<string, KeyStatus> {
  const statuses = new Map<string, KeyStatus>();
  for (const key of diff.newer.keys()) {
    const before = diff.older.lookup(key);
    const after = diff.newer.lookup(key) ?? null;
    if (before === undefined) statuses.set(key, 'ADDED');
    else statuses.set(key, valuesEqual([before], [after]) ? 'UNCHANGED' : 'CHANGED');
  }
  for (const key of diff.older.keys()) if (!statuses.has(key)) statuses.set(key, 'REMOVED');
  return statuses;
}

function keysThatAre(...wanted: KeyStatus[]): Overload<RulesMapDiff>[] {
  return [
    overload([], (diff) => {
      const keys = [...keyStatuses(diff)].filter(([, status]) => wanted.includes(status)).map(([key]) => key);
      return new RulesSet(keys.sort());
    }),
  ];
}

export const MAP_DIFF_METHODS: Builtins<RulesMapDiff> = new Map([
  ['addedKeys', keysThatAre('ADDED')],
  ['removedKeys', keysThatAre('REMOVED')],
  ['changedKeys', keysThatAre('CHANGED')],
  ['unchangedKeys', keysThatAre('UNCHANGED')],
  ['affectedKeys', keysThatAre('ADDED', 'REMOVED', 'CHANGED')],
]);

/** Fills every capture of a path; a value for no capture, or a capture without a value, is an error. */
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
    if (typeof value !== 'string') return new RulesError(`Unbound path variable: ${segment.capture}.`);
    used.add(segment.capture);
    bindings.set(segment.capture, value);
    segments.push(value);
  }
  const unknown = values.keys().find((key) => !used.has(key));
  if (unknown !== undefined) return new RulesError(`Unknown path variable: ${unknown}.`);
  return new RulesPath(segments, bindings);
}

export const PATH_METHODS: Builtins<RulesPath> = new Map([
  ['bind', [overload(['map'], (path: RulesPath, [values]) => bind(path, values as RulesMap))]],
]);

// The children of a node: a sorted map that never changes. Most nodes have a few, which one array
// holds in a fifth of the memory of a B-tree; from there on a change copies a path of the tree.

import type { BTree } from '@savepoint/server/core/b-tree';
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js';
import { compareKeys } from './key-order.ts';

/** Keys and values in turn, in the order of the keys. */
type Flat<Value> = readonly (string | Value)[];
export type Children<Value> = Flat<Value> | BTree<string, Value>;

const MAX_FLAT = 16;
const BRANCHING = 32;
/** Nodes that are full would be split by the next writes. */
const LOAD_FACTOR = 0.8;

/** The children of entries in any order, of which the last of a key counts. */
export function childrenOf<Value>(entries: readonly (readonly [string, Value])[]): Children<Value> {
  const sorted = isSorted(entries) ? entries : withoutRepeated(entries);
  if (sorted.length <= MAX_FLAT) return sorted.flat() as Flat<Value>;
  const keys = sorted.map(([key]) => key);
  const values = sorted.map(([, value]) => value);
  return bulkLoad(keys, values, BRANCHING, compareKeys, LOAD_FACTOR) as BTree<string, Value>;
}

function isSorted(entries: readonly (readonly [string, unknown])[]): boolean {
  for (let index = 1; index < entries.length; index += 1) {
    const [before, key] = [entries[index - 1]?.[0] ?? '', entries[index]?.[0] ?? ''];
    if (compareKeys(before, key) >= 0) return false;
  }
  return true;
}

function withoutRepeated<Value>(
  entries: readonly (readonly [string, Value])[],
): readonly (readonly [string, Value])[] {
  return [...new Map(entries)].sort(([left], [right]) => compareKeys(left, right));
}

export function sizeOf(children: Children<unknown>): number {
  return isFlat(children) ? children.length / 2 : children.size;
}

export function childOf<Value>(children: Children<Value>, key: string): Value | undefined {
  if (!isFlat(children)) return children.get(key);
  for (let index = 0; index < children.length; index += 2) {
    if (children[index] === key) return children[index + 1] as Value;
  }
  return undefined;
}

/** The children with one replaced, added or, for undefined, removed. */
export function withChild<Value>(
  children: Children<Value> | undefined,
  key: string,
  value: Value | undefined,
): Children<Value> {
  if (children !== undefined && !isFlat(children)) {
    const changed = children.clone();
    if (value === undefined) changed.delete(key);
    else changed.set(key, value);
    return changed;
  }
  const flat = children ?? [];
  let index = 0;
  while (index < flat.length && compareKeys(flat[index] as string, key) < 0) index += 2;
  const isThere = flat[index] === key;
  const changed = flat.toSpliced(index, isThere ? 2 : 0, ...(value === undefined ? [] : [key, value]));
  return changed.length / 2 <= MAX_FLAT ? changed : childrenOf([...flatEntries(changed)]);
}

/** The children in the order of their keys, from the first key that is not before `from`. */
export function entriesOf<Value>(
  children: Children<Value>,
  from: string | undefined,
): IterableIterator<[string, Value]> {
  return isFlat(children) ? flatEntries(children, from) : children.entries(from);
}

/** The children in the reverse order, from the last key that is not after `from`. */
export function reversedEntriesOf<Value>(
  children: Children<Value>,
  from: string | undefined,
): IterableIterator<[string, Value]> {
  return isFlat(children) ? flatReversed(children, from) : children.entriesReversed(from);
}

function* flatEntries<Value>(flat: Flat<Value>, from?: string): Generator<[string, Value]> {
  for (let index = 0; index < flat.length; index += 2) {
    const key = flat[index] as string;
    if (from === undefined || compareKeys(key, from) >= 0) yield [key, flat[index + 1] as Value];
  }
}

function* flatReversed<Value>(flat: Flat<Value>, from?: string): Generator<[string, Value]> {
  for (let index = flat.length - 2; index >= 0; index -= 2) {
    const key = flat[index] as string;
    if (from === undefined || compareKeys(key, from) <= 0) yield [key, flat[index + 1] as Value];
  }
}

function isFlat<Value>(children: Children<Value>): children is Flat<Value> {
  return Array.isArray(children);
}

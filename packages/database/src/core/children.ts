// The children of a node: an immutable sorted map. Most nodes have only a few, which one array
// holds in a fifth of the memory of a B-tree. For more children, a change copies a path of the
// tree.

import type { BTree } from '@savepoint/server/core/b-tree';
import { bulkLoad } from 'sorted-btree/extended/bulkLoad.js';
import { compareKeys } from './key-order.ts';

/** Alternating keys and values, in key order. */
type Flat<Value> = readonly (string | Value)[];
export type Children<Value> = Flat<Value> | BTree<string, Value>;

const MAX_FLAT = 16;
const BRANCHING = 32;
/** Full tree nodes would be split by the next writes. */
const LOAD_FACTOR = 0.8;

/** Creates children from keys in any order, without duplicates. */
export function childrenOf<Value>(keys: string[], values: Value[]): Children<Value> {
  if (keys.length <= MAX_FLAT) return flatOf(keys, values);
  if (isSorted(keys)) return treeOf(keys, values);
  const order = Array.from(keys.keys()).sort((left, right) =>
    compareKeys(keys[left] as string, keys[right] as string),
  );
  return treeOf(
    order.map((index) => keys[index] as string),
    order.map((index) => values[index] as Value),
  );
}

function isSorted(keys: readonly string[]): boolean {
  for (let index = 1; index < keys.length; index += 1) {
    if (compareKeys(keys[index - 1] as string, keys[index] as string) >= 0) return false;
  }
  return true;
}

function treeOf<Value>(keys: string[], values: Value[]): BTree<string, Value> {
  return bulkLoad(keys, values, BRANCHING, compareKeys, LOAD_FACTOR) as BTree<string, Value>;
}

/** Sorts by insertion, which takes no memory beside the result. */
function flatOf<Value>(keys: readonly string[], values: readonly Value[]): Flat<Value> {
  const flat = new Array<string | Value>(keys.length * 2);
  for (let length = 0; length < flat.length; length += 2) {
    const key = keys[length / 2] as string;
    let index = length;
    for (; index > 0 && compareKeys(flat[index - 2] as string, key) >= 0; index -= 2) {
      flat[index] = flat[index - 2] as string;
      flat[index + 1] = flat[index - 1] as Value;
    }
    flat[index] = key;
    flat[index + 1] = values[length / 2] as Value;
  }
  return flat;
}

/** The position of a key, or where it should be inserted. */
function positionOf(flat: Flat<unknown>, key: string): number {
  let index = flat.length;
  while (index > 0 && compareKeys(flat[index - 2] as string, key) >= 0) index -= 2;
  return index;
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
  const index = positionOf(flat, key);
  const isThere = flat[index] === key;
  const changed = flat.toSpliced(index, isThere ? 2 : 0, ...(value === undefined ? [] : [key, value]));
  if (changed.length / 2 <= MAX_FLAT) return changed;
  return treeOf(
    changed.filter((_, at) => at % 2 === 0) as string[],
    changed.filter((_, at) => at % 2 === 1) as Value[],
  );
}

/** The children in key order, starting with the first key that is not before `from`. */
export function entriesOf<Value>(
  children: Children<Value>,
  from: string | undefined,
): IterableIterator<[string, Value]> {
  return isFlat(children) ? flatEntries(children, from) : children.entries(from);
}

/** The children in reverse key order, starting with the last key that is not after `from`. */
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

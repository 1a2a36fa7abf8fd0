// A query selects children of a node by an index, a range and a limit.

import { compareKeys, MAX_KEY, MIN_KEY } from './key-order.ts';
import type { Node, Primitive } from './node.ts';
import { formatPath, type Path } from './path.ts';
import { compareIndexValues, type IndexValue, indexValueOf } from './value-order.ts';

/** The sort key of children. */
export type Index =
  | { readonly kind: 'key' }
  | { readonly kind: 'value' }
  | { readonly kind: 'priority' }
  | { readonly kind: 'child'; readonly path: Path };

/** One end of a range. */
export interface Bound {
  /** The index value; for an index on keys, a key. null is a valid bound. */
  readonly value: Primitive | null;
  /** The key among equal values. */
  readonly key?: string;
  readonly isInclusive: boolean;
}

export interface Query {
  readonly index: Index;
  /** True if the client has named the index. Rules see an order by priority only in that case. */
  readonly isIndexNamed?: boolean;
  readonly start?: Bound;
  readonly end?: Bound;
  readonly limit?: { readonly count: number; readonly from: 'first' | 'last' };
}

export const PRIORITY: Index = { kind: 'priority' };
export const EVERYTHING: Query = { index: PRIORITY };

/** The parts of a child that an index uses. */
export interface IndexEntry {
  readonly value: IndexValue;
  readonly key: string;
}

/** Returns whether a query selects the whole node: no range, no limit. */
export function isEverything({ index, start, end, limit }: Query): boolean {
  return index.kind === 'priority' && start === undefined && end === undefined && limit === undefined;
}

/** The name of an index, as in `.indexOn`. */
export function indexName(index: Index): string {
  return index.kind === 'child' ? formatPath(index.path) : `.${index.kind}`;
}

/** The parts of a child that an index uses. */
export function entryOf(index: Index, key: string, child: Node): IndexEntry {
  switch (index.kind) {
    case 'key':
      return { value: null, key };
    case 'value':
      return { value: indexValueOf(child), key };
    case 'priority':
      return { value: child.priority, key };
    case 'child':
      return { value: indexValueOf(child.at(index.path)), key };
  }
}

/** Compares two entries in the order of an index. */
export function compareEntries(left: IndexEntry, right: IndexEntry): number {
  return compareIndexValues(left.value, right.value) || compareKeys(left.key, right.key);
}

/** Converts a bound to an entry for comparison. A child with this entry need not exist. */
export function boundEntry(index: Index, bound: Bound, end: 'start' | 'end'): IndexEntry {
  if (index.kind === 'key') return { value: null, key: String(bound.value) };
  const isBefore = (end === 'start') === bound.isInclusive;
  return { value: bound.value, key: bound.key ?? (isBefore ? MIN_KEY : MAX_KEY) };
}

/** Returns whether a child is not before the start of a range. */
export function isFromStart({ index, start }: Query, entry: IndexEntry): boolean {
  if (start === undefined) return true;
  const order = compareEntries(entry, boundEntry(index, start, 'start'));
  return order > 0 || (order === 0 && start.isInclusive);
}

/** Returns whether a child is not after the end of a range. */
export function isToEnd({ index, end }: Query, entry: IndexEntry): boolean {
  if (end === undefined) return true;
  const order = compareEntries(entry, boundEntry(index, end, 'end'));
  return order < 0 || (order === 0 && end.isInclusive);
}

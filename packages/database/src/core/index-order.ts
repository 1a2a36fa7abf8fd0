// The children of a node in the order of an index, and query results based on it.

import { BTree } from '@savepoint/server/core/b-tree';
import { type ChildOrder, Node } from './node.ts';
import {
  boundEntry,
  compareEntries,
  entryOf,
  type Index,
  type IndexEntry,
  indexName,
  isEverything,
  isFromStart,
  isToEnd,
  type Query,
} from './query.ts';

const BRANCHING = 64;
/** A node with fewer children is sorted on each query. */
const MIN_KEPT = 64;

type Entries = BTree<IndexEntry, Node>;

/** The children of a node, ordered by an index. */
class IndexOrder implements ChildOrder {
  readonly #index: Index;
  readonly entries: Entries;

  constructor(index: Index, entries: Entries) {
    this.#index = index;
    this.entries = entries;
  }

  static of(index: Index, node: Node): IndexOrder {
    const pairs = Array.from(
      node.entries(),
      ([key, child]) => [entryOf(index, key, child), child] as [IndexEntry, Node],
    );
    pairs.sort(([left], [right]) => compareEntries(left, right));
    return new IndexOrder(index, new BTree(pairs, compareEntries, BRANCHING));
  }

  with(key: string, before: Node, after: Node): IndexOrder {
    const entries = this.entries.clone();
    if (!before.isEmpty) entries.delete(entryOf(this.#index, key, before));
    if (!after.isEmpty) entries.set(entryOf(this.#index, key, after), after);
    return new IndexOrder(this.#index, entries);
  }
}

function ordered(node: Node, index: Index): Entries {
  if (node.size < MIN_KEPT) return IndexOrder.of(index, node).entries;
  return node.orderedBy(indexName(index), () => IndexOrder.of(index, node)).entries;
}

/**
 * The children of a node that a query selects, as a node without priority; the node itself for a
 * query without range and limit.
 */
export function runQuery(node: Node, query: Query): Node {
  if (isEverything(query)) return node;
  if (node.size === 0) return Node.EMPTY;
  if (query.start === undefined && query.end === undefined && query.limit === undefined) {
    return node.withPriority(null);
  }
  const keys: string[] = [];
  const found: Node[] = [];
  const { count, from } = query.limit ?? { count: Number.POSITIVE_INFINITY, from: 'first' };
  const [isNear, isFar] = from === 'first' ? [isFromStart, isToEnd] : [isToEnd, isFromStart];
  for (const [entry, child] of walk(node, query, from)) {
    if (found.length >= count || !isFar(query, entry)) break;
    if (!isNear(query, entry)) continue;
    keys.push(entry.key);
    found.push(child);
  }
  return Node.of(keys, found);
}

/** The children, starting at the end of the range from which a limit counts. */
function* walk(node: Node, query: Query, from: 'first' | 'last'): Generator<[IndexEntry, Node]> {
  const { index, start, end } = query;
  const first = start && boundEntry(index, start, 'start');
  const last = end && boundEntry(index, end, 'end');
  if (index.kind === 'key') {
    const children = from === 'last' ? node.entriesReversed(last?.key) : node.entries(first?.key);
    for (const [key, child] of children) yield [{ value: null, key }, child];
    return;
  }
  const entries = ordered(node, index);
  yield* from === 'last' ? entries.entriesReversed(last) : entries.entries(first);
}

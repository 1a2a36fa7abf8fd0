// Tracks the result sent to listeners of a query, and computes the one message per write that
// updates it.

import { runQuery } from '../core/index-order.ts';
import { Node } from '../core/node.ts';
import type { Path } from '../core/path.ts';
import { entryOf, isEverything, isFromStart, isToEnd, type Query } from '../core/query.ts';
import type { Change } from './change.ts';

/** A message to a listener: paths relative to it, with their new data. */
export interface Push {
  /** `put` replaces one location, `merge` several locations below the listener. */
  readonly kind: 'put' | 'merge';
  readonly entries: readonly (readonly [Path, Node])[];
}

/** The result of a query, updated with each write. */
export class QueryView {
  readonly #query: Query;
  readonly #isEverything: boolean;
  #result: Node;

  constructor(query: Query, node: Node) {
    this.#query = query;
    this.#isEverything = isEverything(query);
    this.#result = runQuery(node, query);
  }

  /** The listener's data after it has received every push. */
  get result(): Node {
    return this.#result;
  }

  /** The complete result, as the first push to a listener. */
  get initialPush(): Push {
    return { kind: 'put', entries: [[[], this.#result]] };
  }

  /**
   * Updates the result after a write.
   * @param node the current node at the listener's location
   * @param changes those at or below it, relative to it
   */
  update(node: Node, changes: readonly Change[]): Push | undefined {
    const before = this.#result;
    if (this.#isEverything) {
      this.#result = node;
      return pushOf(changes.map(({ path, after }) => [path, after] as const));
    }
    if (changes.some(({ path }) => path.length === 0)) {
      this.#result = runQuery(node, this.#query);
      return before.equals(this.#result) ? undefined : this.initialPush;
    }
    this.#result = this.#nextResult(node, changes);
    return pushOf(this.#differences(before, changes));
  }

  #nextResult(node: Node, changes: readonly Change[]): Node {
    if (this.#query.limit !== undefined) return runQuery(node, this.#query);
    let result = this.#result;
    for (const {
      path: [key = ''],
    } of changes) {
      const child = node.child(key);
      const entry = entryOf(this.#query.index, key, child);
      const isIn = isFromStart(this.#query, entry) && isToEnd(this.#query, entry);
      result = result.withChild(key, isIn ? child : Node.EMPTY);
    }
    return result;
  }

  /** The differences between two results: recursive for children that are in both. */
  #differences(before: Node, changes: readonly Change[]): (readonly [Path, Node])[] {
    const changed = Map.groupBy(changes, ({ path }) => path[0] ?? '');
    const candidates =
      this.#query.limit === undefined
        ? [...changed.keys()]
        : [...new Set([...before.entries(), ...this.#result.entries()].map(([key]) => key))];
    return candidates.flatMap((key) => {
      const [from, to] = [before.child(key), this.#result.child(key)];
      if (from === to) return [];
      const inside = changed.get(key);
      if (from.isEmpty || to.isEmpty || inside === undefined) return [[[key], to] as const];
      return inside.map(({ path, after }) => [path, after] as const);
    });
  }
}

function pushOf(entries: readonly (readonly [Path, Node])[]): Push | undefined {
  if (entries.length === 0) return undefined;
  return { kind: entries.length === 1 ? 'put' : 'merge', entries };
}

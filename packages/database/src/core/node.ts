// The data: a tree of immutable nodes. A write creates new nodes only on its path, and the old root
// stays unchanged. Therefore rules can compare the data before and after, and a listener's data
// cannot change while it is used.

import {
  type Children,
  childOf,
  childrenOf,
  entriesOf,
  reversedEntriesOf,
  sizeOf,
  withChild,
} from './children.ts';
import type { Path } from './path.ts';

/** The value of a leaf. */
export type Primitive = string | number | boolean;
/** The priority of a node among its siblings; null for none. */
export type Priority = string | number | null;

/**
 * A child as its parent stores it: a leaf without priority is its bare value, because most data is
 * such leaves, each of which would take 56 bytes.
 */
type Stored = Node | Primitive;

function nodeOf(stored: Stored): Node {
  return typeof stored === 'object' ? stored : Node.leaf(stored);
}

function storedOf(node: Node): Stored {
  return node.value !== null && node.priority === null ? node.value : node;
}

/** The children in another order. It is stored with a node and updated on writes. */
export interface ChildOrder {
  /** The order after one child was replaced. */
  with(key: string, before: Node, after: Node): ChildOrder;
}

/** The maximum number of orders stored with a node; the oldest one is dropped. */
const MAX_ORDERS = 8;

/** Values derived from a node on first use. Few nodes have any. */
interface Derived {
  /** The hashes (node-hash.ts). */
  hash?: string;
  hashWithoutPriority?: string;
  orders?: ReadonlyMap<string, ChildOrder>;
}

/**
 * A location with its data: empty, a leaf with a value, or children. Empty nodes have no priority
 * and are not stored in a parent.
 */
export class Node {
  /** The value of a leaf; null otherwise. */
  readonly value: Primitive | null;
  readonly priority: Priority;
  readonly #children: Children<Stored> | undefined;
  #derived: Derived | undefined;

  private constructor(value: Primitive | null, priority: Priority, children: Children<Stored> | undefined) {
    this.value = value;
    this.priority = priority;
    this.#children = children;
  }

  static readonly EMPTY = new Node(null, null, undefined);

  static leaf(value: Primitive, priority: Priority = null): Node {
    return new Node(value, priority, undefined);
  }

  /**
   * Creates a node with children by key, none of which may be empty. A primitive is a leaf without
   * priority.
   */
  static of(keys: string[], children: Stored[], priority: Priority = null): Node {
    return keys.length === 0 ? Node.EMPTY : new Node(null, priority, childrenOf(keys, children));
  }

  get isEmpty(): boolean {
    return this.value === null && this.#children === undefined;
  }

  get isLeaf(): boolean {
    return this.value !== null;
  }

  get size(): number {
    return this.#children === undefined ? 0 : sizeOf(this.#children);
  }

  child(key: string): Node {
    const stored = this.#children && childOf(this.#children, key);
    return stored === undefined ? Node.EMPTY : nodeOf(stored);
  }

  at(path: Path): Node {
    let node: Node = this;
    for (const key of path) node = node.child(key);
    return node;
  }

  /** The children in key order, starting with the first key that is not before `from`. */
  entries(from?: string): IterableIterator<[string, Node]> {
    return this.#children === undefined ? [].values() : nodesOf(entriesOf(this.#children, from));
  }

  /** The children in reverse key order, starting with the last key that is not after `from`. */
  entriesReversed(from?: string): IterableIterator<[string, Node]> {
    return this.#children === undefined ? [].values() : nodesOf(reversedEntriesOf(this.#children, from));
  }

  /** Values derived from this node. */
  get derived(): Derived {
    this.#derived ??= {};
    return this.#derived;
  }

  /** The children in the order `id`, which `build` creates if it does not exist. */
  orderedBy<Order extends ChildOrder>(id: string, build: (node: Node) => Order): Order {
    const { orders } = this.derived;
    const known = orders?.get(id);
    if (known !== undefined) return known as Order;
    const order = build(this);
    this.derived.orders = new Map([...(orders ?? []), [id, order] as const].slice(-MAX_ORDERS));
    return order;
  }

  /** A copy with one child replaced; an empty child is removed. A leaf loses its value. */
  withChild(key: string, child: Node): Node {
    const before = this.child(key);
    if (storedOf(before) === storedOf(child)) return this;
    const children = withChild(this.#children, key, child.isEmpty ? undefined : storedOf(child));
    if (sizeOf(children) === 0) return Node.EMPTY;
    const node = new Node(null, this.priority, children);
    const { orders } = this.#derived ?? {};
    if (orders !== undefined) {
      node.derived.orders = new Map(
        Array.from(orders, ([id, order]) => [id, order.with(key, before, child)] as const),
      );
    }
    return node;
  }

  /** A copy with the node at `path` replaced. */
  withNode(path: Path, node: Node): Node {
    const [key, ...rest] = path;
    if (key === undefined) return node;
    return this.withChild(key, this.child(key).withNode(rest, node));
  }

  /** A copy with another priority. An empty node has none. */
  withPriority(priority: Priority): Node {
    if (this.isEmpty || this.priority === priority) return this;
    const node = new Node(this.value, priority, this.#children);
    if (this.#derived?.orders !== undefined) node.derived.orders = this.#derived.orders;
    return node;
  }

  /** Returns whether both have the same data and priorities at all depths. */
  equals(other: Node): boolean {
    if (this === other) return true;
    if (this.value !== other.value || this.priority !== other.priority || this.size !== other.size) {
      return false;
    }
    const others = other.entries();
    for (const [key, child] of this.entries()) {
      const [otherKey, otherChild] = (others.next() as IteratorYieldResult<[string, Node]>).value;
      if (key !== otherKey || !child.equals(otherChild)) return false;
    }
    return true;
  }
}

/** Creates the nodes of the leaves. */
function* nodesOf(entries: Iterable<[string, Stored]>): Generator<[string, Node]> {
  for (const [key, stored] of entries) yield [key, nodeOf(stored)];
}

// The data: a tree of immutable nodes. A write makes new nodes on its path only, and an old root
// stays as it was: rules compare before with after, and a listener's data cannot change under it.

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

/** What a leaf holds. */
export type Primitive = string | number | boolean;
/** What may order a node among its siblings; null is none. */
export type Priority = string | number | null;

/** The children in another order. It is kept with a node, and follows it through writes. */
export interface ChildOrder {
  /** The order once one child was replaced. */
  with(key: string, before: Node, after: Node): ChildOrder;
}

/** How many orders are kept with a node; the one that was made first is forgotten. */
const MAX_ORDERS = 8;

/** What is made from a node when it is first asked for: few nodes have any. */
interface Derived {
  /** The hashes (node-hash.ts). */
  hash?: string;
  hashWithoutPriority?: string;
  orders?: ReadonlyMap<string, ChildOrder>;
}

/**
 * A place with its data: nothing, a leaf with a value, or children. What is empty is absent: it has
 * no priority, and no parent holds it.
 */
export class Node {
  /** The value of a leaf; null for anything else. */
  readonly value: Primitive | null;
  readonly priority: Priority;
  readonly #children: Children<Node> | undefined;
  #derived: Derived | undefined;

  private constructor(value: Primitive | null, priority: Priority, children: Children<Node> | undefined) {
    this.value = value;
    this.priority = priority;
    this.#children = children;
  }

  static readonly EMPTY = new Node(null, null, undefined);

  static leaf(value: Primitive, priority: Priority = null): Node {
    return new Node(value, priority, undefined);
  }

  /** A node with children by their keys, none of which is empty. */
  static of(keys: string[], children: Node[], priority: Priority = null): Node {
    return keys.length === 0 ? Node.EMPTY : new Node(null, priority, childrenOf(keys, children));
  }

  get isEmpty(): boolean {
    return this.value === null && this.#children === undefined;
  }

  get isLeaf(): boolean {
    return this.value !== null;
  }

  /** How many children it has. */
  get size(): number {
    return this.#children === undefined ? 0 : sizeOf(this.#children);
  }

  child(key: string): Node {
    return (this.#children && childOf(this.#children, key)) ?? Node.EMPTY;
  }

  at(path: Path): Node {
    let node: Node = this;
    for (const key of path) node = node.child(key);
    return node;
  }

  /** The children in the order of their keys, from the first key that is not before `from`. */
  entries(from?: string): IterableIterator<[string, Node]> {
    return this.#children === undefined ? [].values() : entriesOf(this.#children, from);
  }

  /** The children in the reverse order of their keys, from the last that is not after `from`. */
  entriesReversed(from?: string): IterableIterator<[string, Node]> {
    return this.#children === undefined ? [].values() : reversedEntriesOf(this.#children, from);
  }

  /** What is kept with this node. */
  get derived(): Derived {
    this.#derived ??= {};
    return this.#derived;
  }

  /** The children in the order `id`, which `build` makes unless it is there. */
  orderedBy<Order extends ChildOrder>(id: string, build: (node: Node) => Order): Order {
    const { orders } = this.derived;
    const known = orders?.get(id);
    if (known !== undefined) return known as Order;
    const order = build(this);
    this.derived.orders = new Map([...(orders ?? []), [id, order] as const].slice(-MAX_ORDERS));
    return order;
  }

  /** The same node with one child replaced; an empty one is removed. A leaf loses its value. */
  withChild(key: string, child: Node): Node {
    const before = this.child(key);
    if (before === child || (before.isEmpty && child.isEmpty)) return this;
    const children = withChild(this.#children, key, child.isEmpty ? undefined : child);
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

  /** The same node with what is at `path` replaced. */
  withNode(path: Path, node: Node): Node {
    const [key, ...rest] = path;
    if (key === undefined) return node;
    return this.withChild(key, this.child(key).withNode(rest, node));
  }

  /** The same data with another priority. Nothing has none. */
  withPriority(priority: Priority): Node {
    if (this.isEmpty || this.priority === priority) return this;
    const node = new Node(this.value, priority, this.#children);
    if (this.#derived?.orders !== undefined) node.derived.orders = this.#derived.orders;
    return node;
  }

  /** Whether both have the same data and priorities, in all depths. */
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

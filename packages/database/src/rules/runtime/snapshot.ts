import type { Node, Priority } from '../../core/node.ts';
import { RulesError } from './rules-error.ts';

/** The value of a node with children: it is not null and equals nothing. */
export const OBJECT: unique symbol = Symbol('object');

/** A location in the data before or after a write: `data`, `newData`, `root` and below. */
export class Snapshot {
  readonly node: Node;
  readonly #parent: Snapshot | undefined;

  constructor(node: Node, parent?: Snapshot) {
    this.node = node;
    this.#parent = parent;
  }

  /** The snapshot of a direct child. */
  at(key: string): Snapshot {
    return new Snapshot(this.node.child(key), this);
  }

  child(path: string): Snapshot {
    let snapshot: Snapshot = this;
    for (const key of path.split('/')) if (key !== '') snapshot = snapshot.at(key);
    return snapshot;
  }

  parent(): Snapshot {
    if (this.#parent === undefined) throw new RulesError('The root has no parent.');
    return this.#parent;
  }

  hasChild(path: string): boolean {
    let { node } = this;
    for (const key of path.split('/')) if (key !== '') node = node.child(key);
    return !node.isEmpty;
  }

  hasChildren(paths: readonly string[] | undefined): boolean {
    return this.node.size > 0 && (paths?.every((path) => this.hasChild(path)) ?? true);
  }

  exists(): boolean {
    return !this.node.isEmpty;
  }

  val(): string | number | boolean | null | typeof OBJECT {
    return this.node.size > 0 ? OBJECT : this.node.value;
  }

  getPriority(): Priority {
    return this.node.priority;
  }
}

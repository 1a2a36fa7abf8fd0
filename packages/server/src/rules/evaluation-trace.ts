/** Records the values of all expressions of a condition as a tree. */

/**
 * One evaluated expression. The body of a called function is a child of the call, after its
 * arguments.
 */
export interface TraceNode<Value> {
  readonly id: number;
  readonly value: Value;
  readonly children: readonly TraceNode<Value>[];
}

/**
 * Builds the tree from the order of visits: an expression is visited directly after all its
 * descendants.
 */
export class TraceRecorder<Value> {
  readonly #isChildOf: (id: number, parent: number) => boolean;
  readonly #pending: TraceNode<Value>[] = [];

  constructor(isChildOf: (id: number, parent: number) => boolean) {
    this.#isChildOf = isChildOf;
  }

  visit(id: number, value: Value): void {
    let first = this.#pending.length;
    for (; first > 0; first--) {
      const before = this.#pending[first - 1];
      if (before === undefined || !this.#isChildOf(before.id, id)) break;
    }
    this.#pending.push({ id, value, children: this.#pending.splice(first) });
  }

  /**
   * Removes and returns the roots recorded so far: one for each condition that is not a literal.
   */
  takeRoots(): readonly TraceNode<Value>[] {
    return this.#pending.splice(0);
  }
}

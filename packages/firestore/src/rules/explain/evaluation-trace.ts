/** Records the values of all expressions of a condition as a tree. */

import type { InstrumentedExpressions } from '../compile/ruleset-compiler.ts';
import type { ExpressionObserver } from '../runtime/evaluation.ts';
import type { RulesResult } from '../runtime/value.ts';

/**
 * One evaluated expression. The body of a called function is a child of the call, after its
 * arguments.
 */
export interface TraceNode {
  readonly id: number;
  readonly value: RulesResult;
  readonly children: readonly TraceNode[];
}

/**
 * Builds the tree from the order of visits: an expression is visited directly after all its
 * descendants.
 */
export class TraceRecorder implements ExpressionObserver {
  readonly #instrumented: InstrumentedExpressions;
  readonly #pending: TraceNode[] = [];

  constructor(instrumented: InstrumentedExpressions) {
    this.#instrumented = instrumented;
  }

  visit(id: number, value: RulesResult): void {
    let first = this.#pending.length;
    while (first > 0 && this.#isChildOf(this.#pending[first - 1], id)) first--;
    this.#pending.push({ id, value, children: this.#pending.splice(first) });
  }

  /**
   * Removes and returns the roots recorded so far: one for each condition that is not a literal.
   */
  takeRoots(): readonly TraceNode[] {
    return this.#pending.splice(0);
  }

  #isChildOf(node: TraceNode | undefined, id: number): boolean {
    const parent = node === undefined ? undefined : this.#instrumented.parents[node.id];
    return parent !== undefined && (parent === id || parent === this.#instrumented.callees.get(id));
  }
}

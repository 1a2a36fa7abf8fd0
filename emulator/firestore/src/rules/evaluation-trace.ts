/** The values of all expressions of one condition, as a tree. Owns its construction from the order of visits. */
import type { ExpressionObserver } from './evaluation.ts';
import type { InstrumentedExpressions } from './ruleset-compiler.ts';
import type { RulesResult } from './value.ts';

/** One evaluated expression. The body of a called function hangs below the call, after its arguments. */
export interface TraceNode {
  readonly id: number;
  readonly value: RulesResult;
  readonly children: readonly TraceNode[];
}

/** Records visits: an expression is visited right after everything below it. */
export class TraceRecorder implements ExpressionObserver {
  readonly #instrumented: InstrumentedExpressions;
  readonly #pending: TraceNode[] = [];

  constructor(watched: InstrumentedExpressions) {
    this.#instrumented = watched;
  }

  visit(id: number, value: RulesResult): void {
    let first = this.#pending.length;
    while (first > 0 && this.#isChildOf(this.#pending[first - 1], id)) first--;
    this.#pending.push({ id, value, children: this.#pending.splice(first) });
  }

  /** The roots recorded since the last call: one per condition that is more than a literal. */
  takeRoots(): readonly TraceNode[] {
    return this.#pending.splice(0);
  }

  #isChildOf(node: TraceNode | undefined, id: number): boolean {
    const parent = node === undefined ? undefined : this.#instrumented.parents[node.id];
    return parent !== undefined && (parent === id || parent === this.#instrumented.callees.get(id));
  }
}

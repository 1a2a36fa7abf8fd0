/** The values of all expressions of one condition, as a tree. Owns its construction from the order of visits. */
import type { Probe } from './evaluation.ts';
import type { WatchedNodes } from './ruleset-compiler.ts';
import type { RulesResult } from './value.ts';

/** One evaluated expression. The body of a called function hangs below the call, after its arguments. */
export interface TraceNode {
  readonly id: number;
  readonly value: RulesResult;
  readonly children: readonly TraceNode[];
}

/** Records visits: an expression is visited right after everything below it. */
export class TraceRecorder implements Probe {
  readonly #watched: WatchedNodes;
  readonly #open: TraceNode[] = [];

  constructor(watched: WatchedNodes) {
    this.#watched = watched;
  }

  visit(id: number, value: RulesResult): void {
    let first = this.#open.length;
    while (first > 0 && this.#isBelow(this.#open[first - 1], id)) first--;
    this.#open.push({ id, value, children: this.#open.splice(first) });
  }

  /** The roots recorded since the last call: one per condition that is more than a literal. */
  take(): readonly TraceNode[] {
    return this.#open.splice(0);
  }

  #isBelow(node: TraceNode | undefined, id: number): boolean {
    const parent = node === undefined ? undefined : this.#watched.parents[node.id];
    return parent !== undefined && (parent === id || parent === this.#watched.callees.get(id));
  }
}

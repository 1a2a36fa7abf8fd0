/**
 * Counts the values of every expression and the outcomes of every allow statement of a ruleset. It
 * runs on every request and must be cheap.
 */

import type { SourceText } from '@savepoint/server/rules/source-text';
import { ValueCounts as SharedCounts } from '@savepoint/server/rules/value-counts';
import type {
  CompiledAllowStatement,
  CompiledRules,
  InstrumentedExpressions,
} from '../compile/ruleset-compiler.ts';
import type { ExpressionObserver } from '../runtime/evaluation.ts';
import { RulesError, type RulesResult } from '../runtime/value.ts';
import type { RulesFile } from '../syntax/syntax.ts';

/** The number of times an allow statement granted, was false, and failed with an error. */
interface AllowCounts {
  granted: number;
  denied: number;
  failed: number;
}

/** The values of one expression. */
export type ValueCounts = SharedCounts<RulesResult>;

const isError = (value: RulesResult): boolean => value instanceof RulesError;

/**
 * Each evaluation creates new errors; those with the same message and location count as one value.
 */
function isSameError(left: RulesResult, right: RulesResult): boolean {
  return (
    left instanceof RulesError &&
    right instanceof RulesError &&
    left.message === right.message &&
    left.location === right.location
  );
}

/** The coverage of a ruleset since it was loaded. */
export class Coverage implements ExpressionObserver {
  readonly file: RulesFile;
  readonly source: SourceText;
  readonly allows: readonly CompiledAllowStatement[];
  readonly #instrumented: InstrumentedExpressions;
  readonly #valueCounts: ValueCounts[];
  readonly #allowCounts = new Map<CompiledAllowStatement, AllowCounts>();

  constructor(file: RulesFile, source: SourceText, rules: CompiledRules) {
    this.file = file;
    this.source = source;
    this.allows = rules.allows;
    this.#instrumented = rules.instrumented;
    this.#valueCounts = rules.instrumented.expressions.map(
      () => new SharedCounts<RulesResult>(isError, isSameError),
    );
    for (const allow of rules.allows) this.#allowCounts.set(allow, { granted: 0, denied: 0, failed: 0 });
  }

  visit(id: number, value: RulesResult): void {
    this.#valueCounts[id]?.add(value);
  }

  /** Counts the outcome of an allow statement. */
  recordOutcome(allow: CompiledAllowStatement, outcome: boolean | 'error'): void {
    const counts = this.allowCounts(allow);
    if (outcome === true) counts.granted++;
    else if (outcome === false) counts.denied++;
    else counts.failed++;
  }

  allowCounts(allow: CompiledAllowStatement): AllowCounts {
    const counts = this.#allowCounts.get(allow);
    if (counts === undefined) throw new Error('The allow statement belongs to another ruleset.');
    return counts;
  }

  /**
   * The values of an expression; undefined for literals, parentheses and functions that are never
   * called.
   */
  valueCounts(node: InstrumentedExpressions['expressions'][number]): ValueCounts | undefined {
    const id = this.#instrumented.ids.get(node);
    return id === undefined ? undefined : this.#valueCounts[id];
  }
}

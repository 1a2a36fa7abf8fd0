/**
 * Counts the values of every expression and the outcomes of every allow statement of a ruleset. It
 * runs on every request and must be cheap.
 */

import type { SourceText } from '@savepoint/server/rules/source-text';
import type {
  CompiledAllowStatement,
  CompiledRules,
  InstrumentedExpressions,
} from '../compile/ruleset-compiler.ts';
import type { ExpressionObserver } from '../runtime/evaluation.ts';
import { RulesError, type RulesResult } from '../runtime/value.ts';
import type { RulesFile } from '../syntax/syntax.ts';

/** How often an allow statement granted, was false, and failed with an error. */
interface AllowCounts {
  granted: number;
  denied: number;
  failed: number;
}

/** The maximum number of distinct values stored per expression; further ones are only counted. */
const MAXIMUM_VALUES = 50;

/** The values of one expression. Booleans, which most expressions have, are counted separately. */
export class ValueCounts {
  trueCount = 0;
  falseCount = 0;
  readonly otherCounts = new Map<RulesResult, number>();
  /** The number of evaluations whose value is not stored. */
  unlistedCount = 0;

  add(value: RulesResult): void {
    if (value === true) this.trueCount++;
    else if (value === false) this.falseCount++;
    else this.#addOther(value instanceof RulesError ? this.#sameError(value) : value);
  }

  #addOther(value: RulesResult): void {
    const count = this.otherCounts.get(value);
    if (count !== undefined) this.otherCounts.set(value, count + 1);
    else if (this.otherCounts.size < MAXIMUM_VALUES) this.otherCounts.set(value, 1);
    else this.unlistedCount++;
  }

  /** The stored error with the same message and location: each evaluation creates new errors. */
  #sameError(error: RulesError): RulesError {
    for (const value of this.otherCounts.keys()) {
      if (value instanceof RulesError && value.message === error.message && value.location === error.location)
        return value;
    }
    return error;
  }

  get total(): number {
    let total = this.trueCount + this.falseCount + this.unlistedCount;
    for (const count of this.otherCounts.values()) total += count;
    return total;
  }
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
    this.#valueCounts = rules.instrumented.expressions.map(() => new ValueCounts());
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

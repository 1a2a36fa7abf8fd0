/**
 * Counts the values of every expression and the outcomes of every rule since the rules were loaded.
 */
import type { SourceText } from '@savepoint/server/rules/source-text';
import { ValueCounts } from '@savepoint/server/rules/value-counts';
import type { CompiledRule, CompiledRules } from '../compile/compile-tree.ts';
import type { OutcomeObserver } from '../evaluate/place.ts';
import { RulesError } from '../runtime/rules-error.ts';
import { OBJECT, Snapshot } from '../runtime/snapshot.ts';
import type { RulesValue } from '../runtime/value.ts';
import type { Expression } from '../syntax/syntax.ts';

/** A counted value. Objects and snapshots, which hold data, are counted only by kind. */
export type CountedValue = null | boolean | number | string | typeof OBJECT | typeof SNAPSHOT | RulesError;

/** Stands for any snapshot. */
export const SNAPSHOT: unique symbol = Symbol('snapshot');

interface OutcomeCounts {
  granted: number;
  denied: number;
  failed: number;
}

/** Longer strings are counted by their first characters, because a value may have megabytes. */
const MAXIMUM_TEXT = 100;

const isError = (value: CountedValue): boolean => value instanceof RulesError;
const isSameError = (left: CountedValue, right: CountedValue): boolean =>
  left instanceof RulesError && right instanceof RulesError && left.message === right.message;

/** The coverage of a ruleset. */
export class Coverage implements OutcomeObserver {
  readonly source: SourceText;
  readonly rules: readonly CompiledRule[];
  readonly #ids: ReadonlyMap<Expression, number>;
  readonly #counts: readonly ValueCounts<CountedValue>[];
  readonly #outcomes: ReadonlyMap<CompiledRule, OutcomeCounts>;

  constructor({ rules, expressions, ids }: CompiledRules, source: SourceText) {
    this.source = source;
    this.rules = rules;
    this.#ids = ids;
    this.#counts = expressions.map(() => new ValueCounts<CountedValue>(isError, isSameError));
    this.#outcomes = new Map(rules.map((rule) => [rule, { granted: 0, denied: 0, failed: 0 }]));
  }

  visit(id: number, value: RulesValue | RulesError): void {
    this.#counts[id]?.add(counted(value));
  }

  outcome(compiled: CompiledRule, outcome: boolean | 'error'): void {
    const counts = this.outcomesOf(compiled);
    if (outcome === true) counts.granted++;
    else if (outcome === false) counts.denied++;
    else counts.failed++;
  }

  outcomesOf(compiled: CompiledRule): OutcomeCounts {
    const counts = this.#outcomes.get(compiled);
    if (counts === undefined) throw new Error('The rule belongs to another ruleset.');
    return counts;
  }

  /** The values of an expression; undefined for a literal. */
  countsOf(node: Expression): ValueCounts<CountedValue> | undefined {
    const id = this.#ids.get(node);
    return id === undefined ? undefined : this.#counts[id];
  }
}

function counted(value: RulesValue | RulesError): CountedValue {
  if (typeof value === 'string' && value.length > MAXIMUM_TEXT) return `${value.slice(0, MAXIMUM_TEXT)}…`;
  if (value === null || typeof value !== 'object' || value instanceof RulesError) return value;
  return value instanceof Snapshot ? SNAPSHOT : OBJECT;
}

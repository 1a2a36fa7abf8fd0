/**
 * What a ruleset has evaluated: the values of each expression with counts, and how each allow statement ended.
 * Owns the counting, which runs on every decision and so must stay cheap; reports are made elsewhere.
 */
import type { Probe } from './evaluation.ts';
import type { CompiledAllow, CompiledRules, WatchedNodes } from './ruleset-compiler.ts';
import type { SourceText } from './source-text.ts';
import type { RulesFile } from './syntax.ts';
import { RulesError, type RulesResult } from './value.ts';

/** How often an allow statement granted, was false and failed. */
export interface AllowCounts {
  granted: number;
  denied: number;
  failed: number;
}

/** Distinct values that one expression is remembered with; later ones are counted as evaluations only. */
const MAXIMUM_VALUES = 50;

/** The values of one expression. Booleans have counters of their own: most expressions that matter are tests. */
export class ValueCounts {
  whenTrue = 0;
  whenFalse = 0;
  readonly others = new Map<RulesResult, number>();
  /** Evaluations whose value is not among the remembered ones. */
  unlisted = 0;

  add(value: RulesResult): void {
    if (value === true) this.whenTrue++;
    else if (value === false) this.whenFalse++;
    else this.#addOther(value instanceof RulesError ? this.#sameError(value) : value);
  }

  #addOther(value: RulesResult): void {
    const known = this.others.get(value);
    if (known !== undefined) this.others.set(value, known + 1);
    else if (this.others.size < MAXIMUM_VALUES) this.others.set(value, 1);
    else this.unlisted++;
  }

  /** Every failure makes a new error; those of one text and place are one value. */
  #sameError(error: RulesError): RulesError {
    for (const value of this.others.keys()) {
      if (value instanceof RulesError && value.message === error.message && value.at === error.at)
        return value;
    }
    return error;
  }

  get total(): number {
    let total = this.whenTrue + this.whenFalse + this.unlisted;
    for (const count of this.others.values()) total += count;
    return total;
  }
}

/** The counters of one ruleset, from its loading on. */
export class Coverage implements Probe {
  readonly file: RulesFile;
  readonly source: SourceText;
  readonly allows: readonly CompiledAllow[];
  readonly #watched: WatchedNodes;
  readonly #values: ValueCounts[];
  readonly #counts = new Map<CompiledAllow, AllowCounts>();

  constructor(file: RulesFile, source: SourceText, rules: CompiledRules) {
    this.file = file;
    this.source = source;
    this.allows = rules.allows;
    this.#watched = rules.watched;
    this.#values = rules.watched.nodes.map(() => new ValueCounts());
    for (const allow of rules.allows) this.#counts.set(allow, { granted: 0, denied: 0, failed: 0 });
  }

  visit(id: number, value: RulesResult): void {
    this.#values[id]?.add(value);
  }

  /** Counts how an allow statement ended. */
  visitAllow(allow: CompiledAllow, outcome: boolean | 'error'): void {
    const counts = this.countsOf(allow);
    if (outcome === true) counts.granted++;
    else if (outcome === false) counts.denied++;
    else counts.failed++;
  }

  countsOf(allow: CompiledAllow): AllowCounts {
    const counts = this.#counts.get(allow);
    if (counts === undefined) throw new Error('The allow statement is of another ruleset.');
    return counts;
  }

  /** The values of a watched expression; undefined for literals, parentheses and functions nobody calls. */
  valuesOf(node: WatchedNodes['nodes'][number]): ValueCounts | undefined {
    const id = this.#watched.idOf.get(node);
    return id === undefined ? undefined : this.#values[id];
  }
}

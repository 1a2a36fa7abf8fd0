import { type Explanation, summarize } from '@savepoint/server/rules/explanation';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { CompiledRules } from '../compile/compile-tree.ts';
import type { Judgment } from '../evaluate/judge.ts';
import type { RuleOutcome } from '../evaluate/place.ts';
import { explainRule } from './explain-rule.ts';
import { rulesBelow } from './rules-below.ts';

/** The kind of operation. */
export type RulesMethod = 'read' | 'write';

/** The decision on an operation. Explanations are computed on demand. */
export class Decision {
  readonly isAllowed: boolean;
  readonly method: RulesMethod;
  /** For an update, the path that was denied. */
  readonly path: readonly string[];
  readonly outcomes: readonly RuleOutcome[];
  readonly #rules: CompiledRules;
  readonly #source: SourceText;

  constructor(
    rules: CompiledRules,
    source: SourceText,
    method: RulesMethod,
    path: readonly string[],
    { isAllowed, outcomes }: Judgment,
  ) {
    this.isAllowed = isAllowed;
    this.method = method;
    this.path = path;
    this.outcomes = outcomes;
    this.#rules = rules;
    this.#source = source;
  }

  /** Why no rule granted access, on one line; empty if one did. */
  get reason(): string {
    return this.isAllowed ? '' : this.explain().summary;
  }

  /** Which rule granted access, or why none did, with the deciding values. */
  explain(): Explanation {
    const explanation = {
      allowed: this.isAllowed,
      method: this.method,
      path: `/${this.path.join('/')}`,
      fileName: this.#source.fileName,
      statements: tellingOutcomes(this.outcomes).map((outcome) =>
        explainRule(outcome, this.#rules, this.#source),
      ),
      others: this.outcomes.every(isFalse) ? rulesBelow(this.#rules, this.method, this.path) : [],
    };
    const unmatched = `no .${this.method} rule applies to ${explanation.path}`;
    return { ...explanation, summary: summarize(explanation, unmatched) };
  }
}

/** Omits rules that are just `false` if another rule could have granted access. */
function tellingOutcomes(outcomes: readonly RuleOutcome[]): readonly RuleOutcome[] {
  const telling = outcomes.filter((outcome) => !isFalse(outcome));
  return telling.length === 0 ? outcomes.slice(0, 1) : telling;
}

function isFalse({ compiled: { rule } }: RuleOutcome): boolean {
  return rule.expression.kind === 'literal' && rule.expression.value === false;
}

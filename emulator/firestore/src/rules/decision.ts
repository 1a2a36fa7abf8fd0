/** The verdict over one operation. Owns what is worked out at once and what only when it is asked for. */

import { denialMessage } from './denial-message.ts';
import type { AllowOutcome, EvaluationContext } from './evaluate-allow-statements.ts';
import { explainDecision } from './explain-decision.ts';
import type { Explanation } from './explanation.ts';
import type { RulesRequest } from './request-value.ts';
import type { CompiledRules } from './ruleset-compiler.ts';
import type { SourceText } from './source-text.ts';

export class Decision {
  readonly allowed: boolean;
  /** The allow statements that were tried, in order; of a query, those of the disjunct that decided. */
  readonly outcomes: readonly AllowOutcome[];
  readonly #rules: CompiledRules;
  readonly #source: SourceText;
  readonly #request: RulesRequest;
  readonly #run: EvaluationContext | undefined;

  constructor(
    rules: CompiledRules,
    source: SourceText,
    request: RulesRequest,
    run: EvaluationContext | undefined,
    outcomes: readonly AllowOutcome[],
  ) {
    this.allowed = outcomes.at(-1)?.outcome === true;
    this.outcomes = outcomes;
    this.#rules = rules;
    this.#source = source;
    this.#request = request;
    this.#run = run;
  }

  /** Empty when allowed; otherwise the denial text of the official emulator. */
  get message(): string {
    if (this.allowed) return '';
    if (this.#run === undefined) return `\n${this.explain().summary}`;
    return denialMessage(this.#rules, this.#run, this.outcomes);
  }

  /**
   * Why the operation was denied, or what granted it. Costs nothing until it is asked for: the conditions then
   * run once more, watched, over the documents that the decision was made from.
   */
  explain(): Explanation {
    return explainDecision(this.#rules, this.#source, this.#request, this.#run);
  }
}

import type { Explanation } from '@savepoint/server/rules/explanation';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { CompiledRules } from '../compile/ruleset-compiler.ts';
import type {
  AllowOutcome,
  EvaluationContext,
  RulesOperation,
} from '../evaluate/evaluate-allow-statements.ts';
import { denialMessage } from './denial-message.ts';
import { explainDecision } from './explain-decision.ts';

/**
 * The decision on one operation. The message and the explanation of a denial are computed on
 * demand.
 */
export class Decision {
  readonly allowed: boolean;
  /**
   * The outcomes of the evaluated allow statements, in order; for a query, those of the deciding
   * disjunct.
   */
  readonly outcomes: readonly AllowOutcome[];
  readonly #rules: CompiledRules;
  readonly #source: SourceText;
  readonly #request: RulesOperation;
  readonly #context: EvaluationContext | undefined;

  constructor(
    rules: CompiledRules,
    source: SourceText,
    request: RulesOperation,
    context: EvaluationContext | undefined,
    outcomes: readonly AllowOutcome[],
  ) {
    this.allowed = outcomes.at(-1)?.outcome === true;
    this.outcomes = outcomes;
    this.#rules = rules;
    this.#source = source;
    this.#request = request;
    this.#context = context;
  }

  /** Empty when allowed; otherwise the PERMISSION_DENIED message of the official emulator. */
  get message(): string {
    if (this.allowed) return '';
    if (this.#context === undefined) return `\n${this.explain().summary}`;
    return denialMessage(this.#rules, this.#context, this.outcomes);
  }

  /**
   * Explains why the operation was denied, or which statement granted it. Evaluates the conditions
   * again, with the documents on which the decision was based.
   */
  explain(): Explanation {
    return explainDecision(this.#rules, this.#source, this.#request, this.#context);
  }
}

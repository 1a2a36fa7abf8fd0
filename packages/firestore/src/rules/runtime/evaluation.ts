/** The state of one evaluation of the rules: global variables, expression budget and observers. */
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesError, type RulesMap, type RulesPath, type RulesResult } from './value.ts';

/** The maximum number of expressions evaluated per request, over all allow statements. */
const MAXIMUM_EXPRESSIONS = 1000;

/**
 * The maximum cost of all values that a request builds, compares and searches: a few strings of the
 * maximum document size. Without it, repeatedly doubled lists would exhaust the memory within the
 * expression budget.
 */
const MAXIMUM_VALUE_COST = 64 * 1024 * 1024;

/** The error of an exhausted budget. */
export function exhaustedError(): RulesError {
  return new RulesError(
    `Unable to evaluate the expression as the maximum of ${MAXIMUM_EXPRESSIONS} expressions to evaluate has been reached.`,
  );
}

/**
 * Thrown when the budget is exhausted: denies the request immediately, without evaluating `||` or
 * further statements.
 */
export class EvaluationAborted {
  readonly error: RulesError;
  constructor(error: RulesError) {
    this.error = error;
  }
}

/** The document access functions. */
export type LookupFunction = 'get' | 'exists' | 'getAfter' | 'existsAfter';

/** Resolves document lookups. */
export interface DocumentLookups {
  /** `at` is the call in the source. */
  call(name: LookupFunction, path: RulesPath, at: SourceRange): RulesResult;
}

/** Receives the value of every instrumented expression, innermost first. */
export interface ExpressionObserver {
  visit(id: number, value: RulesResult): void;
}

/**
 * The state in which compiled expressions run. `wildcardValues` are replaced for each allow
 * statement.
 */
export class Evaluation {
  readonly request: RulesMap;
  readonly resource: RulesResult;
  readonly lookups: DocumentLookups;
  readonly expressionObserver: ExpressionObserver | undefined;
  readonly onDebug: ((text: string) => void) | undefined;
  wildcardValues: readonly RulesResult[] = [];
  #cost = 0;
  #valueCost = 0;

  constructor(
    request: RulesMap,
    resource: RulesResult,
    lookups: DocumentLookups,
    expressionObserver: ExpressionObserver | undefined,
    onDebug: ((text: string) => void) | undefined,
  ) {
    this.request = request;
    this.resource = resource;
    this.lookups = lookups;
    this.expressionObserver = expressionObserver;
    this.onDebug = onDebug;
  }

  /**
   * Charges expressions that are about to be evaluated. Throws EvaluationAborted when the budget is
   * exhausted.
   */
  charge(expressions: number): void {
    this.#cost += expressions;
    if (this.#cost > MAXIMUM_EXPRESSIONS) {
      throw new EvaluationAborted(exhaustedError());
    }
  }

  /** Charges the cost of values. Throws EvaluationAborted when the budget is exhausted. */
  chargeValues(cost: number): void {
    this.#valueCost += cost;
    if (this.#valueCost > MAXIMUM_VALUE_COST) throw new EvaluationAborted(exhaustedError());
  }
}

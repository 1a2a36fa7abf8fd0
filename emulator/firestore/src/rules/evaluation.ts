/** One run of the rules over one request: its globals, its budget and whoever watches. */
import { RulesError, type RulesMap, type RulesPath, type RulesResult } from './value.ts';

/** Expressions one request may evaluate, over all its allow statements. */
const MAXIMUM_EXPRESSIONS = 1000;

/** Ends a decision at once: the exhausted budget, which neither `||` nor another allow statement makes good. */
export class EvaluationAborted {
  readonly error: RulesError;
  constructor(error: RulesError) {
    this.error = error;
  }
}

export type LookupFunction = 'get' | 'exists' | 'getAfter' | 'existsAfter';

/** Answers document lookups. */
export interface DocumentLookups {
  call(name: LookupFunction, path: RulesPath): RulesResult;
}

/** Sees the value of every expression, innermost first. */
export interface ExpressionObserver {
  visit(nodeId: number, value: RulesResult): void;
}

/** What a compiled expression runs in. `captures` is replaced for each allow statement. */
export class Evaluation {
  readonly request: RulesMap;
  readonly resource: RulesResult;
  readonly lookups: DocumentLookups;
  readonly expressionObserver: ExpressionObserver | undefined;
  readonly onDebug: ((text: string) => void) | undefined;
  wildcardValues: readonly RulesResult[] = [];
  #cost = 0;

  constructor(
    request: RulesMap,
    resource: RulesResult,
    lookups: DocumentLookups,
    probe: ExpressionObserver | undefined,
    onDebug: ((text: string) => void) | undefined,
  ) {
    this.request = request;
    this.resource = resource;
    this.lookups = lookups;
    this.expressionObserver = probe;
    this.onDebug = onDebug;
  }

  /** Charges expressions that are about to be evaluated. Throws EvaluationAborted beyond the limit. */
  charge(expressions: number): void {
    this.#cost += expressions;
    if (this.#cost > MAXIMUM_EXPRESSIONS) {
      throw new EvaluationAborted(
        new RulesError(
          `Unable to evaluate the expression as the maximum of ${MAXIMUM_EXPRESSIONS} expressions to evaluate has been reached.`,
        ),
      );
    }
  }
}

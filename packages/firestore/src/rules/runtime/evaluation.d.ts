/** The state of one evaluation of the rules: global variables, expression budget and observers. */
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { RulesError, type RulesMap, type RulesPath, type RulesResult } from './value.ts';
/** The error of an exhausted budget. */
export declare function exhaustedError(): RulesError;
/**
 * Thrown when the budget is exhausted: denies the request at once, without evaluating `||` or
 * further statements.
 */
export declare class EvaluationAborted {
    readonly error: RulesError;
    constructor(error: RulesError);
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
export declare class Evaluation {
    #private;
    readonly request: RulesMap;
    readonly resource: RulesResult;
    readonly lookups: DocumentLookups;
    readonly expressionObserver: ExpressionObserver | undefined;
    readonly onDebug: ((text: string) => void) | undefined;
    wildcardValues: readonly RulesResult[];
    constructor(request: RulesMap, resource: RulesResult, lookups: DocumentLookups, expressionObserver: ExpressionObserver | undefined, onDebug: ((text: string) => void) | undefined);
    /**
     * Charges expressions that are about to be evaluated to the budget. Throws EvaluationAborted when
     * it is exhausted.
     */
    charge(expressions: number): void;
    /** Charges the cost of values. Throws EvaluationAborted when the budget is exhausted. */
    chargeValues(cost: number): void;
}

/**
 * Evaluates the allow statements of a method in source order until one grants the request. All
 * statements share one budget of expressions. For a list, the query's constraints take the place of
 * a document.
 */
import type { CompiledAllowStatement } from '../compile/ruleset-compiler.ts';
import { type DocumentLookups, type ExpressionObserver } from '../runtime/evaluation.ts';
import { type TargetPath } from '../runtime/match-pattern.ts';
import type { RulesRequest } from '../runtime/request-value.ts';
import { RulesError, type RulesMap, type RulesResult } from '../runtime/value.ts';
/** What a request refers to: one document, or all documents of one disjunct of a query. */
interface EvaluationTarget {
    readonly targetPath: TargetPath;
    /** The value of `resource`; an error when it must not be known. */
    readonly resource: RulesResult;
}
/** What messages and explanations name of a request, whatever its service is. */
export type RulesOperation = Pick<RulesRequest, 'method' | 'path' | 'isUpsert'>;
/** A target with everything that conditions can read. */
export interface EvaluationContext extends EvaluationTarget {
    readonly request: RulesOperation;
    /** The value of `request`. */
    readonly requestMap: RulesMap;
    readonly lookups: DocumentLookups;
}
/** The result of one allow statement. */
export interface AllowOutcome {
    readonly allow: CompiledAllowStatement;
    /** 1-based line of the `allow`. */
    readonly line: number;
    readonly outcome: boolean | 'error';
    readonly error: RulesError | undefined;
}
/** Callbacks during an evaluation. */
export interface EvaluationObservers {
    readonly expressionObserver?: ExpressionObserver;
    readonly onDebug?: (text: string) => void;
    readonly onOutcome?: (outcome: AllowOutcome) => void;
}
/**
 * The targets of a request: one per disjunct of a query; undefined when there are too many
 * disjuncts.
 */
export declare function evaluationTargets(request: RulesRequest): readonly EvaluationTarget[] | undefined;
/**
 * Evaluates the statements whose match path covers the target, in order, until one grants or the
 * budget is exhausted. Returns the outcome of each evaluated statement; access is granted when the
 * last outcome is true.
 */
export declare function evaluateAllowStatements(allows: readonly CompiledAllowStatement[], { requestMap, targetPath, resource, lookups }: EvaluationContext, { expressionObserver, onDebug, onOutcome }: EvaluationObservers): readonly AllowOutcome[];
export {};

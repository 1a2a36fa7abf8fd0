import type { Explanation } from '@savepoint/server/rules/explanation';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { CompiledRules } from '../compile/ruleset-compiler.ts';
import type { AllowOutcome, EvaluationContext, RulesOperation } from '../evaluate/evaluate-allow-statements.ts';
/**
 * The decision on one operation. The message and the explanation of a denial are computed on
 * demand.
 */
export declare class Decision {
    #private;
    readonly allowed: boolean;
    /**
     * The outcomes of the evaluated allow statements, in order; for a query, those of the disjunct
     * that decided.
     */
    readonly outcomes: readonly AllowOutcome[];
    constructor(rules: CompiledRules, source: SourceText, request: RulesOperation, context: EvaluationContext | undefined, outcomes: readonly AllowOutcome[]);
    /** Empty when allowed; otherwise the PERMISSION_DENIED message of the official emulator. */
    get message(): string;
    /**
     * Explains why the operation was denied, or which statement granted it. Evaluates the conditions
     * again, with the documents on which the decision was based.
     */
    explain(): Explanation;
}

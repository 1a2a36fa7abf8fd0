/**
 * Finds the root causes of a condition that did not grant: the innermost expressions that made it
 * false or an error.
 */
import type { TraceNode as Node } from '@savepoint/server/rules/evaluation-trace';
import { type CauseExplanation } from '@savepoint/server/rules/explanation';
import type { SourceText } from '@savepoint/server/rules/source-text';
import type { InstrumentedExpressions } from '../compile/ruleset-compiler.ts';
import { RulesError, type RulesResult } from '../runtime/value.ts';
import { type Expression } from '../syntax/syntax.ts';
type TraceNode = Node<RulesResult>;
/** Explains conditions of one ruleset. */
export declare class ConditionExplainer {
    #private;
    constructor(instrumented: InstrumentedExpressions, source: SourceText, isList: boolean);
    /**
     * The root causes of a condition's result. `error` is the error of the allow statement, if any.
     */
    causes(root: TraceNode | undefined, condition: Expression, error: RulesError | undefined): CauseExplanation[];
}
export {};

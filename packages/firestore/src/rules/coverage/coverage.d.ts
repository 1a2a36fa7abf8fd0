/**
 * Counts the values of every expression and the outcomes of every allow statement of a ruleset. It
 * runs on every request and must be cheap.
 */
import type { SourceText } from '@savepoint/server/rules/source-text';
import { ValueCounts as SharedCounts } from '@savepoint/server/rules/value-counts';
import type { CompiledAllowStatement, CompiledRules, InstrumentedExpressions } from '../compile/ruleset-compiler.ts';
import type { ExpressionObserver } from '../runtime/evaluation.ts';
import { type RulesResult } from '../runtime/value.ts';
import type { RulesFile } from '../syntax/syntax.ts';
/** How often an allow statement granted, was false, and failed with an error. */
interface AllowCounts {
    granted: number;
    denied: number;
    failed: number;
}
/** The values of one expression. */
export type ValueCounts = SharedCounts<RulesResult>;
/** The coverage of a ruleset since it was loaded. */
export declare class Coverage implements ExpressionObserver {
    #private;
    readonly file: RulesFile;
    readonly source: SourceText;
    readonly allows: readonly CompiledAllowStatement[];
    constructor(file: RulesFile, source: SourceText, rules: CompiledRules);
    visit(id: number, value: RulesResult): void;
    /** Counts the outcome of an allow statement. */
    recordOutcome(allow: CompiledAllowStatement, outcome: boolean | 'error'): void;
    allowCounts(allow: CompiledAllowStatement): AllowCounts;
    /**
     * The values of an expression; undefined for literals, parentheses and functions that are never
     * called.
     */
    valueCounts(node: InstrumentedExpressions['expressions'][number]): ValueCounts | undefined;
}
export {};

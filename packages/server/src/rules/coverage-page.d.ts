/**
 * Coverage as an HTML page without scripts: the source, in which each expression shows its values
 * as a tooltip.
 */
import type { SourceRange, SourceText } from './source-text.ts';
import type { ValueCounts } from './value-counts.ts';
/** An expression of the source with its values. */
export interface CoveredExpression<Value> extends SourceRange {
    readonly counts: ValueCounts<Value>;
}
/** What was decided by the statement or rule that ends at an offset. */
export interface CoveredOutcome {
    readonly end: number;
    readonly granted: number;
    readonly denied: number;
    readonly failed: number;
}
/** What a page shows. An expression precedes those that it contains. */
interface CoveragePage<Value> {
    readonly title: string;
    readonly source: SourceText;
    readonly expressions: readonly CoveredExpression<Value>[];
    readonly outcomes: readonly CoveredOutcome[];
    readonly format: (value: Value) => string;
}
/** The page of a coverage report. */
export declare function coveragePage<Value>(page: CoveragePage<Value>): string;
export {};

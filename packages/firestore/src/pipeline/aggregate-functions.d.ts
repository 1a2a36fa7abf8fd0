import type { FieldValue } from '../core/value.ts';
import type { Result } from './row.ts';
/**
 * One aggregate of the stage aggregate, over the values of its expression for the rows of one
 * group.
 */
export interface AggregateFunction {
    readonly minimum: number;
    readonly maximum: number;
    /** `values` has one element for each row, in order. Throws EvaluationError. */
    readonly aggregate: (values: readonly Result[]) => FieldValue;
}
/** The aggregates by their names in the protocol. */
export declare const AGGREGATE_FUNCTIONS: {
    readonly [name: string]: AggregateFunction;
};

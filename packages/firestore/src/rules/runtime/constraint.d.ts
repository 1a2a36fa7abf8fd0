/**
 * Comparisons with a constraint: a field that the filters of a query restrict without fixing its
 * value. The comparison is true when the filters prove it. Otherwise it is unknown, which is an
 * error and never false: under `!`, false would grant access that the query does not prove.
 */
import type { Constraint, RulesValue } from './value.ts';
/** The operators that compare a field with a value. */
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';
/**
 * The equivalent operator for swapped operands: `value op constraint` is `constraint op' value`.
 */
export declare function swapOperands(operator: ComparisonOperator): ComparisonOperator;
/**
 * Evaluates `field operator value` for all values that the constraint allows: true when the filters
 * prove it, otherwise undefined. As in the official emulator it is never false, so that `!` proves
 * nothing: write the opposite operator.
 */
export declare function compareConstraint(constraint: Constraint, operator: ComparisonOperator, value: RulesValue): true | undefined;
/**
 * True when the filters imply that the field is a list that contains `value`. As in the official
 * emulator, none implies null.
 */
export declare function impliesElement(constraint: Constraint, value: RulesValue): boolean;

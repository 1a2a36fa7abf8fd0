/**
 * Comparisons with a constraint: a field that the filters of a query restrict without fixing its value. The comparison
 * is true when the filters prove it. Otherwise it is unknown, which is an error and never false: under `!`, false would
 * grant access that the query does not prove.
 */
import type { Constraint, RulesValue, SimpleConstraint } from './value.ts';
import { compareValues, valuesEqual } from './value-equality.ts';

/** The operators that compare a field with a value. */
export type ComparisonOperator = '==' | '!=' | '<' | '<=' | '>' | '>=';

const SWAPPED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '==',
  '!=': '!=',
  '<': '>',
  '<=': '>=',
  '>': '<',
  '>=': '<=',
};

/** The equivalent operator for swapped operands: `value op constraint` is `constraint op' value`. */
export function swapOperands(operator: ComparisonOperator): ComparisonOperator {
  return SWAPPED[operator];
}

/**
 * Evaluates `field operator value` for all values that the constraint allows: true when the filters prove it, otherwise
 * undefined. As in the official emulator it is never false, so that `!` proves nothing: write the opposite operator.
 */
export function compareConstraint(
  constraint: Constraint,
  operator: ComparisonOperator,
  value: RulesValue,
): true | undefined {
  return constraint.simpleConstraints.some((simple) => implies(simple, operator, value)) ? true : undefined;
}

/** True when the filters imply that the field is a list that contains `value`. */
export function impliesElement(constraint: Constraint, value: RulesValue): boolean {
  return constraint.simpleConstraints.some(
    ({ comparator, value: element }) => comparator === 'LIST_CONTAINS' && valuesEqual(element, value),
  );
}

/** True when one filter alone implies `field operator value`. Only values of the same ordered type are comparable. */
function implies(simple: SimpleConstraint, operator: ComparisonOperator, value: RulesValue): boolean {
  const { comparator, value: bound } = simple;
  if (operator === '!=') {
    // No filter but equality matches null, and NaN is unequal to every number.
    if (value === null) return true;
    if (Number.isNaN(value)) return typeof bound === 'number' || typeof bound === 'bigint';
    if (comparator === 'NEQ') return valuesEqual(bound, value);
  }
  const order = compareValues(bound, value);
  if (order === undefined) return false;
  const atLeast = comparator === 'GT' || comparator === 'GTE' || comparator === 'EQ';
  const atMost = comparator === 'LT' || comparator === 'LTE' || comparator === 'EQ';
  const strict = comparator === 'GT' || comparator === 'LT';
  switch (operator) {
    case '>':
      return atLeast && (order > 0 || (order === 0 && strict));
    case '>=':
      return atLeast && order >= 0;
    case '<':
      return atMost && (order < 0 || (order === 0 && strict));
    case '<=':
      return atMost && order <= 0;
    case '==':
      return comparator === 'EQ' && order === 0;
    case '!=':
      return (
        (atLeast && (order > 0 || (order === 0 && strict))) ||
        (atMost && (order < 0 || (order === 0 && strict)))
      );
  }
}

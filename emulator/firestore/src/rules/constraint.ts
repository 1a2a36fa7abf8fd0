/**
 * Comparisons with a constraint: a field that the filters of a query restrict without fixing its value. The comparison
 * has a result only when it is the same for all values that satisfy the filters. Otherwise it is unknown, which is an
 * error and never false: under `!`, false would grant access that the query does not prove.
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

const NEGATED: Readonly<Record<ComparisonOperator, ComparisonOperator>> = {
  '==': '!=',
  '!=': '==',
  '<': '>=',
  '<=': '>',
  '>': '<=',
  '>=': '<',
};

/** The equivalent operator for swapped operands: `value op constraint` is `constraint op' value`. */
export function swapOperands(operator: ComparisonOperator): ComparisonOperator {
  return SWAPPED[operator];
}

/**
 * Evaluates `field operator value` for all values that the constraint allows: true or false when all agree, undefined
 * when the result is unknown.
 */
export function compareConstraint(
  constraint: Constraint,
  operator: ComparisonOperator,
  value: RulesValue,
): boolean | undefined {
  if (constraint.simpleConstraints.some((simple) => implies(simple, operator, value))) return true;
  if (constraint.simpleConstraints.some((simple) => implies(simple, NEGATED[operator], value))) return false;
  return undefined;
}

/** True when the filters imply that the field is a list that contains `value`. */
export function impliesElement(constraint: Constraint, value: RulesValue): boolean {
  return constraint.simpleConstraints.some(
    ({ comparator, value: element }) => comparator === 'LIST_CONTAINS' && valuesEqual(element, value),
  );
}

/** True when one filter alone implies `field operator value`. An ordering requires values of the same ordered type. */
function implies(simple: SimpleConstraint, operator: ComparisonOperator, value: RulesValue): boolean {
  const { comparator, value: bound } = simple;
  if (comparator === 'LIST_CONTAINS') return operator === '!=' && !Array.isArray(value);
  if (comparator === 'NEQ') return operator === '!=' && valuesEqual(bound, value);
  const order = compareValues(bound, value);
  if (order === undefined) return operator === '!=' && comparator !== 'EQ' && !valuesEqual(bound, value);
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

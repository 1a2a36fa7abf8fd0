/**
 * What a query promises about a field, and what follows from it. A comparison with a constraint is decided only
 * when every value the promise allows gives the same answer; otherwise it is undecided, which is an error and
 * never false, since a `!` around it would then grant what nobody proved.
 */
import type { Constraint, RulesValue, SimpleConstraint } from './value.ts';
import { compareValues, valuesEqual } from './value-equality.ts';

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

/** `value op constraint` as `constraint op' value`. */
export function swapOperands(operator: ComparisonOperator): ComparisonOperator {
  return SWAPPED[operator];
}

/** Is `field operator value` true for all, false for all, or undecided (undefined) under the constraint? */
export function compareConstraint(
  constraint: Constraint,
  operator: ComparisonOperator,
  value: RulesValue,
): boolean | undefined {
  if (constraint.simpleConstraints.some((condition) => implies(condition, operator, value))) return true;
  if (constraint.simpleConstraints.some((condition) => implies(condition, NEGATED[operator], value)))
    return false;
  return undefined;
}

/** Does the constraint promise that the field, a list, holds the value? */
export function impliesElement(constraint: Constraint, value: RulesValue): boolean {
  return constraint.simpleConstraints.some(
    (condition) => condition.comparator === 'LIST_CONTAINS' && valuesEqual(condition.value, value),
  );
}

/** Does one condition alone prove `field operator value`? Both sides of an ordering must be of one ordered kind. */
function implies(condition: SimpleConstraint, operator: ComparisonOperator, value: RulesValue): boolean {
  const { comparator, value: bound } = condition;
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

/**
 * Comparisons with a constraint: a field that the query's filters restrict without fixing its
 * value. The comparison is true if the filters prove it. Otherwise it is unknown, which is an error
 * and never false: under `!`, false would grant access that the query does not prove.
 */
import type { Comparator, Constraint, RulesValue, SimpleConstraint } from './value.ts';
import { compareValues, typeName, valuesEqual } from './value-equality.ts';

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

/**
 * The equivalent operator for swapped operands: `value op constraint` is `constraint op' value`.
 */
export function swapOperands(operator: ComparisonOperator): ComparisonOperator {
  return SWAPPED[operator];
}

/**
 * Evaluates `field operator value` for all values that the constraint allows: true if the filters
 * prove it, otherwise undefined. As in the official emulator it is never false, so `!` proves
 * nothing: use the opposite operator.
 */
export function compareConstraint(
  constraint: Constraint,
  operator: ComparisonOperator,
  value: RulesValue,
): true | undefined {
  return constraint.simpleConstraints.some((simple) => implies(simple, operator, value)) ? true : undefined;
}

/**
 * True if the filters imply that the field is a list that contains `value`. As in the official
 * emulator, no filter implies null.
 */
export function impliesElement(constraint: Constraint, value: RulesValue): boolean {
  return constraint.simpleConstraints.some(
    ({ comparator, value: element }) =>
      comparator === 'LIST_CONTAINS' &&
      value !== null &&
      !isFloatBeforeInt(element, value) &&
      valuesEqual(element, value),
  );
}

/**
 * The official emulator converts a filter's operand to the type of the rule's value, but never a
 * float to an int.
 */
function isFloatBeforeInt(bound: RulesValue, value: RulesValue): boolean {
  return typeof bound === 'number' && typeof value === 'bigint';
}

const RANGES: ReadonlySet<Comparator> = new Set(['LT', 'LTE', 'GT', 'GTE']);

/**
 * Returns whether a filter implies that the field is not null, which all do except equality with
 * null. In the official emulator, a range of values that `<` in rules cannot compare, such as
 * booleans, implies nothing.
 */
function impliesNotNull({ comparator, value: bound }: SimpleConstraint): boolean {
  return bound === null || !RANGES.has(comparator) || compareValues(bound, bound) !== undefined;
}

/**
 * Returns whether an equality filter on a value without an order, such as a boolean or a list,
 * implies the comparison. A filter on null or NaN does not.
 */
function impliesWithoutOrder(bound: RulesValue, operator: ComparisonOperator, value: RulesValue): boolean {
  if (bound === null || typeof bound === 'number' || typeName(bound) !== typeName(value)) return false;
  const isEqual = valuesEqual(bound, value);
  return (operator === '==' && isEqual) || (operator === '!=' && !isEqual);
}

/**
 * True if a single filter implies `field operator value`. Only values of the same ordered type are
 * comparable.
 */
function implies(simple: SimpleConstraint, operator: ComparisonOperator, value: RulesValue): boolean {
  const { comparator, value: bound } = simple;
  if (isFloatBeforeInt(bound, value)) return false;
  if (operator === '!=') {
    if (value === null) return impliesNotNull(simple);
    // NaN is unequal to every number.
    if (Number.isNaN(value)) return typeof bound === 'number' || typeof bound === 'bigint';
    if (comparator === 'NEQ') return valuesEqual(bound, value);
  }
  const order = compareValues(bound, value);
  if (order === undefined) return comparator === 'EQ' && impliesWithoutOrder(bound, operator, value);
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

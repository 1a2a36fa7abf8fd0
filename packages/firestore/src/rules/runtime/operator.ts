/**
 * The operators that always evaluate their operands. `&&`, `||` and `?:` are compiled in
 * compile-expression.ts.
 */

import type { BinaryOperator } from '../syntax/syntax.ts';
import { type ComparisonOperator, compareConstraint, impliesElement, swapOperands } from './constraint.ts';
import {
  divideByZeroError,
  functionNotFoundError,
  nullValueError,
  unknownComparisonError,
  unsupportedError,
  unsupportedOperatorError,
} from './evaluation-error.ts';
import {
  Constraint,
  RulesDuration,
  RulesError,
  RulesMap,
  RulesPath,
  type RulesResult,
  RulesSet,
  RulesTimestamp,
  type RulesValue,
} from './value.ts';
import { compareValues, includes, setMembershipTest, typeName, valuesEqual } from './value-equality.ts';

/** A binary operation on values. */
export type Operation = (left: RulesValue, right: RulesValue) => RulesResult;

const MINIMUM_INT = -(2n ** 63n);
const MAXIMUM_INT = 2n ** 63n - 1n;

/** The range of timestamps in Firestore: the years 1 to 9999. */
const MINIMUM_TIME = -62_135_596_800n * 1_000_000_000n;
const MAXIMUM_TIME = 253_402_300_800n * 1_000_000_000n - 1n;
/** The maximum of google.protobuf.Duration: about 10,000 years. */
const MAXIMUM_DURATION = 315_576_000_000n * 1_000_000_000n;

/** An int; an error when it does not fit in 64 bits. */
function checkedInt(value: bigint): RulesResult {
  return value < MINIMUM_INT || value > MAXIMUM_INT
    ? new RulesError(`Integer value is out of the [${MINIMUM_INT}, ${MAXIMUM_INT}] range.`)
    : value;
}

/** A timestamp; an error outside the years 1 to 9999. */
export function checkedTimestamp(epochNanos: bigint): RulesResult {
  return epochNanos < MINIMUM_TIME || epochNanos > MAXIMUM_TIME
    ? new RulesError('Timestamp out of range error.')
    : new RulesTimestamp(epochNanos);
}

/** A duration; an error beyond 10,000 years. */
export function checkedDuration(nanos: bigint): RulesResult {
  return nanos < -MAXIMUM_DURATION || nanos > MAXIMUM_DURATION
    ? new RulesError('Duration out of range error.')
    : new RulesDuration(nanos);
}

function isNumber(value: RulesValue): value is bigint | number {
  return typeof value === 'bigint' || typeof value === 'number';
}

function add(left: RulesValue, right: RulesValue): RulesResult {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkedInt(left + right);
  if (isNumber(left) && isNumber(right)) return Number(left) + Number(right);
  if (typeof left === 'string' && typeof right === 'string') return left + right;
  if (right instanceof RulesDuration) {
    if (left instanceof RulesTimestamp) return checkedTimestamp(left.epochNanos + right.nanos);
    if (left instanceof RulesDuration) return checkedDuration(left.nanos + right.nanos);
  }
  if (left instanceof RulesDuration && right instanceof RulesTimestamp) {
    return checkedTimestamp(left.nanos + right.epochNanos);
  }
  return unsupportedOperatorError(left, '+', right);
}

function subtract(left: RulesValue, right: RulesValue): RulesResult {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkedInt(left - right);
  if (isNumber(left) && isNumber(right)) return Number(left) - Number(right);
  if (left instanceof RulesTimestamp) {
    if (right instanceof RulesTimestamp) return checkedDuration(left.epochNanos - right.epochNanos);
    if (right instanceof RulesDuration) return checkedTimestamp(left.epochNanos - right.nanos);
  }
  if (left instanceof RulesDuration && right instanceof RulesDuration)
    return checkedDuration(left.nanos - right.nanos);
  return unsupportedOperatorError(left, '-', right);
}

function multiply(left: RulesValue, right: RulesValue): RulesResult {
  if (typeof left === 'bigint' && typeof right === 'bigint') return checkedInt(left * right);
  if (isNumber(left) && isNumber(right)) return Number(left) * Number(right);
  return unsupportedOperatorError(left, '*', right);
}

function divide(left: RulesValue, right: RulesValue): RulesResult {
  if (typeof left === 'bigint' && typeof right === 'bigint') {
    return right === 0n ? divideByZeroError() : checkedInt(left / right);
  }
  if (isNumber(left) && isNumber(right)) return Number(left) / Number(right);
  return unsupportedOperatorError(left, '/', right);
}

function remainder(left: RulesValue, right: RulesValue): RulesResult {
  if (typeof left === 'bigint' && typeof right === 'bigint')
    return right === 0n ? divideByZeroError() : left % right;
  if (isNumber(left) && isNumber(right)) return Number(left) % Number(right);
  return unsupportedOperatorError(left, '%', right);
}

function compareBy(operator: ComparisonOperator, holds: (order: number) => boolean): Operation {
  return (left, right) => {
    const order = compareValues(left, right);
    if (order !== undefined) return holds(order);
    return compareConstrained(left, operator, right) ?? unsupportedOperatorError(left, operator, right);
  };
}

/** A comparison with a constraint; undefined if neither operand is one. */
function compareConstrained(
  left: RulesValue,
  operator: ComparisonOperator,
  right: RulesValue,
): RulesResult | undefined {
  if (left instanceof Constraint) {
    if (right instanceof Constraint) return unknownComparisonError(operator);
    return compareConstraint(left, operator, right) ?? unknownComparisonError(operator);
  }
  if (right instanceof Constraint)
    return compareConstraint(right, swapOperands(operator), left) ?? unknownComparisonError(operator);
  return undefined;
}

/** True for a value that a query determines only in part: a constraint or a partial path. */
function isPartiallyKnown(value: RulesValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Constraint || (value instanceof RulesPath && value.isPartial);
}

/** `==` or `!=`. If a query determines an operand only in part, neither follows from the other. */
function equality(operator: '==' | '!='): Operation {
  return (left, right) =>
    isPartiallyKnown(left) || isPartiallyKnown(right)
      ? (compareConstrained(left, operator, right) ?? nullValueError())
      : valuesEqual(left, right) === (operator === '==');
}

/** `left in right`, where `right` is the collection. */
function isIn(left: RulesValue, right: RulesValue): RulesResult {
  if (left instanceof Constraint) return constraintIsIn(left, right);
  if (Array.isArray(right)) return includes(right, left);
  if (right instanceof RulesMap) {
    if (typeof left !== 'string') return unsupportedError(`map.in(${typeName(left)})`, ['map.in(string)']);
    return right.lookup(left) !== undefined;
  }
  if (right instanceof RulesSet) return setMembershipTest(right.elements)(left);
  if (right instanceof Constraint) return impliesElement(right, left) ? true : unknownComparisonError('in');
  return right === null ? nullValueError() : functionNotFoundError('in');
}

/**
 * `constraint in collection`: false if the filters exclude every element of a list, otherwise
 * unknown.
 */
function constraintIsIn(left: Constraint, right: RulesValue): RulesResult {
  if (!Array.isArray(right)) return right === null ? nullValueError() : unknownComparisonError('in');
  return right.every((element: RulesValue) => compareConstraint(left, '!=', element))
    ? false
    : unknownComparisonError('in');
}

/** The binary operators that always evaluate both operands. */
export const OPERATIONS: Readonly<Record<Exclude<BinaryOperator, '&&' | '||'>, Operation>> = {
  '==': equality('=='),
  '!=': equality('!='),
  '<': compareBy('<', (order) => order < 0),
  '<=': compareBy('<=', (order) => order <= 0),
  '>': compareBy('>', (order) => order > 0),
  '>=': compareBy('>=', (order) => order >= 0),
  in: isIn,
  '+': add,
  '-': subtract,
  '*': multiply,
  '/': divide,
  '%': remainder,
};

/** Unary minus. */
export function negate(value: RulesValue): RulesResult {
  if (typeof value === 'bigint') return checkedInt(-value);
  if (typeof value === 'number') return -value;
  if (value instanceof RulesDuration) return new RulesDuration(-value.nanos);
  return unsupportedError(`-${typeName(value)}`, ['-int', '-float', '-duration']);
}

/** Logical negation. */
export function not(value: RulesValue): RulesResult {
  return typeof value === 'boolean' ? !value : unsupportedError(`!${typeName(value)}`, ['!bool']);
}

/** The type names that `is` accepts. */
export const TYPE_NAMES: ReadonlySet<string> = new Set(
  'bool bytes constraint duration float int latlng list map map_diff number path set string timestamp'.split(
    ' ',
  ),
);

/**
 * `value is type`. False for a set with any type, as in the official emulator. Unsupported for a
 * constraint.
 */
export function isOfType(value: RulesValue, type: string): RulesResult {
  if (value instanceof RulesSet) return false;
  const actual = typeName(value);
  if (actual === 'constraint' && type !== 'constraint') return unsupportedError(`constraint is ${type}`);
  return actual === type || (type === 'number' && (actual === 'int' || actual === 'float'));
}

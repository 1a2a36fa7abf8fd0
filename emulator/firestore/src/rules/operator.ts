/** The binary and unary operators on values; `&&`, `||` and `?:`, which choose what to evaluate, are the compiler's. */
import { type ComparisonOperator, compareConstraint, impliesElement, swapOperands } from './constraint.ts';
import {
  divideByZeroError,
  functionNotFoundError,
  nullValueError,
  typeError,
  unknownComparisonError,
  unsupportedError,
  unsupportedOperatorError,
} from './evaluation-error.ts';
import type { BinaryOperator } from './syntax.ts';
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
import { compareValues, includes, typeName, valuesEqual } from './value-equality.ts';

export type Operation = (left: RulesValue, right: RulesValue) => RulesResult;

const MINIMUM_INT = -(2n ** 63n);
const MAXIMUM_INT = 2n ** 63n - 1n;

/** Years 1 to 9999, the instants Firestore stores. */
const MINIMUM_TIME = -62_135_596_800n * 1_000_000_000n;
const MAXIMUM_TIME = 253_402_300_800n * 1_000_000_000n - 1n;
/** About 10 000 years, the longest google.protobuf.Duration. */
const MAXIMUM_DURATION = 315_576_000_000n * 1_000_000_000n;

/** An int, or the error of one outside 64 bits. */
export function checkedInt(value: bigint): RulesResult {
  return value < MINIMUM_INT || value > MAXIMUM_INT ? new RulesError('Integer overflow error.') : value;
}

/** A timestamp, or the error of one outside the years 1 to 9999. */
export function checkedTimestamp(epochNanos: bigint): RulesResult {
  return epochNanos < MINIMUM_TIME || epochNanos > MAXIMUM_TIME
    ? new RulesError('Timestamp out of range error.')
    : new RulesTimestamp(epochNanos);
}

/** A duration, or the error of one beyond ten thousand years. */
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

/** A comparison in which a constraint takes part; undefined when none does. */
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

/** Is a value only partly known, because it stands for what a query can return? */
function isPartiallyKnown(value: RulesValue): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return value instanceof Constraint || (value instanceof RulesPath && value.isPartial);
}

function equals(left: RulesValue, right: RulesValue): RulesResult {
  if (isPartiallyKnown(left) || isPartiallyKnown(right))
    return compareConstrained(left, '==', right) ?? nullValueError();
  return valuesEqual(left, right);
}

function differs(left: RulesValue, right: RulesValue): RulesResult {
  const equal = equals(left, right);
  return typeof equal === 'boolean' ? !equal : equal;
}

/** `left in right`, the right side being the collection. */
function isIn(left: RulesValue, right: RulesValue): RulesResult {
  if (left instanceof Constraint) return constraintIsIn(left, right);
  if (Array.isArray(right)) return includes(right, left);
  if (right instanceof RulesMap) {
    if (typeof left !== 'string') return unsupportedError(`map.in(${typeName(left)})`, ['map.in(string)']);
    return right.lookup(left) !== undefined;
  }
  if (right instanceof RulesSet) return includes(right.elements, left);
  if (right instanceof Constraint) return impliesElement(right, left) ? true : unknownComparisonError('in');
  return right === null ? nullValueError() : functionNotFoundError('in');
}

/** A field with a filter is in no list of values that the filter excludes; whether it is in another is undecided. */
function constraintIsIn(left: Constraint, right: RulesValue): RulesResult {
  const elements = Array.isArray(right) ? right : right instanceof RulesSet ? right.elements : undefined;
  if (elements === undefined) return right === null ? nullValueError() : unknownComparisonError('in');
  return elements.every((element: RulesValue) => compareConstraint(left, '==', element) === false)
    ? false
    : unknownComparisonError('in');
}

/** The operators that evaluate both sides. */
export const OPERATIONS: Readonly<Record<Exclude<BinaryOperator, '&&' | '||'>, Operation>> = {
  '==': equals,
  '!=': differs,
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

/** `-value`. */
export function negate(value: RulesValue): RulesResult {
  if (typeof value === 'bigint') return checkedInt(-value);
  if (typeof value === 'number') return -value;
  if (value instanceof RulesDuration) return new RulesDuration(-value.nanos);
  return unsupportedError(`-${typeName(value)}`);
}

/** `!value`. */
export function not(value: RulesValue): RulesResult {
  return typeof value === 'boolean' ? !value : typeError(value, 'bool');
}

export const TYPE_NAMES: ReadonlySet<string> = new Set(
  'bool bytes constraint duration float int latlng list map map_diff number path set string timestamp'.split(
    ' ',
  ),
);

/** `value is type`. A set is nothing, not even a set; a constraint's own type is all that is known of it. */
export function isOfType(value: RulesValue, type: string): RulesResult {
  if (value instanceof RulesSet) return false;
  const actual = typeName(value);
  if (actual === 'constraint' && type !== 'constraint') return unsupportedError(`constraint is ${type}`);
  return actual === type || (type === 'number' && (actual === 'int' || actual === 'float'));
}

// Arithmetic is null if an argument is null or ABSENT. Integers stay integers, and an overflow is
// an error; if an argument is a double, everything is a double.

import type { FieldValue } from '../../core/value.ts';
import { invalidExpression } from '../evaluation-error.ts';
import { type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import { asArray, asNumber } from './argument.ts';

type Numeric = number | bigint;

const MAX_INT64 = 2n ** 63n - 1n;
const MIN_INT64 = -(2n ** 63n);

/** True for a 64-bit integer. */
export function isInt64(value: bigint): boolean {
  return value <= MAX_INT64 && value >= MIN_INT64;
}

/** `value`, if it fits 64 bits. Throws EvaluationError. */
export function checkOverflow(name: string, value: bigint): bigint {
  if (!isInt64(value)) throw invalidExpression(`${name}(): integer overflow.`);
  return value;
}

function binary(
  name: string,
  maximum: number,
  integers: (left: bigint, right: bigint) => bigint,
  doubles: (left: number, right: number) => number,
): FunctionDefinition {
  return strict(2, maximum, (...args) =>
    args
      .map((arg) => asNumber(name, arg))
      .reduce((left, right) =>
        typeof left === 'bigint' && typeof right === 'bigint'
          ? checkOverflow(name, integers(left, right))
          : doubles(Number(left), Number(right)),
      ),
  );
}

/** A function whose result is a double. `isDefined` tells for which arguments. */
function analytic(
  name: string,
  apply: (value: number) => number,
  isDefined: (value: number) => boolean = () => true,
): FunctionDefinition {
  return strict(1, 1, (value) => {
    const number = Number(asNumber(name, value));
    if (!Number.isNaN(number) && !isDefined(number)) {
      throw invalidExpression(`${name}() is not defined for ${number}.`);
    }
    return apply(number);
  });
}

/**
 * The sum of the numbers among the values: an integer of any size, or a double if any value is a
 * double.
 */
export function sumOf(values: Iterable<FieldValue>): Numeric {
  let integers = 0n;
  let doubles = 0;
  let hasDouble = false;
  for (const value of values) {
    if (typeof value === 'bigint') integers += value;
    if (typeof value !== 'number') continue;
    hasDouble = true;
    doubles += value;
  }
  return hasDouble ? doubles + Number(integers) : integers;
}

function divideIntegers(name: string, operate: (left: bigint, right: bigint) => bigint) {
  return (left: bigint, right: bigint) => {
    if (right === 0n) throw invalidExpression(`${name}(): division by zero.`);
    return operate(left, right);
  };
}

const ANY = Number.POSITIVE_INFINITY;

export const ARITHMETIC_FUNCTIONS: FunctionTable = {
  add: binary(
    'add',
    ANY,
    (left, right) => left + right,
    (left, right) => left + right,
  ),
  subtract: binary(
    'subtract',
    2,
    (left, right) => left - right,
    (left, right) => left - right,
  ),
  multiply: binary(
    'multiply',
    ANY,
    (left, right) => left * right,
    (left, right) => left * right,
  ),
  divide: binary(
    'divide',
    2,
    divideIntegers('divide', (left, right) => left / right),
    (left, right) => left / right,
  ),
  mod: binary(
    'mod',
    2,
    divideIntegers('mod', (left, right) => left % right),
    (left, right) => left % right,
  ),
  abs: strict(1, 1, (value) => {
    const number = asNumber('abs', value);
    if (typeof number === 'number') return Math.abs(number);
    return checkOverflow('abs', number < 0n ? -number : number);
  }),
  exp: analytic('exp', Math.exp),
  ln: analytic('ln', Math.log, (value) => value > 0),
  log10: analytic('log10', Math.log10, (value) => value > 0),
  sqrt: analytic('sqrt', Math.sqrt, (value) => value >= 0),
  log: strict(2, 2, (value, base) => {
    const [number, radix] = [Number(asNumber('log', value)), Number(asNumber('log', base))];
    if (number <= 0 || radix <= 0 || radix === 1) {
      throw invalidExpression(`log() is not defined for ${number} with the base ${radix}.`);
    }
    return Math.log(number) / Math.log(radix);
  }),
  pow: strict(2, 2, (base, exponent) => {
    const [left, right] = [Number(asNumber('pow', base)), Number(asNumber('pow', exponent))];
    if (left === 0 && right < 0) throw invalidExpression('pow(): 0 has no negative power.');
    return left ** right;
  }),
  sum: strict(1, 1, (values) => {
    const sum = sumOf(asArray('sum', values));
    return typeof sum === 'bigint' ? checkOverflow('sum', sum) : sum;
  }),
  rand: {
    minimum: 0,
    maximum: 0,
    compile:
      () =>
      (_row, { reader }) =>
        reader.random(),
  },
};

/**
 * The operators of expressions, except `&&`, `||` and `!`, which evaluate their operands lazily.
 */
import type { BinaryOperator } from '../syntax/syntax.ts';
import type { Evaluation } from './evaluation.ts';
import { kindOf } from './format-value.ts';
import { RulesError } from './rules-error.ts';
import type { RulesValue } from './value.ts';

type Operator = Exclude<BinaryOperator, '&&' | '||'>;

/** Applies an operator. Throws a RulesError for operands of the wrong type. */
export function applyOperator(
  operator: Operator,
  left: RulesValue,
  right: RulesValue,
  evaluation: Evaluation,
): RulesValue {
  switch (operator) {
    case '==':
    case '===':
      return equal(left, right);
    case '!=':
    case '!==':
      return !equal(left, right);
    case '+':
      return add(left, right, evaluation);
    case '<':
    case '<=':
    case '>':
    case '>=':
      return compare(operator, left, right);
    default:
      return calculate(operator, left, right);
  }
}

export function negate(operand: RulesValue): number {
  if (typeof operand !== 'number') throw operandError('-', operand, 'a number');
  return -operand;
}

/** Primitives, including null, equal only themselves; objects equal nothing. */
function equal(left: RulesValue, right: RulesValue): boolean {
  return left === right && (left === null || (typeof left !== 'object' && typeof left !== 'symbol'));
}

function compare(operator: '<' | '<=' | '>' | '>=', left: RulesValue, right: RulesValue): boolean {
  const areNumbers = typeof left === 'number' && typeof right === 'number';
  const areStrings = typeof left === 'string' && typeof right === 'string';
  if (!areNumbers && !areStrings) {
    throw new RulesError(
      `${operator} compares two numbers or two strings, not ${kindOf(left)} and ${kindOf(right)}.`,
    );
  }
  switch (operator) {
    case '<':
      return left < right;
    case '<=':
      return left <= right;
    case '>':
      return left > right;
    case '>=':
      return left >= right;
  }
}

function add(left: RulesValue, right: RulesValue, evaluation: Evaluation): number | string {
  const expected = 'strings and numbers';
  if (typeof left !== 'number' && typeof left !== 'string') throw operandError('+', left, expected);
  if (typeof right !== 'number' && typeof right !== 'string') throw operandError('+', right, expected);
  if (typeof left === 'number' && typeof right === 'number') return finite(left + right);
  const sum = `${left}${right}`;
  evaluation.charge(sum.length);
  return sum;
}

function calculate(operator: '-' | '*' | '/' | '%', left: RulesValue, right: RulesValue): number {
  if (typeof left !== 'number') throw operandError(operator, left, 'numbers');
  if (typeof right !== 'number') throw operandError(operator, right, 'numbers');
  switch (operator) {
    case '-':
      return finite(left - right);
    case '*':
      return finite(left * right);
    case '/':
      return finite(left / right);
    case '%':
      return finite(left % right);
  }
}

/** Production has no infinity: 1/0 is NaN. */
function finite(number: number): number {
  return Number.isFinite(number) ? number : Number.NaN;
}

function operandError(operator: string, operand: RulesValue, expected: string): RulesError {
  return new RulesError(`${operator} takes ${expected}, not ${kindOf(operand)}.`);
}

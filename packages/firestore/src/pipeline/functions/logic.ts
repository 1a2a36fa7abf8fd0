// Three-valued logic: null and ABSENT are unknown. An error counts only if it decides the result:
// false and an error is false.

import { EvaluationError, invalidExpression } from '../evaluation-error.ts';
import type { Environment, Expression } from '../expression.ts';
import { type FunctionTable, lazy } from '../parser.ts';
import type { Result, Row } from '../row.ts';
import { asBoolean } from './argument.ts';

const ANY = Number.POSITIVE_INFINITY;

/** The result of `evaluate`, or the EvaluationError that it throws. */
function attempt(evaluate: () => Result): Result | EvaluationError {
  try {
    return evaluate();
  } catch (error) {
    if (error instanceof EvaluationError) return error;
    throw error;
  }
}

/** and() with `decisive` false, or() with true: the first argument with that value decides. */
function junction(
  name: string,
  decisive: boolean,
  args: readonly Expression[],
  row: Row,
  environment: Environment,
): boolean | null {
  let error: EvaluationError | undefined;
  let isUnknown = false;
  for (const arg of args) {
    const value = attempt(() => arg(row, environment));
    if (value instanceof EvaluationError) error ??= value;
    else if (value === undefined || value === null) isUnknown = true;
    else if (asBoolean(name, value) === decisive) return decisive;
  }
  if (error) throw error;
  return isUnknown ? null : !decisive;
}

function negated(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function exclusiveOr(args: readonly Expression[], row: Row, environment: Environment): boolean | null {
  const values = args.map((arg) => arg(row, environment) ?? null);
  if (values.includes(null)) return null;
  return values.filter((value) => value !== null && asBoolean('xor', value)).length % 2 === 1;
}

/** switch_on(condition, result, ..., default): the result after the first true condition. */
function switchOn(args: readonly Expression[], row: Row, environment: Environment): Result {
  for (let index = 0; index + 1 < args.length; index += 2) {
    if (args[index]?.(row, environment) === true) return args[index + 1]?.(row, environment);
  }
  if (args.length % 2 === 0) {
    throw invalidExpression('switch_on(): all switch cases evaluate to false, and there is no default.');
  }
  return args.at(-1)?.(row, environment);
}

/** The value of the first argument that `accepts` accepts, or of the last one. */
function firstAccepted(accepts: (value: Result) => boolean) {
  return (args: readonly Expression[], row: Row, environment: Environment): Result => {
    let value: Result;
    for (const arg of args) {
      value = arg(row, environment);
      if (accepts(value)) return value;
    }
    return value;
  };
}

function ifError([value, otherwise]: readonly Expression[], row: Row, environment: Environment): Result {
  const result = attempt(() => value?.(row, environment));
  return result instanceof EvaluationError ? otherwise?.(row, environment) : result;
}

/** Functions of booleans, and functions that decide what is evaluated. */
export const LOGIC_FUNCTIONS: FunctionTable = {
  and: lazy(1, ANY, (args, row, environment) => junction('and', false, args, row, environment)),
  or: lazy(1, ANY, (args, row, environment) => junction('or', true, args, row, environment)),
  nor: lazy(1, ANY, (args, row, environment) => negated(junction('nor', true, args, row, environment))),
  not: lazy(1, 1, (args, row, environment) => negated(junction('not', false, args, row, environment))),
  xor: lazy(1, ANY, exclusiveOr),
  conditional: lazy(3, 3, ([condition, yes, no], row, environment) =>
    condition?.(row, environment) === true ? yes?.(row, environment) : no?.(row, environment),
  ),
  switch_on: lazy(2, ANY, switchOn),
  coalesce: lazy(
    1,
    ANY,
    firstAccepted((value) => value !== undefined && value !== null),
  ),
  if_null: lazy(
    2,
    2,
    firstAccepted((value) => value !== undefined && value !== null),
  ),
  if_absent: lazy(
    2,
    2,
    firstAccepted((value) => value !== undefined),
  ),
  if_error: lazy(2, 2, ifError),
  is_error: lazy(
    1,
    1,
    ([value], row, environment) => attempt(() => value?.(row, environment)) instanceof EvaluationError,
  ),
  is_absent: lazy(1, 1, ([value], row, environment) => value?.(row, environment) === undefined),
  exists: lazy(1, 1, ([value], row, environment) => value?.(row, environment) !== undefined),
  error: lazy(1, 1, ([message], row, environment) => {
    throw invalidExpression(String(message?.(row, environment) ?? 'error() was evaluated.'));
  }),
};

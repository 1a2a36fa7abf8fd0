import { invalidArgument } from '../../core/rpc-error.ts';
import type { FieldValue } from '../../core/value.ts';
import { equalValues } from '../../core/value-order.ts';
import type { Value } from '../../gen/google/firestore/v1/document_pb.js';
import { invalidExpression } from '../evaluation-error.ts';
import type { Environment, Expression } from '../expression.ts';
import { eager, type FunctionDefinition, type FunctionTable, strict } from '../parser.ts';
import { readString } from '../read-argument.ts';
import type { Result, Row } from '../row.ts';
import { asArray, asInteger, asString } from './argument.ts';

const ANY = Number.POSITIVE_INFINITY;

/** A number of elements. Throws EvaluationError if it is negative. */
function asCount(name: string, value: FieldValue): number {
  const count = asInteger(name, value);
  if (count < 0) throw invalidExpression(`${name}(): the length must be non-negative, but was ${count}.`);
  return count;
}

function has(values: readonly FieldValue[], wanted: Result): boolean {
  return values.some((value) => equalValues(value, wanted ?? null));
}

/** A test of an array: null for null and ABSENT, false for a value that is not an array. */
function arrayTest(test: (array: readonly FieldValue[], operand: Result) => boolean): FunctionDefinition {
  return eager(2, 2, ([array, operand]) => {
    if (array === undefined || array === null) return null;
    return Array.isArray(array) && test(array as readonly FieldValue[], operand);
  });
}

function indexesOf(array: readonly FieldValue[], wanted: Result): bigint[] {
  return array.flatMap((value, index) => (equalValues(value, wanted ?? null) ? [BigInt(index)] : []));
}

/**
 * A function of an array and a value, which may be null. Returns null if the array is null or
 * ABSENT.
 */
function search(
  name: string,
  maximum: number,
  find: (indexes: readonly bigint[], which: Result) => Result,
): FunctionDefinition {
  return eager(2, maximum, ([array, wanted, which]) =>
    array === undefined || array === null ? null : find(indexesOf(asArray(name, array), wanted), which),
  );
}

function slice(array: readonly FieldValue[], offset: number, length: number): readonly FieldValue[] {
  const start = offset < 0 ? Math.max(0, array.length + offset) : offset;
  return array.slice(start, start + length);
}

/**
 * Calls `body` for each element. The arguments between array and body are the names of its
 * variables.
 */
function forEachElement(
  name: string,
  maximum: number,
  collect: (array: readonly FieldValue[], evaluate: (index: number) => Result) => FieldValue,
): FunctionDefinition {
  return {
    minimum: 3,
    maximum,
    compile: (messages, parser) => {
      const names = messages.slice(1, -1).map((message) => readString(message, 'the name of a variable'));
      if (names.includes('')) throw invalidArgument(`${name}(): the name of a variable must not be empty.`);
      const array = parser.parseExpression(messages[0] as Value);
      const body = parser.withVariables(names).parseExpression(messages.at(-1) as Value);
      return (row, environment) => {
        const values = array(row, environment);
        if (values === undefined || values === null) return null;
        const elements = asArray(name, values);
        return collect(elements, (index) => evaluateBody(body, names, elements, index, row, environment));
      };
    },
  };
}

function evaluateBody(
  body: Expression,
  [element, position]: readonly string[],
  elements: readonly FieldValue[],
  index: number,
  row: Row,
  environment: Environment,
): Result {
  const variables = new Map<string, Result>(row.variables);
  if (element !== undefined) variables.set(element, elements[index]);
  if (position !== undefined) variables.set(position, BigInt(index));
  return body(row.withVariables(variables), environment);
}

export const ARRAY_FUNCTIONS: FunctionTable = {
  array_concat: strict(1, ANY, (...arrays) => arrays.flatMap((array) => asArray('array_concat', array))),
  array_contains: arrayTest((array, value) => has(array, value)),
  array_contains_all: arrayTest((array, values) =>
    asArray('array_contains_all', values ?? []).every((value) => has(array, value)),
  ),
  array_contains_any: arrayTest((array, values) =>
    asArray('array_contains_any', values ?? []).some((value) => has(array, value)),
  ),
  array_filter: forEachElement('array_filter', 3, (array, evaluate) =>
    array.filter((_value, index) => evaluate(index) === true),
  ),
  array_transform: forEachElement('array_transform', 4, (array, evaluate) =>
    array.map((_value, index) => evaluate(index) ?? null),
  ),
  array_first: strict(1, 1, (array) => asArray('array_first', array)[0]),
  array_first_n: strict(2, 2, (array, count) =>
    asArray('array_first_n', array).slice(0, asCount('array_first_n', count)),
  ),
  array_last: strict(1, 1, (array) => asArray('array_last', array).at(-1)),
  array_last_n: strict(2, 2, (array, count) => {
    const size = asCount('array_last_n', count);
    return size === 0 ? [] : asArray('array_last_n', array).slice(-size);
  }),
  array_get: strict(2, 2, (array, index) => asArray('array_get', array).at(asInteger('array_get', index))),
  array_index_of: search('array_index_of', 3, (indexes, which = 'first') => {
    if (which !== 'first' && which !== 'last') {
      throw invalidExpression('array_index_of(): expected the occurrence "first" or "last".');
    }
    return (which === 'first' ? indexes[0] : indexes.at(-1)) ?? -1n;
  }),
  array_index_of_all: search('array_index_of_all', 2, (indexes) => indexes),
  array_length: strict(1, 1, (array) => BigInt(asArray('array_length', array).length)),
  array_reverse: strict(1, 1, (array) => asArray('array_reverse', array).toReversed()),
  array_slice: strict(2, 3, (array, offset, length) =>
    slice(
      asArray('array_slice', array),
      asInteger('array_slice', offset),
      length === undefined ? Number.POSITIVE_INFINITY : asCount('array_slice', length),
    ),
  ),
  join: strict(2, 3, (array, delimiter, nullText) => {
    const texts = asArray('join', array).flatMap((value) =>
      value === null
        ? nullText === undefined
          ? []
          : [asString('join', nullText)]
        : [asString('join', value)],
    );
    return texts.join(asString('join', delimiter));
  }),
};

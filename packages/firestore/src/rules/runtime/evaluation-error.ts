/** Evaluation errors, with the messages of production and the official emulator. */
import type { ComparisonOperator } from './constraint.ts';
import { RulesError, type RulesPath, type RulesValue } from './value.ts';
import { typeName } from './value-equality.ts';

/** A member or method of null. */
export function nullValueError(): RulesError {
  return new RulesError('Null value error.');
}

/** A value of the wrong type where `expected` types are accepted. */
export function typeError(received: RulesValue, ...expected: string[]): RulesError {
  return new RulesError(`Type error. Received: [${typeName(received)}] Expected: [${expected.join(',')}].`);
}

/** A key that a map does not contain. */
export function undefinedPropertyError(name: string): RulesError {
  return new RulesError(`Property ${name} is undefined on object.`);
}

/** An index or slice out of bounds. */
export function indexError(index: bigint, size: number): RulesError {
  return new RulesError(`Index out of bound error. Index: [${index}] , size: [${size}].`);
}

/** A division of an int by 0. */
export function divideByZeroError(): RulesError {
  return new RulesError('Divide by zero error.');
}

/** A function or method that does not exist. */
export function functionNotFoundError(name: string): RulesError {
  return new RulesError(`Function not found error: Name: [${name}].`);
}

/**
 * An operator or call with operands of unsupported types. `expected` are the existing signatures.
 */
export function unsupportedError(received: string, expected: readonly string[] = []): RulesError {
  const tail = expected.length === 0 ? '' : ` Expected: ${expected.join(', ')}.`;
  return new RulesError(`Unsupported operation error. Received: ${received}.${tail}`);
}

const ORDERED_TYPES = ['string', 'bytes', 'int', 'float', 'duration', 'timestamp'];
const ORDERINGS = ORDERED_TYPES.map((type): [string, string] => [type, type]);
const NUMBERS: readonly (readonly [string, string])[] = [
  ['int', 'int'],
  ['float', 'float'],
];

/**
 * The operand types of binary operators, as the official emulator lists them. An int is also
 * accepted as a float.
 */
const OPERAND_TYPES: ReadonlyMap<string, readonly (readonly [string, string])[]> = new Map([
  [
    '+',
    [
      ...NUMBERS,
      ['string', 'string'],
      ['duration', 'duration'],
      ['duration', 'timestamp'],
      ['timestamp', 'duration'],
    ],
  ],
  ['-', [...NUMBERS, ['duration', 'duration'], ['timestamp', 'duration'], ['timestamp', 'timestamp']]],
  ['*', NUMBERS],
  ['/', NUMBERS],
  ['%', NUMBERS],
  ...['<', '<=', '>', '>='].map((operator): [string, typeof ORDERINGS] => [operator, ORDERINGS]),
]);

/** A binary operator with operands of unsupported types. */
export function unsupportedOperatorError(left: RulesValue, operator: string, right: RulesValue): RulesError {
  const expected = (OPERAND_TYPES.get(operator) ?? []).map(([a, b]) => `${a} ${operator} ${b}`);
  return unsupportedError(`${typeName(left)} ${operator} ${typeName(right)}`, expected);
}

/** A text that is not a number, in a conversion to one. */
export function conversionError(text: string, type: 'int' | 'float'): RulesError {
  return new RulesError(
    `Type conversion error. Argument: [${text}], From type: [string], To type: [${type}].`,
  );
}

/** A call with the wrong number of arguments. `expected` are the existing signatures. */
export function argumentCountError(received: number, expected: readonly string[]): RulesError {
  return new RulesError(
    `Incorrect number of arguments. Received: ${received}. Expected: ${expected.join(', ')}.`,
  );
}

/** A comparison that the query's filters do not decide. */
export function unknownComparisonError(operator: ComparisonOperator | 'in' | 'hasAny'): RulesError {
  const message = `Query constraint error. The filters of the query do not decide '${operator}'.`;
  return new RulesError(message, undefined, true);
}

/**
 * A value that the query's filters restrict without fixing it, where a set or `diff()` must compare
 * it.
 */
export function unfixedValueError(): RulesError {
  return new RulesError(
    'Query constraint error. Sets and diff() compare values, and the filters of the query do not fix this one.',
  );
}

/** The value of a document in the first evaluation pass, which loads no documents. */
export function notLoadedError(): RulesError {
  return new RulesError('The document has not been loaded.', undefined, true);
}

/** A failed document lookup: the path is not that of a document, or the lookup exceeds a limit. */
export function serviceCallError(name: string, path: RulesPath): RulesError {
  const segments = path.segments.map((segment) => {
    const text = typeof segment === 'string' ? segment : `{${segment.capture}}`;
    return `  segments {\n    simple: ${JSON.stringify(text)}\n  }\n`;
  });
  return new RulesError(
    `Service call error. Function: [${name}], Argument: [path_value {\n${segments.join('')}}\n].`,
  );
}

/**
 * A call of a built-in function with arguments of unsupported types. `expected` are the parameter
 * types.
 */
export function argumentError(name: string, args: readonly RulesValue[], expected: string): RulesError {
  return unsupportedError(`${name}(${args.map(typeName).join(', ')})`, [`${name}(${expected})`]);
}

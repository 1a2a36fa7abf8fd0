import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import {
  type FieldValue,
  GeoPointValue,
  ReferenceValue,
  TimestampValue,
  VectorValue,
} from '../core/value.ts';
import { type CompiledPipeline, compilePipeline, runPipeline } from './compile-pipeline.ts';
import { EvaluationError } from './evaluation-error.ts';
import { FUNCTIONS } from './function-table.ts';
import {
  type Argument,
  call,
  field,
  fields,
  mapOf,
  pipelineOf,
  stage,
  variable,
} from './messages.test-support.ts';
import type { Result } from './row.ts';

const DATABASE = 'projects/p/databases/(default)';
const ABSENT = field('absent');

function compile(expression: Argument): CompiledPipeline {
  return compilePipeline(
    pipelineOf(
      stage('literals', [mapOf({ present: true })]),
      stage('select', [mapOf({ value: expression })]),
    ),
    DATABASE,
  );
}

/** The value of an expression for a document without a field `absent`; undefined for ABSENT. */
function evaluate(expression: Argument): Result {
  const reader = {
    database: DATABASE,
    readTime: 1_741_380_235_123_456,
    random: () => 0.25,
    authorize: () => {},
    read: () => [],
  };
  return runPipeline(compile(expression), reader)[0]?.fields.value;
}

/** Formats an argument for a title; a message is shortened to its kind. */
function show(argument: unknown): string {
  const { valueType } = (argument ?? {}) as { valueType?: { case: string } };
  return valueType ? valueType.case : inspect(argument, { depth: 3, breakLength: Number.POSITIVE_INFINITY });
}

const bytes = (...values: number[]) => new Uint8Array(values);
const name = (path: string) => new ReferenceValue(`${DATABASE}/documents/${path}`);
const MAX_INT64 = 2n ** 63n - 1n;
const TIME = new TimestampValue(1_741_437_296, 123_456_000);

describe('functions', () => {
  const results: [functionName: string, args: Argument[], expected: Result][] = [
    ['add', [1n, 2n, 3n], 6n],
    ['add', [1n, 0.5], 1.5],
    ['add', [1n, null], null],
    ['add', [1n, ABSENT], null],
    ['subtract', [1n, 3n], -2n],
    ['multiply', [3n, 4n], 12n],
    ['divide', [7n, 2n], 3n],
    ['divide', [7, 2n], 3.5],
    ['divide', [1, 0n], Number.POSITIVE_INFINITY],
    ['mod', [-7n, 3n], -1n],
    ['abs', [-7n], 7n],
    ['abs', [-0.5], 0.5],
    ['ceil', [1.2], 2],
    ['floor', [-1.2], -2],
    ['round', [2.5], 3],
    ['round', [-2.5], -3],
    ['round', [1.005, 2n], 1.01],
    ['round', [1250n, -2n], 1300n],
    ['trunc', [-1.29, 1n], -1.2],
    ['sqrt', [9n], 3],
    ['log', [8n, 2n], 3],
    ['pow', [2n, 10n], 1024],
    ['sum', [[1n, 'x', 2n]], 3n],
    ['maximum', [1n, null, 'a', ABSENT], 'a'],
    ['minimum', [[3n, 1n, 2n]], 1n],
    ['maximum', [[]], null],
    ['maximum_n', [[1n, 3n, null, 2n], 2n], [3n, 2n]],
    ['equal', [1n, 1], true],
    ['equal', [Number.NaN, Number.NaN], true],
    ['equal', [ABSENT, null], true],
    ['not_equal', ['1', 1n], true],
    ['less_than', ['a', 1n], false],
    ['less_than', [Number.NaN, 1n], false],
    ['greater_than_or_equal', [2n, 2], true],
    ['between', [2n, 1n, 2n], true],
    ['equal_any', [2n, [1n, 2]], true],
    ['not_equal_any', [2n, [1n, 3n]], true],
    ['and', [true, null], null],
    ['and', [false, null], false],
    ['and', [false, call('divide', 1n, 0n)], false],
    ['or', [null, true], true],
    ['or', [false, ABSENT], null],
    ['nor', [false, false], true],
    ['nor', [false, null], null],
    ['not', [null], null],
    ['xor', [true, true, true], true],
    ['conditional', [null, 'yes', 'no'], 'no'],
    ['switch_on', [false, 1n, true, 2n], 2n],
    ['switch_on', [false, 1n, 3n], 3n],
    ['coalesce', [null, ABSENT, 1n, 2n], 1n],
    ['if_null', [null, 'x'], 'x'],
    ['if_absent', [null, 'x'], null],
    ['if_absent', [ABSENT, 'x'], 'x'],
    ['if_error', [call('divide', 1n, 0n), 'x'], 'x'],
    ['is_error', [call('divide', 1n, 0n)], true],
    ['is_error', [1n], false],
    ['exists', [ABSENT], false],
    ['is_absent', [ABSENT], true],
    ['array', [1n, ABSENT], [1n, null]],
    ['array_concat', [[1n], [2n]], [1n, 2n]],
    ['array_contains', [[1n, null], null], true],
    ['array_contains', ['no array', 1n], false],
    ['array_contains', [ABSENT, 1n], null],
    [
      'array_contains_all',
      [
        [1n, 2n],
        [2n, 1],
      ],
      true,
    ],
    ['array_contains_any', [[1n, 2n], [3n]], false],
    ['array_first', [[]], undefined],
    ['array_first', [null], null],
    ['array_last_n', [[1n, 2n, 3n], 2n], [2n, 3n]],
    ['array_get', [[1n, 2n], -1n], 2n],
    ['array_get', [[1n, 2n], 5n], undefined],
    ['array_index_of', [[1n, 2n, 1n], 1n, 'last'], 2n],
    ['array_index_of', [[1n], 7n, 'first'], -1n],
    ['array_index_of_all', [[1n, 2n, 1n], 1n], [0n, 2n]],
    ['array_slice', [[1n, 2n, 3n], -2n, 1n], [2n]],
    ['array_reverse', [[1n, 2n]], [2n, 1n]],
    ['array_filter', [[1n, 5n], 'x', call('greater_than', variable('x'), 2n)], [5n]],
    ['array_transform', [[1n, 5n], 'x', 'i', call('add', variable('x'), variable('i'))], [1n, 6n]],
    ['join', [['a', null, 'b'], '-'], 'a-b'],
    ['map', ['a', 1n, 'b', ABSENT], fields({ a: 1n })],
    ['map_get', [fields({ 'a.b': 1n }), 'a.b'], 1n],
    ['map_get', [fields({}), 'a'], undefined],
    ['map_set', [fields({ a: 1n }), 'a', ABSENT, 'b', 2n], fields({ b: 2n })],
    ['map_remove', [fields({ a: 1n, b: 2n }), 'a'], fields({ b: 2n })],
    ['map_merge', [fields({ a: 1n }), fields({ a: 2n })], fields({ a: 2n })],
    ['map_keys', [fields({ b: 1n, a: 2n })], ['a', 'b']],
    ['map_entries', [fields({ a: 1n })], [fields({ k: 'a', v: 1n })]],
    ['char_length', ['😀a'], 2n],
    ['byte_length', ['😀a'], 5n],
    ['length', [fields({ a: 1n })], 1n],
    ['length', [new VectorValue([1, 2])], 2n],
    ['concat', [[1n], [2n]], [1n, 2n]],
    ['concat', ['a', 'b'], 'ab'],
    ['reverse', ['a😀'], '😀a'],
    ['reverse', [bytes(1, 2)], bytes(2, 1)],
    ['substring', ['a😀bc', 1n, 2n], '😀b'],
    ['trim', ['"a"', '"'], 'a'],
    ['rtrim', [bytes(0, 1, 0), bytes(0)], bytes(0, 1)],
    ['split', ['a,b', ','], ['a', 'b']],
    ['split', [bytes(1, 0, 2), bytes(0)], [bytes(1), bytes(2)]],
    ['string_replace_one', ['aa', 'a', '$&'], '$&a'],
    ['string_replace_all', [bytes(1, 2, 2), bytes(2), bytes(3)], bytes(1, 3, 3)],
    ['string_index_of', ['😀ab', 'b'], 2n],
    ['string_repeat', ['ab', 2n], 'abab'],
    ['to_upper', ['é'], 'É'],
    ['like', ['a.b', 'a.%'], true],
    ['like', ['axb', 'a.%'], false],
    ['like', ['100%', '100\\%'], true],
    ['like', ['1000', '100\\%'], false],
    ['like', ['a\nb', 'a_b'], true],
    ['regex_match', ['abc', 'b'], false],
    ['regex_contains', ['abc', 'b'], true],
    ['regex_find', ['ab12', '[a-z]+([0-9])'], '1'],
    ['regex_find_all', ['a1b2', '[0-9]'], ['1', '2']],
    ['type', [1n], 'int64'],
    ['type', [new GeoPointValue(0, 0)], 'geo_point'],
    ['is_type', [1.5, 'number'], true],
    ['is_type', [1.5, 'int64'], false],
    ['document_id', [name('c/d')], 'd'],
    ['collection_id', [name('c/d/e/f')], 'e'],
    ['parent', [name('c/d/e/f')], name('c/d')],
    ['parent', [name('c/d')], null],
    ['rand', [], 0.25],
    ['current_timestamp', [], new TimestampValue(1_741_380_235, 123_456_000)],
    ['cosine_distance', [new VectorValue([1, 0]), new VectorValue([0, 1])], 1],
    ['dot_product', [new VectorValue([1, 2]), [3, 4]], 11],
    ['euclidean_distance', [new VectorValue([0, 0]), new VectorValue([3, 4])], 5],
    ['unix_millis_to_timestamp', [-1n], new TimestampValue(-1, 999_000_000)],
    ['unix_micros_to_timestamp', [2n ** 54n + 1n], new TimestampValue(18_014_398_509, 481_985_000)],
    ['timestamp_to_unix_millis', [new TimestampValue(-1, 999_000_000)], -1n],
    ['timestamp_add', [TIME, 'day', 1n], new TimestampValue(1_741_523_696, 123_456_000)],
    ['timestamp_subtract', [TIME, 'second', 1n], new TimestampValue(1_741_437_295, 123_456_000)],
    ['timestamp_diff', [TIME, new TimestampValue(1_741_428_000, 0), 'hour'], 2n],
    ['timestamp_diff', [new TimestampValue(1_741_428_000, 0), TIME, 'hour'], -2n],
    ['timestamp_extract', [TIME, 'hour', 'America/Los_Angeles'], 4n],
    ['timestamp_extract', [TIME, 'dayofweek'], 7n],
    ['timestamp_extract', [TIME, 'isoweek'], 10n],
    ['timestamp_trunc', [TIME, 'week(monday)'], new TimestampValue(1_740_960_000, 0)],
    ['timestamp_trunc', [TIME, 'quarter'], new TimestampValue(1_735_689_600, 0)],
    // On the day when New York changed to daylight saving time, its offset was initially UTC-5.
    [
      'timestamp_trunc',
      [new TimestampValue(1_741_550_400, 0), 'day', 'America/New_York'],
      new TimestampValue(1_741_496_400, 0),
    ],
  ];
  it.each(
    results.map(([functionName, args, expected]) => ({
      title: `${functionName}(${args.map(show).join(', ')}) is ${show(expected)}`,
      expression: call(functionName, ...args),
      expected,
    })),
  )('$title', ({ expression, expected }) => {
    expect(evaluate(expression)).toEqual(expected);
  });

  const errors: [functionName: string, args: Argument[], message: string][] = [
    ['add', [MAX_INT64, 1n], 'integer overflow'],
    ['add', ['a', 1n], 'expected number, but was given string'],
    ['divide', [1n, 0n], 'division by zero'],
    ['sqrt', [-1n], 'not defined for -1'],
    ['and', [true, 1n], 'expected boolean, but was given int64'],
    ['switch_on', [false, 1n], 'all switch cases evaluate to false'],
    ['error', ['my message'], 'my message'],
    ['array_slice', [[1n], 0n, -1n], 'length must be non-negative'],
    ['array_length', ['x'], 'expected array'],
    ['split', ['a', bytes(0)], 'expected string, but was given bytes'],
    ['concat', [[1n], 'a'], 'expected array, but was given string'],
    ['string_repeat', ['a', 10n ** 12n], 'too long'],
    ['regex_match', ['a', '('], 'invalid regular expression'],
    ['regex_find', ['a', '(a)(b)'], 'more than one group'],
    ['is_type', [1n, 'text'], 'there is no type "text"'],
    ['timestamp_add', [TIME, 'eon', 1n], 'there is no unit "eon"'],
    ['timestamp_trunc', [TIME, 'day', 'Mars'], 'no time zone "Mars"'],
    ['unix_seconds_to_timestamp', [10n ** 12n], 'outside the years 1 to 9999'],
    ['cosine_distance', [new VectorValue([1]), new VectorValue([1, 2])], '1 and 2 dimensions'],
  ];
  it.each(
    errors.map(([functionName, args, text]) => ({
      title: `${functionName}(${args.map(show).join(', ')}) fails with "${text}"`,
      expression: call(functionName, ...args),
      text,
    })),
  )('$title', ({ expression, text }) => {
    const run = () => evaluate(expression);
    expect(run).toThrow(EvaluationError);
    expect(run).toThrow(text);
  });

  it.each<[string, Argument, string]>([
    ['an unknown function', call('explode'), 'There is no function "explode"'],
    ['a name of Object', call('constructor'), 'There is no function "constructor"'],
    ['too few arguments', call('divide', 1n), 'takes 2 arguments, but was given 1'],
    ['too many arguments', call('rand', 1n), 'takes 0 arguments, but was given 1'],
    ['an odd number of entries of a map', call('map', 'a'), 'needs a value for each name'],
    ['a variable that is not defined', variable('x'), 'Unknown variable: "x"'],
  ])('%s is rejected before the pipeline runs', (_, expression, text) => {
    expect(() => compile(expression)).toThrow(text);
  });

  it('a function with null or absent arguments never fails, unless it requires them', () => {
    const exceptions = new Set([
      'error',
      'array_filter',
      'array_transform',
      'scalar',
      'switch_on',
      'is_type',
    ]);
    const failing = Object.entries(FUNCTIONS).filter(([functionName, { minimum, maximum }]) => {
      if (exceptions.has(functionName)) return false;
      const count = Math.max(minimum, Math.min(maximum, 2));
      const pairs = functionName === 'map_set' ? 3 : count;
      const args: FieldValue[] = Array.from({ length: pairs }, () => null);
      if (functionName === 'map') args[0] = 'name';
      if (functionName === 'map_set') args[1] = 'name';
      return evaluate(call('is_error', call(functionName, ...args))) === true;
    });
    expect(failing.map(([functionName]) => functionName)).toEqual([]);
  });
});

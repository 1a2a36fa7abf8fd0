import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { formatFields, JsonTextError, parseFields, TYPE_EXAMPLES } from './json-text.ts';
import {
  doubleValue,
  type Fields,
  parseScalar,
  SCALAR_TYPES,
  scalarText,
  typeOf,
  type Value,
  vectorValue,
} from './values.ts';

/** `npm run test:deep` tries more cases. */
const DEEP = Number(process.env.SAVEPOINT_DEEP ?? 1);

/** Text of all code points; `fc.string({ unit: 'binary' })` needs a second to list them first. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })))
  .map((codePoints) => String.fromCodePoint(...codePoints));

const keys = fc.oneof(
  anyText,
  fc.constantFrom(
    '__proto__',
    'constructor',
    '$$timestamp',
    '$timestamp',
    '$unknown',
    '__type__',
    '<script>',
    '',
    '1',
    'a.b`',
  ),
);
const time = fc
  .tuple(
    fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true }),
    fc.nat(999_999),
  )
  .map(([date, micros]) => date.toISOString().replace(/\.\d+Z/, `.${String(micros).padStart(6, '0')}Z`));

const { value: values } = fc.letrec<{ value: Value }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    fc.constant({ nullValue: null } as Value),
    fc.boolean().map((booleanValue): Value => ({ booleanValue })),
    fc
      .bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })
      .map((integer): Value => ({ integerValue: String(integer) })),
    fc.double().map(doubleValue),
    fc.constantFrom(-0, 1, Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 2 ** 53, 1e21).map(doubleValue),
    time.map((timestampValue): Value => ({ timestampValue })),
    anyText.map((stringValue): Value => ({ stringValue })),
    fc.base64String().map((bytesValue): Value => ({ bytesValue })),
    fc.constantFrom('users/a', 'a/b/c/d').map(
      (path): Value => ({
        referenceValue: `projects/p/databases/(default)/documents/${path}`,
      }),
    ),
    fc
      .tuple(fc.double({ min: -90, max: 90, noNaN: true }), fc.double({ min: -180, max: 180, noNaN: true }))
      .filter((place) => !place.some((number) => Object.is(number, -0)))
      .map(([latitude, longitude]): Value => ({ geoPointValue: { latitude, longitude } })),
    fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 4 }).map(vectorValue),
    fc.array(tie('value'), { maxLength: 4 }).map((items): Value => ({ arrayValue: { values: items } })),
    fc.array(fc.tuple(keys, tie('value')), { maxLength: 4 }).map(
      (entries): Value => ({
        mapValue: { fields: Object.fromEntries(entries) },
      }),
    ),
  ),
}));
const documents: fc.Arbitrary<Fields> = fc
  .array(fc.tuple(keys, values), { maxLength: 5 })
  .map((entries) => Object.fromEntries(entries));

describe('the JSON text of a document', () => {
  it('is parsed to exactly the fields from which it was created', () => {
    fc.assert(
      fc.property(documents, (fields) => {
        expect(parseFields(formatFields(fields))).toEqual(fields);
      }),
      { numRuns: 300 * DEEP },
    );
  });

  it('keeps the difference between an integer and a double, and all digits of an integer', () => {
    const fields = parseFields('{"a": 9007199254740993, "b": 1.0, "c": 1e3, "d": -9223372036854775808}');
    expect(fields).toEqual({
      a: { integerValue: '9007199254740993' },
      b: { doubleValue: 1 },
      c: { doubleValue: 1000 },
      d: { integerValue: '-9223372036854775808' },
    });
  });

  it.each([
    ['[1]', 'A document is a JSON object'],
    ['{"a": }', 'This is not JSON'],
    ['{"a": 9223372036854775808}', 'at most 64 bits'],
    ['{"a": {"$timestamp": "yesterday"}}', 'Expected a time such as'],
    ['{"a": {"$date": "2026-01-01"}}', '"$date" is not a type'],
    ['{"a": {"$vector": ["x"]}}', 'must be a list of numbers'],
    ['{"a": {"$bytes": 5}}', 'must be a string'],
  ])('is rejected if it is %s: %s', (text, message) => {
    expect(() => parseFields(text)).toThrow(JsonTextError);
    expect(() => parseFields(text)).toThrow(message);
  });
});

describe('the examples of types', () => {
  it.each(TYPE_EXAMPLES)('are values of their type: %s', (text) => {
    const value = parseFields(`{"value": ${text}}`).value as Value;
    expect(typeOf(value)).toBe(/\$(\w+)/.exec(text)?.[1]);
  });
});

describe('the one-line text of a value', () => {
  it('keeps the sign of a zero in a vector', () => {
    const { v } = parseFields('{"v": {"$vector": [-0.0]}}');
    expect(v && scalarText(v)).toBe('-0');
  });

  it('is parsed as the same value of its type', () => {
    fc.assert(
      fc.property(values, (value) => {
        const type = typeOf(value);
        fc.pre(SCALAR_TYPES.has(type));
        expect(parseScalar(type, scalarText(value))).toEqual({ value });
      }),
      { numRuns: 300 * DEEP },
    );
  });
});

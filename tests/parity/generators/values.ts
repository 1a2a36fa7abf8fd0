import fc from 'fast-check';
import { DOCUMENTS, type Json, type JsonObject } from '../parity-case.ts';

const INTEGERS = [
  '0',
  '1',
  '-1',
  '2',
  '3',
  '7',
  '100',
  '9007199254740992',
  '9007199254740993',
  '9223372036854775807',
  '-9223372036854775808',
];
const DOUBLES: readonly (number | string)[] = [
  0,
  '-0.0',
  1,
  1.5,
  -1,
  2,
  3,
  0.1,
  1e300,
  -1e-300,
  5e-324,
  9007199254740992,
  2 ** 63,
  'NaN',
  'Infinity',
  '-Infinity',
];
const TIMESTAMPS = [
  '1970-01-01T00:00:00Z',
  '1969-12-31T23:59:59.999999Z',
  '2020-02-29T12:34:56.789Z',
  '2020-02-29T12:34:56.789012Z',
  '2020-02-29T12:34:56.789012345Z',
  '0001-01-01T00:00:00Z',
  '9999-12-31T23:59:59.999999Z',
];
const STRINGS = [
  '',
  'a',
  'A',
  'b',
  'ab',
  'a\u0000',
  'é',
  'e\u0301',
  '\ufffd',
  '😀',
  'ß',
  '0',
  'x'.repeat(1600),
];
const BYTES = ['', 'AA==', 'AAE=', '/w==', 'YWI='];
const REFERENCES = ['c/a', 'c/b', 'c/a/s/x', 'd/a', 'c/__id7__'].map((path) => `${DOCUMENTS}/${path}`);
const OTHER_REFERENCES = [
  'projects/other/databases/(default)/documents/c/a',
  'projects/{project}/databases/second/documents/c/a',
];
const GEO_POINTS = [
  { latitude: 0, longitude: 0 },
  { latitude: 1.5, longitude: -2 },
  { latitude: 90, longitude: 180 },
  { latitude: -90, longitude: -180 },
];

const scalars = {
  null: fc.constant<JsonObject>({ nullValue: null }),
  boolean: fc.boolean().map((booleanValue): JsonObject => ({ booleanValue })),
  integer: fc.constantFrom(...INTEGERS).map((integerValue): JsonObject => ({ integerValue })),
  double: fc.constantFrom(...DOUBLES).map((doubleValue): JsonObject => ({ doubleValue })),
  string: fc.constantFrom(...STRINGS).map((stringValue): JsonObject => ({ stringValue })),
  timestamp: fc.constantFrom(...TIMESTAMPS).map((timestampValue): JsonObject => ({ timestampValue })),
  bytes: fc.constantFrom(...BYTES).map((bytesValue): JsonObject => ({ bytesValue })),
  reference: fc
    .constantFrom(...REFERENCES, ...OTHER_REFERENCES)
    .map((referenceValue): JsonObject => ({ referenceValue })),
  geoPoint: fc.constantFrom(...GEO_POINTS).map((geoPointValue): JsonObject => ({ geoPointValue })),
};

/** A value that is neither an array nor a map. */
const scalar: fc.Arbitrary<JsonObject> = fc.oneof(...Object.values(scalars));

/** An integer or a double. */
export const number: fc.Arbitrary<JsonObject> = fc.oneof(scalars.integer, scalars.double);

/** A vector of up to three doubles. */
const vector: fc.Arbitrary<JsonObject> = fc
  .array(fc.constantFrom(0, 1, -1, 0.5, 2), { minLength: 1, maxLength: 3 })
  .map((doubles) => ({
    mapValue: {
      fields: {
        __type__: { stringValue: '__vector__' },
        value: { arrayValue: { values: doubles.map((doubleValue) => ({ doubleValue })) } },
      },
    },
  }));

/** A name of a field. */
export const fieldName = fc.constantFrom('a', 'b', 'x', 'é', 'a b', 'a.b', '`', '', '0', '\\', '__a__', 'Z');

const mapOf = (inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc
    .dictionary(fc.constantFrom('a', 'b', 'x', 'é', '0'), inner, { maxKeys: 3 })
    .map((fields) => ({ mapValue: { fields } }));

const arrayOf = (inner: fc.Arbitrary<JsonObject>): fc.Arbitrary<JsonObject> =>
  fc.array(inner, { maxLength: 3 }).map((values) => ({ arrayValue: { values } }));

const nested = fc.oneof({ weight: 4, arbitrary: scalar }, mapOf(scalar));

/** Any value that can be stored. */
export const value: fc.Arbitrary<JsonObject> = fc.oneof(
  { weight: 6, arbitrary: scalar },
  { weight: 2, arbitrary: arrayOf(nested) },
  { weight: 2, arbitrary: mapOf(fc.oneof({ weight: 3, arbitrary: scalar }, arrayOf(nested), mapOf(scalar))) },
  { weight: 1, arbitrary: vector },
);

/**
 * A value from a small set, so that equal values, and equal values of different types, are
 * frequent.
 */
export const comparable: fc.Arbitrary<JsonObject> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.constantFrom<JsonObject>(
      { integerValue: '1' },
      { integerValue: '2' },
      { doubleValue: 1 },
      { doubleValue: 1.5 },
      { stringValue: 'a' },
      { stringValue: 'b' },
      { booleanValue: true },
    ),
  },
  { weight: 2, arbitrary: scalar },
  {
    weight: 1,
    arbitrary: fc
      .array(
        fc.constantFrom<JsonObject>(
          { integerValue: '1' },
          { doubleValue: 1 },
          { stringValue: 'a' },
          { nullValue: null },
          { doubleValue: 'NaN' },
        ),
        { maxLength: 2 },
      )
      .map((values) => ({ arrayValue: { values } })),
  },
  {
    weight: 1,
    arbitrary: fc
      .dictionary(fc.constantFrom('a', 'x'), scalar, { maxKeys: 2 })
      .map((fields) => ({ mapValue: { fields } })),
  },
  { weight: 1, arbitrary: vector },
);

/** The fields of a document. */
export const fields: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('a', 'b', 'c', 'm', 'é', 'a b', 'x'),
  value,
  { maxKeys: 4 },
);

/** A list of JSON values without undefined ones. */
export function withoutUndefined(members: { readonly [key: string]: Json | undefined }): JsonObject {
  return Object.fromEntries(
    Object.entries(members).filter((entry): entry is [string, Json] => entry[1] !== undefined),
  );
}

import { create, fromBinary, toBinary } from '@bufbuild/protobuf';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ValueSchema } from '../gen/google/firestore/v1/document_pb.js';
import { compareIds, comparePaths } from './resource-name.ts';
import { compareUtf8, utf8Length } from './utf8-order.ts';
import {
  Fields,
  type FieldValue,
  GeoPointValue,
  ReferenceValue,
  TimestampValue,
  VectorValue,
} from './value.ts';
import { fromValue, toValue } from './value-message.ts';
import { compareValues, equalValues, identicalValues } from './value-order.ts';

const DOCUMENTS = 'projects/p/databases/d/documents';
const fields = (entries: { [name: string]: FieldValue }) => Object.assign(new Fields(), entries);

/** Values in ascending order; those of one inner array are equal. */
const ASCENDING: FieldValue[][] = [
  [null],
  [false],
  [true],
  [Number.NaN],
  [Number.NEGATIVE_INFINITY],
  [-(2n ** 63n), -(2 ** 63)],
  [-1n, -1],
  [-Number.MIN_VALUE],
  [0n, 0, -0],
  [Number.MIN_VALUE],
  [1n, 1],
  [1.5],
  [2n ** 53n, 2 ** 53],
  [2n ** 53n + 1n],
  [2n ** 63n - 1n],
  [2 ** 63],
  [Number.POSITIVE_INFINITY],
  [new TimestampValue(-1, 999_999_000)],
  [new TimestampValue(0, 0)],
  [new TimestampValue(0, 1000)],
  [''],
  ['\u0000'],
  ['a'],
  ['ab'],
  ['b'],
  ['é'],
  ['\uE000'],
  ['\uFFFD'],
  ['\u{1F600}'],
  [new Uint8Array()],
  [Uint8Array.of(0)],
  [Uint8Array.of(1, 2)],
  [Uint8Array.of(255)],
  [new ReferenceValue(`${DOCUMENTS}/c/__id7__`)],
  [new ReferenceValue(`${DOCUMENTS}/c/__id10__`)],
  [new ReferenceValue(`${DOCUMENTS}/c/a`)],
  [new ReferenceValue(`${DOCUMENTS}/c/a/d/x`)],
  [new ReferenceValue(`${DOCUMENTS}/c/a-`)],
  [new GeoPointValue(-90, 0)],
  [new GeoPointValue(0, -180), new GeoPointValue(-0, -180)],
  [new GeoPointValue(0, 180)],
  [[]],
  [[1n], [1]],
  [[1n, 'a']],
  [[2n]],
  [['a']],
  [new VectorValue([100])],
  [new VectorValue([1, 2])],
  [new VectorValue([1, 3])],
  [fields({})],
  [fields({ a: 1n }), fields({ a: 1 })],
  [fields({ a: 1n, b: null })],
  [fields({ a: 2n })],
  [fields({ b: 0n })],
];

describe('value order', () => {
  it('compareValues is a total order over all types', () => {
    const ranked = ASCENDING.flatMap((equal, rank) => equal.map((value) => ({ rank, value })));
    for (const left of ranked) {
      for (const right of ranked) {
        expect(Math.sign(compareValues(left.value, right.value))).toBe(Math.sign(left.rank - right.rank));
      }
    }
  });

  it('identicalValues distinguishes values that equalValues considers equal', () => {
    expect([equalValues(1n, 1), identicalValues(1n, 1)]).toEqual([true, false]);
    expect([equalValues(0, -0), identicalValues(0, -0)]).toEqual([true, false]);
    expect([equalValues([1n], [1]), identicalValues([1n], [1])]).toEqual([true, false]);
    expect(identicalValues(Number.NaN, Number.NaN)).toBe(true);
    expect(identicalValues(fields({ a: [1n] }), fields({ a: [1n] }))).toBe(true);
  });

  it('compareUtf8 orders strings by their UTF-8 bytes, which utf8Length counts', () => {
    const text = fc.string({
      unit: fc.constantFrom('a', '\u007f', 'é', '\ud7ff', '\ue000', '\uffff', '\u{10000}', '\u{1F600}'),
      maxLength: 6,
    });
    fc.assert(
      fc.property(text, text, (left, right) => {
        const bytes = Buffer.compare(Buffer.from(left), Buffer.from(right));
        expect(Math.sign(compareUtf8(left, right))).toBe(Math.sign(bytes));
        expect(utf8Length(left)).toBe(Buffer.byteLength(left));
      }),
    );
  });

  it('compareIds sorts numeric ids first and by number, and comparePaths a parent before its children', () => {
    expect(['b', '__id10__', 'a', '__id9__', '__id-1__'].sort(compareIds)).toEqual([
      '__id-1__',
      '__id9__',
      '__id10__',
      'a',
      'b',
    ]);
    expect(['c/a-', 'c/a/d/x', 'c/a'].sort(comparePaths)).toEqual(['c/a', 'c/a/d/x', 'c/a-']);
  });
});

describe('the wire form of values', () => {
  it('fromValue restores every value that toValue and the binary encoding produce', () => {
    for (const value of ASCENDING.flat()) {
      const bytes = toBinary(ValueSchema, toValue(value));
      expect(identicalValues(fromValue(fromBinary(ValueSchema, bytes)), value)).toBe(true);
    }
  });

  it('fromValue truncates a timestamp to the microsecond', () => {
    const message = create(ValueSchema, {
      valueType: {
        case: 'timestampValue',
        value: { $typeName: 'google.protobuf.Timestamp', seconds: 1n, nanos: 999_999_999 },
      },
    });
    expect(fromValue(message)).toEqual(new TimestampValue(1, 999_999_000));
  });

  it('Fields and toValue treat __proto__ as an ordinary field name', () => {
    const value = new Fields();
    const name = '__proto__';
    value[name] = 5n;
    expect(Object.keys(value)).toEqual(['__proto__']);
    expect(Object.keys((toValue(value).valueType.value as { fields: object }).fields)).toEqual(['__proto__']);
  });

  it.each<[string, FieldValue]>([
    ['an array in an array', [[1n]]],
    ['maps 21 deep', Array.from({ length: 21 }).reduce<FieldValue>((inner) => fields({ a: inner }), 1n)],
    ['an empty field name', fields({ '': 1n })],
    ['a reserved field name', fields({ __a__: 1n })],
    ['a field name of 1,501 bytes', fields({ ['é'.repeat(751)]: 1n })],
    ['a latitude of 91', new GeoPointValue(91, 0)],
  ])('fromValue rejects %s', (_, value) => {
    expect(() => fromValue(toValue(value))).toThrow();
  });
});

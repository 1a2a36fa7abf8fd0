import { create } from '@bufbuild/protobuf';
import { describe, expect, it } from 'vitest';
import { ValueSchema } from '../gen/google/firestore/v1/document_pb.js';
import { type FieldValue, VectorValue } from './value.ts';
import { fromOperandValue, fromValue, toValue } from './value-message.ts';

/** The wire form of a vector with arbitrary values and additional map entries. */
function vectorMessage(values: FieldValue, others: { [name: string]: FieldValue } = {}) {
  const fields = { __type__: toValue('__vector__'), value: toValue(values) };
  const added = Object.entries(others).map(([name, value]) => [name, toValue(value)] as const);
  return create(ValueSchema, {
    valueType: { case: 'mapValue', value: { fields: { ...fields, ...Object.fromEntries(added) } } },
  });
}

describe('fromValue', () => {
  it('decodes a vector of doubles', () => {
    expect(fromValue(vectorMessage([1, -0.5]))).toEqual(new VectorValue([1, -0.5]));
  });

  it.each<[string, FieldValue, { [name: string]: FieldValue }, string]>([
    ['of integers', [1n, 2n], {}, "only contain values of type 'double'"],
    ['with one integer', [1, 2n], {}, "only contain values of type 'double'"],
    ['of strings', ['x'], {}, "only contain values of type 'double'"],
    ['without values', [], {}, 'zero length'],
    ['with NaN', [Number.NaN], {}, 'NaN'],
    ['with another entry in its map', [1], { z: 1n }, 'may contain only'],
    ['of 2,049 dimensions', Array.from({ length: 2049 }, () => 0.5), {}, 'at most 2048'],
  ])('rejects a vector %s', (_, values, others, message) => {
    expect(() => fromValue(vectorMessage(values, others))).toThrow(message);
  });

  it('rejects an array or a vector as an element of an array', () => {
    expect(() => fromValue(toValue([[1n]]))).toThrow('array value in an array value');
    expect(() => fromValue(toValue([new VectorValue([1])]))).toThrow('vector value in an array value');
  });
});

describe('fromOperandValue', () => {
  it('accepts an array and a vector as elements of an array, because a filter may compare with them', () => {
    const operand = [[1n], new VectorValue([1])];
    expect(fromOperandValue(toValue(operand))).toEqual(operand);
  });
});

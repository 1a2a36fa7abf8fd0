import { describe, expect, it } from 'vitest';
import { type FieldValue, TimestampValue } from '../core/value.ts';
import { applyTransform } from './field-transform.ts';

const TIME = new TimestampValue(7, 0);
const MAX = 2n ** 63n - 1n;

const number = (
  kind: 'increment' | 'maximum' | 'minimum',
  current: FieldValue | undefined,
  operand: number | bigint,
) => applyTransform({ kind, path: ['n'], operand }, current, TIME).value;

describe('a numeric transform', () => {
  it.each<['increment' | 'maximum' | 'minimum', FieldValue | undefined, number | bigint, FieldValue]>([
    ['increment', 1n, 2n, 3n],
    ['increment', 1n, 0.5, 1.5],
    ['increment', 0.5, 1n, 1.5],
    ['increment', undefined, 2n, 2n],
    ['increment', 'text', 2n, 2n],
    ['increment', MAX, 1n, MAX],
    ['increment', -MAX - 1n, -1n, -MAX - 1n],
    ['maximum', 1n, 2n, 2n],
    ['maximum', 3n, 3, 3n],
    ['maximum', 3, 3n, 3],
    ['maximum', 0, -0, 0],
    ['maximum', 1n, Number.NaN, Number.NaN],
    ['maximum', null, 2n, 2n],
    ['minimum', 1n, 2n, 1n],
    ['minimum', 2.5, 2n, 2n],
    ['minimum', Number.NaN, 2n, Number.NaN],
  ])('computes the %s of a field with %s and the operand %s as %s', (kind, current, operand, expected) => {
    expect(number(kind, current, operand)).toBe(expected);
  });
});

describe('an array transform', () => {
  const append = (current: FieldValue | undefined, elements: FieldValue[]) =>
    applyTransform({ kind: 'append', path: ['a'], elements }, current, TIME);
  const remove = (current: FieldValue | undefined, elements: FieldValue[]) =>
    applyTransform({ kind: 'remove-all', path: ['a'], elements }, current, TIME);

  it('appends each missing element once, with a null transform result', () => {
    expect(append([1n, 'a'], [1, 'b', 'b'])).toEqual({ value: [1n, 'a', 'b'], result: null });
    expect(append('no array', [1n]).value).toEqual([1n]);
  });

  it('removes every element that equals an operand', () => {
    expect(remove([1n, 1, 'a', Number.NaN], [1n, Number.NaN]).value).toEqual(['a']);
    expect(remove(undefined, [1n]).value).toEqual([]);
  });
});

it('a server timestamp is both the new value and the transform result', () => {
  expect(applyTransform({ kind: 'server-timestamp', path: ['t'] }, 1n, TIME)).toEqual({
    value: TIME,
    result: TIME,
  });
});

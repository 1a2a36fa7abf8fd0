import { describe, expect, it } from 'vitest';
import { StoredDocument } from '../core/stored-document.ts';
import { Fields, type FieldValue } from '../core/value.ts';
import { type Aggregation, aggregate, aggregateCounts } from './aggregation.ts';
import type { Query } from './query.ts';

const query = (offset: number, limit?: number): Query => ({
  parent: '',
  collectionId: 'c',
  allDescendants: false,
  filter: undefined,
  orderBy: [{ path: undefined, descending: false }],
  startAt: undefined,
  endAt: undefined,
  offset,
  limit,
  select: undefined,
  findNearest: undefined,
});

const documents = (values: (FieldValue | undefined)[]) =>
  values.map((value, i) => {
    const fields = new Fields();
    if (value !== undefined) fields.n = value;
    return new StoredDocument('c', `d${i}`, fields, 1, 1);
  });

const aggregations: Aggregation[] = [
  { alias: 'count', kind: 'count', upTo: undefined },
  { alias: 'sum', kind: 'sum', path: ['n'] },
  { alias: 'avg', kind: 'avg', path: ['n'] },
];

const all = (values: (FieldValue | undefined)[]) =>
  Object.fromEntries(aggregate(aggregations, query(0), documents(values)));

describe('aggregate', () => {
  it.each<[string, (FieldValue | undefined)[], FieldValue, FieldValue, FieldValue]>([
    ['integers', [1n, 2n, 4n], 3n, 7n, 7 / 3],
    ['an integer and a double', [1n, 2], 2n, 3, 1.5],
    ['values that are not numbers', [1n, 'x', null], 3n, 1n, 1],
    ['no documents', [], 0n, 0n, null],
    ['integers whose sum exceeds 64 bits', [2n ** 63n - 1n, 1n], 2n, 2 ** 63, 2 ** 62],
    [
      'integers whose partial sums exceed 64 bits',
      [2n ** 63n - 1n, 1n, -1n],
      3n,
      2n ** 63n - 1n,
      2 ** 63 / 3,
    ],
    ['floats whose sum rounding would change', [0.1, 0.2, 0.3], 3n, 0.6, 0.6 / 3],
    ['floats beside one that is too large for them', [2 ** 53, 1, 1], 3n, 2 ** 53 + 2, (2 ** 53 + 2) / 3],
    ['infinity', [Number.POSITIVE_INFINITY, 1, 2n], 3n, Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    [
      'floats whose sum is infinite',
      [1.7e308, 1.7e308],
      2n,
      Number.POSITIVE_INFINITY,
      Number.POSITIVE_INFINITY,
    ],
    ['NaN', [Number.NaN, 1n], 2n, Number.NaN, Number.NaN],
  ])('computes count, sum and average of %s', (_, values, count, sum, avg) => {
    expect(all(values)).toEqual({ count, sum, avg });
  });

  it('applies offset, limit and up_to to counts, like aggregateCounts for a known number of documents', () => {
    const counts: Aggregation[] = [
      { alias: 'all', kind: 'count', upTo: undefined },
      { alias: 'two', kind: 'count', upTo: 2n },
    ];
    for (const [offset, limit, expected] of [
      [0, undefined, 5n],
      [2, undefined, 3n],
      [0, 4, 4n],
      [3, 4, 2n],
      [9, 4, 0n],
    ] as const) {
      const counted = Object.fromEntries(
        aggregate(counts, query(offset, limit), documents([1n, 1n, 1n, 1n, 1n])),
      );
      expect(counted).toEqual({ all: expected, two: expected < 2n ? expected : 2n });
      expect(Object.fromEntries(aggregateCounts(counts, query(offset, limit), 5) ?? [])).toEqual(counted);
    }
  });
});

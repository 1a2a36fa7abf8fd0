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
  explicitOrders: 0,
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

describe('aggregates', () => {
  it.each<[string, (FieldValue | undefined)[], FieldValue, FieldValue, FieldValue]>([
    ['integers', [1n, 2n, 4n], 3n, 7n, 7 / 3],
    ['a double', [1n, 2], 2n, 3, 1.5],
    ['what is no number', [1n, 'x', null], 3n, 1n, 1],
    ['documents without the field', [1n, undefined], 1n, 1n, 1],
    ['nothing', [], 0n, 0n, null],
    ['more than 64 bits', [2n ** 63n - 1n, 1n], 2n, 2 ** 63, 2 ** 62],
    ['integers that only overflow on the way', [2n ** 63n - 1n, 1n, -1n], 3n, 2n ** 63n - 1n, 2 ** 63 / 3],
    ['NaN', [Number.NaN, 1n], 2n, Number.NaN, Number.NaN],
  ])('of %s', (_, values, count, sum, avg) => {
    expect(all(values)).toEqual({ count, sum, avg });
  });

  it('heed offset, limit and up_to, counted or known', () => {
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

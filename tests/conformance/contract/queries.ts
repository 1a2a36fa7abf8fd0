import { expect } from 'vitest';
import type { NeutralFields, NeutralQuery } from '../client-adapter.ts';
import { type ContractCase, ids, seedCollection } from './case.ts';

const CITIES: { readonly [id: string]: NeutralFields } = {
  ams: { name: 'Amsterdam', population: 9, tags: ['canals', 'bikes'], country: 'nl' },
  ber: { name: 'Berlin', population: 36, tags: ['clubs'], country: 'de' },
  cgn: { name: 'Cologne', population: 11, tags: ['carnival', 'clubs'], country: 'de' },
  del: { name: 'Delft', population: 1, tags: ['canals'], country: 'nl' },
  unk: { name: 'Nowhere', country: null },
};

type QueryCase = readonly [
  name: string,
  query: Omit<NeutralQuery, 'collection'>,
  expected: readonly string[],
];

const QUERY_CASES: readonly QueryCase[] = [
  ['returns all documents without filters', {}, ['ams', 'ber', 'cgn', 'del', 'unk']],
  ['filters by ==', { where: [{ field: 'country', op: '==', value: 'de' }] }, ['ber', 'cgn']],
  ['filters by == null', { where: [{ field: 'country', op: '==', value: null }] }, ['unk']],
  ['filters by !=', { where: [{ field: 'country', op: '!=', value: 'de' }] }, ['ams', 'del']],
  [
    'filters by != null',
    { where: [{ field: 'population', op: '!=', value: null }] },
    ['del', 'ams', 'cgn', 'ber'],
  ],
  [
    'filters by a range',
    {
      where: [
        { field: 'population', op: '>', value: 1 },
        { field: 'population', op: '<=', value: 11 },
      ],
    },
    ['ams', 'cgn'],
  ],
  ['filters by in', { where: [{ field: 'country', op: 'in', value: ['nl', 'be'] }] }, ['ams', 'del']],
  ['filters by not-in', { where: [{ field: 'country', op: 'not-in', value: ['nl', 'be'] }] }, ['ber', 'cgn']],
  [
    'filters by array-contains',
    { where: [{ field: 'tags', op: 'array-contains', value: 'clubs' }] },
    ['ber', 'cgn'],
  ],
  [
    'filters by array-contains-any',
    { where: [{ field: 'tags', op: 'array-contains-any', value: ['bikes', 'carnival'] }] },
    ['ams', 'cgn'],
  ],
  [
    'filters by an equality and a range',
    {
      where: [
        { field: 'country', op: '==', value: 'nl' },
        { field: 'population', op: '>', value: 1 },
      ],
    },
    ['ams'],
  ],
  [
    'filters by or',
    {
      where: [
        {
          or: [
            { field: 'name', op: '==', value: 'Delft' },
            { field: 'population', op: '>=', value: 36 },
          ],
        },
      ],
    },
    ['del', 'ber'],
  ],
  [
    'filters by or within and',
    {
      where: [
        { field: 'country', op: '==', value: 'de' },
        {
          or: [
            { field: 'population', op: '==', value: 11 },
            { field: 'population', op: '==', value: 9 },
          ],
        },
      ],
    },
    ['cgn'],
  ],
  [
    'omits documents without the field of orderBy',
    { orderBy: [['population', 'desc']] },
    ['ber', 'cgn', 'ams', 'del'],
  ],
  [
    'orders by two fields',
    {
      orderBy: [
        ['country', 'desc'],
        ['population', 'asc'],
      ],
    },
    ['del', 'ams', 'cgn', 'ber'],
  ],
  ['limits the results by limit', { orderBy: [['name', 'asc']], limit: 2 }, ['ams', 'ber']],
  ['limits the results by limitToLast', { orderBy: [['name', 'asc']], limitToLast: 2 }, ['del', 'unk']],
  [
    'selects a page by startAt and endBefore',
    { orderBy: [['population', 'asc']], startAt: [9], endBefore: [36] },
    ['ams', 'cgn'],
  ],
  [
    'selects a page by startAfter and endAt',
    { orderBy: [['population', 'asc']], startAfter: [9], endAt: [36] },
    ['cgn', 'ber'],
  ],
  [
    'limits a page by limitToLast',
    { orderBy: [['population', 'asc']], startAt: [1], endBefore: [36], limitToLast: 2 },
    ['ams', 'cgn'],
  ],
];

/** The cases about queries and aggregations. */
export const QUERIES: readonly ContractCase[] = [
  ...QUERY_CASES.map(
    ([name, query, expected]): ContractCase => ({
      name: `runs a query that ${name}`,
      async run(context) {
        await seedCollection(context, CITIES);
        const found = ids(await context.adapter.query({ ...query, collection: context.collection }));
        // Without orderBy, the order between the branches of an "or" is unspecified.
        const isUnordered = name.includes('by or');
        expect(isUnordered ? found.sort() : found).toEqual(isUnordered ? [...expected].sort() : expected);
      },
    }),
  ),
  {
    name: 'queries a collection group at any depth and no other collection',
    async run({ adapter, owner, collection }) {
      const group = `g-${collection}`;
      await owner.write([
        { set: `${collection}/a/${group}/one`, fields: { n: 1 } },
        { set: `${collection}/a/deep/b/${group}/two`, fields: { n: 2 } },
        { set: `${group}/three`, fields: { n: 3 } },
        { set: `${collection}/a/other/four`, fields: { n: 4 } },
      ]);
      const found = await adapter.query({ collection: group, isGroup: true, orderBy: [['n', 'asc']] });
      expect(ids(found)).toEqual(['one', 'two', 'three']);
    },
  },
  {
    name: 'counts, sums and averages',
    async run(context) {
      await seedCollection(context, CITIES);
      const { collection } = context;
      const aggregates = {
        all: 'count',
        population: ['sum', 'population'],
        mean: ['average', 'population'],
      } as const;
      expect(await context.adapter.aggregate({ collection }, { all: 'count' })).toEqual({ all: 5 });
      // Combined with a sum, count includes only documents that have the summed field.
      const sums = await context.adapter.aggregate({ collection }, aggregates);
      expect(sums).toEqual({ all: 4, population: 57, mean: 14.25 });
      const none = { collection, where: [{ field: 'country', op: '==', value: 'xx' }] } as const;
      expect(await context.adapter.aggregate(none, aggregates)).toEqual({
        all: 0,
        population: 0,
        mean: null,
      });
    },
  },
  {
    name: 'filters by document id',
    async run(context) {
      await seedCollection(context, CITIES);
      const where = [{ field: '__name__', op: '>=', value: 'ber' }] as const;
      const isRest = context.adapter.name === 'plain REST';
      const value = isRest ? `${context.collection}/ber` : 'ber';
      const found = await context.adapter.query({
        collection: context.collection,
        where: [{ ...where[0], value }],
        limit: 2,
      });
      expect(ids(found)).toEqual(['ber', 'cgn']);
    },
  },
];

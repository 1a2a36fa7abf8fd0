// Owns the cases about queries and aggregations.

import { expect } from 'vitest';
import type { NeutralFields, NeutralQuery } from '../client-adapter.ts';
import { type ContractCase, ids, seedCollection } from './case.ts';

const CITIES: { readonly [id: string]: NeutralFields } = {
  ams: { name: 'Amsterdam', people: 9, tags: ['canals', 'bikes'], land: 'nl' },
  ber: { name: 'Berlin', people: 36, tags: ['clubs'], land: 'de' },
  cgn: { name: 'Cologne', people: 11, tags: ['carnival', 'clubs'], land: 'de' },
  del: { name: 'Delft', people: 1, tags: ['canals'], land: 'nl' },
  unk: { name: 'Nowhere', land: null },
};

type QueryCase = readonly [
  name: string,
  query: Omit<NeutralQuery, 'collection'>,
  expected: readonly string[],
];

const QUERY_CASES: readonly QueryCase[] = [
  ['everything', {}, ['ams', 'ber', 'cgn', 'del', 'unk']],
  ['==', { where: [{ field: 'land', op: '==', value: 'de' }] }, ['ber', 'cgn']],
  ['== null', { where: [{ field: 'land', op: '==', value: null }] }, ['unk']],
  ['!=', { where: [{ field: 'land', op: '!=', value: 'de' }] }, ['ams', 'del']],
  ['!= null', { where: [{ field: 'people', op: '!=', value: null }] }, ['del', 'ams', 'cgn', 'ber']],
  [
    'a range',
    {
      where: [
        { field: 'people', op: '>', value: 1 },
        { field: 'people', op: '<=', value: 11 },
      ],
    },
    ['ams', 'cgn'],
  ],
  ['in', { where: [{ field: 'land', op: 'in', value: ['nl', 'be'] }] }, ['ams', 'del']],
  ['not-in', { where: [{ field: 'land', op: 'not-in', value: ['nl', 'be'] }] }, ['ber', 'cgn']],
  ['array-contains', { where: [{ field: 'tags', op: 'array-contains', value: 'clubs' }] }, ['ber', 'cgn']],
  [
    'array-contains-any',
    { where: [{ field: 'tags', op: 'array-contains-any', value: ['bikes', 'carnival'] }] },
    ['ams', 'cgn'],
  ],
  [
    'and of equality and range',
    {
      where: [
        { field: 'land', op: '==', value: 'nl' },
        { field: 'people', op: '>', value: 1 },
      ],
    },
    ['ams'],
  ],
  [
    'or',
    {
      where: [
        {
          or: [
            { field: 'name', op: '==', value: 'Delft' },
            { field: 'people', op: '>=', value: 36 },
          ],
        },
      ],
    },
    ['del', 'ber'],
  ],
  [
    'or within and',
    {
      where: [
        { field: 'land', op: '==', value: 'de' },
        {
          or: [
            { field: 'people', op: '==', value: 11 },
            { field: 'people', op: '==', value: 9 },
          ],
        },
      ],
    },
    ['cgn'],
  ],
  [
    'orderBy drops documents without the field',
    { orderBy: [['people', 'desc']] },
    ['ber', 'cgn', 'ams', 'del'],
  ],
  [
    'two orders',
    {
      orderBy: [
        ['land', 'desc'],
        ['people', 'asc'],
      ],
    },
    ['del', 'ams', 'cgn', 'ber'],
  ],
  ['limit', { orderBy: [['name', 'asc']], limit: 2 }, ['ams', 'ber']],
  ['limitToLast', { orderBy: [['name', 'asc']], limitToLast: 2 }, ['del', 'unk']],
  ['startAt and endBefore', { orderBy: [['people', 'asc']], startAt: [9], endBefore: [36] }, ['ams', 'cgn']],
  ['startAfter and endAt', { orderBy: [['people', 'asc']], startAfter: [9], endAt: [36] }, ['cgn', 'ber']],
  [
    'limitToLast within cursors',
    { orderBy: [['people', 'asc']], startAt: [1], endBefore: [36], limitToLast: 2 },
    ['ams', 'cgn'],
  ],
];

export const QUERIES: readonly ContractCase[] = [
  ...QUERY_CASES.map(
    ([name, query, expected]): ContractCase => ({
      name: `queries: ${name}`,
      async run(scene) {
        await seedCollection(scene, CITIES);
        const found = ids(await scene.adapter.query({ ...query, collection: scene.collection }));
        // An "or" has no promised order between its branches beyond the query's own; ids compare as a set there.
        const isSet = name.startsWith('or ') || name === 'or';
        expect(isSet ? found.sort() : found).toEqual(isSet ? [...expected].sort() : expected);
      },
    }),
  ),
  {
    name: 'queries a collection group at any depth, and nothing else',
    async run({ adapter: door, owner, collection }) {
      const group = `g-${collection}`;
      await owner.write([
        { set: `${collection}/a/${group}/one`, fields: { n: 1 } },
        { set: `${collection}/a/deep/b/${group}/two`, fields: { n: 2 } },
        { set: `${group}/three`, fields: { n: 3 } },
        { set: `${collection}/a/other/four`, fields: { n: 4 } },
      ]);
      const found = await door.query({ collection: group, isGroup: true, orderBy: [['n', 'asc']] });
      expect(ids(found)).toEqual(['one', 'two', 'three']);
    },
  },
  {
    name: 'counts, sums and averages',
    async run(scene) {
      await seedCollection(scene, CITIES);
      const { collection } = scene;
      const aggregates = { all: 'count', people: ['sum', 'people'], mean: ['average', 'people'] } as const;
      expect(await scene.adapter.aggregate({ collection }, { all: 'count' })).toEqual({ all: 5 });
      // With a sum beside it, only documents that have the summed field count.
      const sums = await scene.adapter.aggregate({ collection }, aggregates);
      expect(sums).toEqual({ all: 4, people: 57, mean: 14.25 });
      const none = { collection, where: [{ field: 'land', op: '==', value: 'xx' }] } as const;
      expect(await scene.adapter.aggregate(none, aggregates)).toEqual({ all: 0, people: 0, mean: null });
    },
  },
  {
    name: 'filters by document id',
    async run(scene) {
      await seedCollection(scene, CITIES);
      const where = [{ field: '__name__', op: '>=', value: 'ber' }] as const;
      const isRest = scene.adapter.name === 'plain REST';
      const value = isRest ? `${scene.collection}/ber` : 'ber';
      const found = await scene.adapter.query({
        collection: scene.collection,
        where: [{ ...where[0], value }],
        limit: 2,
      });
      expect(ids(found)).toEqual(['ber', 'cgn']);
    },
  },
];

// Owns what every door must show: one list of cases, each in a collection of its own. Knows no library.

import { expect } from 'vitest';
import {
  bytes,
  type Door,
  type FoundDocument,
  increment,
  infinity,
  minusZero,
  type Neutral,
  type NeutralFields,
  type NeutralQuery,
  notANumber,
  point,
  reference,
  removeField,
  serverTime,
  time,
  union,
  vector,
  without,
} from './door.ts';

/** What a case is given: the door, a collection nobody else uses, and a second door of the owner. */
export interface Scene {
  readonly door: Door;
  readonly collection: string;
  readonly owner: Door;
}

export interface Case {
  readonly name: string;
  readonly needsListen?: boolean;
  run(scene: Scene): Promise<void>;
}

function ids(documents: readonly FoundDocument[]): string[] {
  return documents.map(({ path }) => path.slice(path.lastIndexOf('/') + 1));
}

async function fill(
  { owner, collection }: Scene,
  documents: { readonly [id: string]: NeutralFields },
): Promise<void> {
  await owner.write(
    Object.entries(documents).map(([id, fields]) => ({ set: `${collection}/${id}`, fields })),
  );
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  try {
    await work;
    return 'ok';
  } catch (error) {
    return (error as { code: string }).code;
  }
}

const EVERY_TYPE: NeutralFields = {
  nothing: null,
  yes: true,
  no: false,
  integer: 42,
  largest: 9007199254740991,
  smallest: -9007199254740991,
  double: 1.5,
  tiny: 5e-324,
  minusZero,
  notANumber,
  infinity,
  text: 'Grüße, 世界 🎮',
  empty: '',
  time: time(1_700_000_000, 123_456_000),
  longAgo: time(-62_135_596_800),
  bytes: bytes('AP/+gA=='),
  point: point(-33.865143, 151.2099),
  list: [1, 'two', null, { three: [3] }],
  emptyList: [],
  map: { a: { b: { c: 'deep' } }, 'odd name': 1 },
  emptyMap: {},
  vector: vector(0.5, -1, 3),
};

/** Values in Firestore's order, one id each. */
const ORDERED: readonly Neutral[] = [
  null,
  false,
  true,
  notANumber,
  { $number: '-Infinity' },
  -1.5,
  minusZero,
  1,
  1.5,
  2,
  infinity,
  time(0),
  time(0, 1000),
  '',
  'A',
  'a',
  'ab',
  '\uffff',
  '🎮',
  bytes(''),
  bytes('AA=='),
  bytes('AAE='),
  reference('x/a'),
  reference('x/b'),
  point(-1, 0),
  point(0, -1),
  point(0, 0),
  [],
  [1],
  [1, 2],
  [2],
  vector(5),
  vector(1, 2),
  {},
  { a: 1 },
  { a: 1, b: 0 },
  { a: 2 },
  { b: 0 },
];

const VALUES: readonly Case[] = [
  {
    name: 'keeps every type of value',
    async run({ door, collection }) {
      const path = `${collection}/d`;
      const fields = { ...EVERY_TYPE, self: reference(path) };
      await door.write([{ set: path, fields }]);
      expect(await door.get(path)).toEqual(fields);
    },
  },
  {
    name: 'orders values across types',
    async run(scene) {
      const documents = Object.fromEntries(
        ORDERED.map((v, index) => [`d${String(index).padStart(2, '0')}`, { v }]),
      );
      await fill(scene, documents);
      const found = await scene.door.query({ collection: scene.collection, orderBy: [['v', 'asc']] });
      expect(ids(found)).toEqual(Object.keys(documents));
      const reversed = await scene.door.query({ collection: scene.collection, orderBy: [['v', 'desc']] });
      expect(ids(reversed)).toEqual(Object.keys(documents).reverse());
    },
  },
  {
    name: 'answers a missing document with nothing',
    async run({ door, collection }) {
      expect(await door.get(`${collection}/missing`)).toBeNull();
    },
  },
  {
    name: 'takes ids of any script and length up to 1,500 bytes',
    async run({ door, collection }) {
      for (const id of ['Käse 世界', 'a.b', 'a:b', '%2F', '🎮', 'x'.repeat(1500), '!#$&()*+,;=@[]~']) {
        await door.write([{ set: `${collection}/${id}`, fields: { id } }]);
        expect(await door.get(`${collection}/${id}`)).toEqual({ id });
      }
    },
  },
  {
    name: 'takes a document of almost 1 MiB',
    async run({ door, collection }) {
      const fields = { text: 'x'.repeat(1_000_000) };
      await door.write([{ set: `${collection}/large`, fields }]);
      expect(await door.get(`${collection}/large`)).toEqual(fields);
    },
  },
  {
    name: 'refuses ids that are too long or reserved',
    async run({ door, collection }) {
      for (const id of ['x'.repeat(1501), '__reserved__']) {
        expect(await codeOf(door.write([{ set: `${collection}/${id}`, fields: {} }]))).toBe(
          'invalid-argument',
        );
      }
    },
  },
  {
    name: 'refuses a document above 1 MiB',
    async run({ door, collection }) {
      const path = `${collection}/large`;
      expect(await codeOf(door.write([{ set: path, fields: { text: 'x'.repeat(1_048_576) } }]))).toBe(
        'invalid-argument',
      );
    },
  },
];

const WRITES: readonly Case[] = [
  {
    name: 'replaces, merges and updates',
    async run({ door, collection }) {
      const path = `${collection}/d`;
      await door.write([{ set: path, fields: { a: 1, b: { c: 1, d: 1 } } }]);
      await door.write([{ set: path, fields: { e: 1 }, merge: true }]);
      await door.write([{ update: path, fields: { 'b.c': 2 } }]);
      expect(await door.get(path)).toEqual({ a: 1, b: { c: 2, d: 1 }, e: 1 });
      await door.write([{ update: path, fields: { a: removeField } }]);
      expect(await door.get(path)).toEqual({ b: { c: 2, d: 1 }, e: 1 });
      await door.write([{ set: path, fields: { z: 1 } }]);
      expect(await door.get(path)).toEqual({ z: 1 });
      await door.write([{ delete: path }]);
      expect(await door.get(path)).toBeNull();
    },
  },
  {
    name: 'transforms fields on the server',
    async run({ door, collection }) {
      const path = `${collection}/d`;
      await door.write([{ set: path, fields: { n: 1, list: [1, 2] } }]);
      await door.write([
        {
          update: path,
          fields: { n: increment(2), list: union(2, 3), at: serverTime, fresh: increment(0.5) },
        },
      ]);
      const { at, ...rest } = (await door.get(path)) ?? {};
      expect(rest).toEqual({ n: 3, list: [1, 2, 3], fresh: 0.5 });
      expect((at as { $time: [number, number] }).$time[1] % 1000).toBe(0);
      await door.write([{ update: path, fields: { list: without(1, 3) } }]);
      expect((await door.get(path))?.list).toEqual([2]);
    },
  },
  {
    name: 'refuses to update what is not there, and writes nothing of that batch',
    async run({ door, collection }) {
      const work = door.write([
        { set: `${collection}/a`, fields: { n: 1 } },
        { update: `${collection}/missing`, fields: { n: 1 } },
      ]);
      expect(await codeOf(work)).toBe('not-found');
      expect(await door.get(`${collection}/a`)).toBeNull();
    },
  },
  {
    name: 'writes 500 documents at once',
    async run({ door, collection }) {
      const writes = Array.from({ length: 500 }, (_, n) => ({ set: `${collection}/d${n}`, fields: { n } }));
      await door.write(writes);
      expect(await door.aggregate({ collection }, { all: 'count' })).toEqual({ all: 500 });
    },
  },
  {
    name: 'loses no update to concurrent transactions',
    async run({ door, collection }) {
      const path = `${collection}/counter`;
      await door.write([{ set: path, fields: { n: 0 } }]);
      await Promise.all([1, 2, 3, 4].map((by) => door.addInTransaction(path, by)));
      expect(await door.get(path)).toEqual({ n: 10 });
    },
  },
];

const CITIES: { readonly [id: string]: NeutralFields } = {
  ams: { name: 'Amsterdam', people: 9, tags: ['canals', 'bikes'], land: 'nl' },
  ber: { name: 'Berlin', people: 36, tags: ['clubs'], land: 'de' },
  cgn: { name: 'Cologne', people: 11, tags: ['carnival', 'clubs'], land: 'de' },
  del: { name: 'Delft', people: 1, tags: ['canals'], land: 'nl' },
  unk: { name: 'Nowhere', land: null },
};

type Question = readonly [name: string, query: Omit<NeutralQuery, 'collection'>, expected: readonly string[]];

const QUESTIONS: readonly Question[] = [
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

const QUERIES: readonly Case[] = [
  ...QUESTIONS.map(
    ([name, query, expected]): Case => ({
      name: `queries: ${name}`,
      async run(scene) {
        await fill(scene, CITIES);
        const found = ids(await scene.door.query({ ...query, collection: scene.collection }));
        // An "or" has no promised order between its branches beyond the query's own; ids compare as a set there.
        const isSet = name.startsWith('or ') || name === 'or';
        expect(isSet ? found.sort() : found).toEqual(isSet ? [...expected].sort() : expected);
      },
    }),
  ),
  {
    name: 'queries a collection group at any depth, and nothing else',
    async run({ door, owner, collection }) {
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
      await fill(scene, CITIES);
      const { collection } = scene;
      const aggregates = { all: 'count', people: ['sum', 'people'], mean: ['average', 'people'] } as const;
      expect(await scene.door.aggregate({ collection }, { all: 'count' })).toEqual({ all: 5 });
      // With a sum beside it, only documents that have the summed field count.
      const sums = await scene.door.aggregate({ collection }, aggregates);
      expect(sums).toEqual({ all: 4, people: 57, mean: 14.25 });
      const none = { collection, where: [{ field: 'land', op: '==', value: 'xx' }] } as const;
      expect(await scene.door.aggregate(none, aggregates)).toEqual({ all: 0, people: 0, mean: null });
    },
  },
  {
    name: 'filters by document id',
    async run(scene) {
      await fill(scene, CITIES);
      const where = [{ field: '__name__', op: '>=', value: 'ber' }] as const;
      const isRest = scene.door.name === 'plain REST';
      const value = isRest ? `${scene.collection}/ber` : 'ber';
      const found = await scene.door.query({
        collection: scene.collection,
        where: [{ ...where[0], value }],
        limit: 2,
      });
      expect(ids(found)).toEqual(['ber', 'cgn']);
    },
  },
];

const LISTENING: readonly Case[] = [
  {
    name: 'listens: the documents that are there, then each change',
    needsListen: true,
    async run({ door, owner, collection }) {
      await owner.write([{ set: `${collection}/a`, fields: { n: 1 } }]);
      await door.listen(collection, { collection });
      expect(ids(await door.snapshotOf(collection, 1))).toEqual(['a']);
      await owner.write([{ set: `${collection}/b`, fields: { n: 2 } }]);
      expect(ids(await door.snapshotOf(collection, 2))).toEqual(['a', 'b']);
      await owner.write([{ delete: `${collection}/a` }]);
      expect(ids(await door.snapshotOf(collection, 1))).toEqual(['b']);
      await owner.write([{ update: `${collection}/b`, fields: { n: 3 } }]);
      expect(await door.snapshotOf(collection, 1)).toEqual([{ path: `${collection}/b`, fields: { n: 3 } }]);
      await door.unlisten(collection);
    },
  },
  {
    name: 'listens to a limited query: what leaves is replaced',
    needsListen: true,
    async run({ door, owner, collection }) {
      await owner.write(['a', 'b', 'c'].map((id, n) => ({ set: `${collection}/${id}`, fields: { n } })));
      await door.listen(collection, { collection, orderBy: [['n', 'asc']], limit: 2 });
      expect(ids(await door.snapshotOf(collection, 2))).toEqual(['a', 'b']);
      await owner.write([{ delete: `${collection}/a` }]);
      expect(ids(await door.snapshotOf(collection, 2))).toEqual(['b', 'c']);
      await door.unlisten(collection);
    },
  },
  {
    name: 'listens to many queries at once and tells each only its own',
    needsListen: true,
    async run({ door, owner, collection }) {
      const names = Array.from({ length: 20 }, (_, index) => `${collection}-${index}`);
      for (const [index, name] of names.entries()) {
        await door.listen(name, { collection, where: [{ field: 'n', op: '==', value: index }] });
      }
      await Promise.all(names.map((name) => door.snapshotOf(name, 0)));
      await owner.write(names.map((_, n) => ({ set: `${collection}/d${n}`, fields: { n } })));
      const found = await Promise.all(names.map((name) => door.snapshotOf(name, 1)));
      expect(found.map(([each]) => each?.fields.n)).toEqual(names.map((_, n) => n));
      await Promise.all(names.map((name) => door.unlisten(name)));
    },
  },
  {
    name: 'listens to a batch as one snapshot',
    needsListen: true,
    async run({ door, owner, collection }) {
      await door.listen(collection, { collection });
      await door.snapshotOf(collection, 0);
      const fields = { text: 'x'.repeat(10_000) };
      await owner.write(Array.from({ length: 300 }, (_, n) => ({ set: `${collection}/d${n}`, fields })));
      expect(await door.snapshotOf(collection, 300)).toHaveLength(300);
      await door.unlisten(collection);
    },
  },
];

export const CONTRACT: readonly Case[] = [...VALUES, ...WRITES, ...QUERIES, ...LISTENING];

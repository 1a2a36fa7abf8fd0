// Owns the cases about values, ids and sizes.

import { expect } from 'vitest';
import {
  bytes,
  infinity,
  minusZero,
  type NeutralFields,
  type NeutralValue,
  notANumber,
  point,
  reference,
  time,
  vector,
} from '../client-adapter.ts';
import { type ContractCase, errorCodeOf, ids, seedCollection } from './case.ts';

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
const ORDERED: readonly NeutralValue[] = [
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

export const VALUES: readonly ContractCase[] = [
  {
    name: 'keeps every type of value',
    async run({ adapter: door, collection }) {
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
      await seedCollection(scene, documents);
      const found = await scene.adapter.query({ collection: scene.collection, orderBy: [['v', 'asc']] });
      expect(ids(found)).toEqual(Object.keys(documents));
      const reversed = await scene.adapter.query({ collection: scene.collection, orderBy: [['v', 'desc']] });
      expect(ids(reversed)).toEqual(Object.keys(documents).reverse());
    },
  },
  {
    name: 'answers a missing document with nothing',
    async run({ adapter: door, collection }) {
      expect(await door.get(`${collection}/missing`)).toBeNull();
    },
  },
  {
    name: 'takes ids of any script and length up to 1,500 bytes',
    async run({ adapter: door, collection }) {
      for (const id of ['Käse 世界', 'a.b', 'a:b', '%2F', '🎮', 'x'.repeat(1500), '!#$&()*+,;=@[]~']) {
        await door.write([{ set: `${collection}/${id}`, fields: { id } }]);
        expect(await door.get(`${collection}/${id}`)).toEqual({ id });
      }
    },
  },
  {
    name: 'takes a document of almost 1 MiB',
    async run({ adapter: door, collection }) {
      const fields = { text: 'x'.repeat(1_000_000) };
      await door.write([{ set: `${collection}/large`, fields }]);
      expect(await door.get(`${collection}/large`)).toEqual(fields);
    },
  },
  {
    name: 'refuses ids that are too long or reserved',
    async run({ adapter: door, collection }) {
      for (const id of ['x'.repeat(1501), '__reserved__']) {
        expect(await errorCodeOf(door.write([{ set: `${collection}/${id}`, fields: {} }]))).toBe(
          'invalid-argument',
        );
      }
    },
  },
  {
    name: 'refuses a document above 1 MiB',
    async run({ adapter: door, collection }) {
      const path = `${collection}/large`;
      expect(await errorCodeOf(door.write([{ set: path, fields: { text: 'x'.repeat(1_048_576) } }]))).toBe(
        'invalid-argument',
      );
    },
  },
];

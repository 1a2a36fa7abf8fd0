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

/** Values in Firestore's sort order. */
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

/** The cases about values, document ids and sizes. */
export const VALUES: readonly ContractCase[] = [
  {
    name: 'reads back every type of value as it was written',
    async run({ adapter, collection }) {
      const path = `${collection}/d`;
      const fields = { ...EVERY_TYPE, self: reference(path) };
      await adapter.write([{ set: path, fields }]);
      expect(await adapter.get(path)).toEqual(fields);
    },
  },
  {
    name: 'orders values across types',
    async run(context) {
      const documents = Object.fromEntries(
        ORDERED.map((v, index) => [`d${String(index).padStart(2, '0')}`, { v }]),
      );
      await seedCollection(context, documents);
      const found = await context.adapter.query({ collection: context.collection, orderBy: [['v', 'asc']] });
      expect(ids(found)).toEqual(Object.keys(documents));
      const reversed = await context.adapter.query({
        collection: context.collection,
        orderBy: [['v', 'desc']],
      });
      expect(ids(reversed)).toEqual(Object.keys(documents).reverse());
    },
  },
  {
    name: 'reads a missing document as null',
    async run({ adapter, collection }) {
      expect(await adapter.get(`${collection}/missing`)).toBeNull();
    },
  },
  {
    name: 'accepts document ids of any script up to 1,500 bytes',
    async run({ adapter, collection }) {
      for (const id of ['Käse 世界', 'a.b', 'a:b', '%2F', '🎮', 'x'.repeat(1500), '!#$&()*+,;=@[]~']) {
        await adapter.write([{ set: `${collection}/${id}`, fields: { id } }]);
        expect(await adapter.get(`${collection}/${id}`)).toEqual({ id });
      }
    },
  },
  {
    name: 'accepts a document of almost 1 MiB',
    async run({ adapter, collection }) {
      const fields = { text: 'x'.repeat(1_000_000) };
      await adapter.write([{ set: `${collection}/large`, fields }]);
      expect(await adapter.get(`${collection}/large`)).toEqual(fields);
    },
  },
  {
    name: 'gets invalid-argument for a document id that is too long or reserved',
    async run({ adapter, collection }) {
      for (const id of ['x'.repeat(1501), '__reserved__']) {
        expect(await errorCodeOf(adapter.write([{ set: `${collection}/${id}`, fields: {} }]))).toBe(
          'invalid-argument',
        );
      }
    },
  },
  {
    name: 'gets invalid-argument for a document above 1 MiB',
    async run({ adapter, collection }) {
      const path = `${collection}/large`;
      expect(await errorCodeOf(adapter.write([{ set: path, fields: { text: 'x'.repeat(1_048_576) } }]))).toBe(
        'invalid-argument',
      );
    },
  },
];

// Owns the cases about writes, transforms and transactions.

import { expect } from 'vitest';
import { increment, removeField, serverTime, union, without } from '../client-adapter.ts';
import { type ContractCase, errorCodeOf } from './case.ts';

export const WRITES: readonly ContractCase[] = [
  {
    name: 'replaces, merges and updates',
    async run({ adapter: door, collection }) {
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
    async run({ adapter: door, collection }) {
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
    async run({ adapter: door, collection }) {
      const work = door.write([
        { set: `${collection}/a`, fields: { n: 1 } },
        { update: `${collection}/missing`, fields: { n: 1 } },
      ]);
      expect(await errorCodeOf(work)).toBe('not-found');
      expect(await door.get(`${collection}/a`)).toBeNull();
    },
  },
  {
    name: 'writes 500 documents at once',
    async run({ adapter: door, collection }) {
      const writes = Array.from({ length: 500 }, (_, n) => ({ set: `${collection}/d${n}`, fields: { n } }));
      await door.write(writes);
      expect(await door.aggregate({ collection }, { all: 'count' })).toEqual({ all: 500 });
    },
  },
  {
    name: 'loses no update to concurrent transactions',
    async run({ adapter: door, collection }) {
      const path = `${collection}/counter`;
      await door.write([{ set: path, fields: { n: 0 } }]);
      await Promise.all([1, 2, 3, 4].map((by) => door.addInTransaction(path, by)));
      expect(await door.get(path)).toEqual({ n: 10 });
    },
  },
];

import { expect } from 'vitest';
import { increment, removeField, serverTime, union, without } from '../client-adapter.ts';
import { type ContractCase, errorCodeOf } from './case.ts';

/** The cases about writes, transforms and transactions. */
export const WRITES: readonly ContractCase[] = [
  {
    name: 'replaces, merges, updates and deletes documents',
    async run({ adapter, collection }) {
      const path = `${collection}/d`;
      await adapter.write([{ set: path, fields: { a: 1, b: { c: 1, d: 1 } } }]);
      await adapter.write([{ set: path, fields: { e: 1 }, merge: true }]);
      await adapter.write([{ update: path, fields: { 'b.c': 2 } }]);
      expect(await adapter.get(path)).toEqual({ a: 1, b: { c: 2, d: 1 }, e: 1 });
      await adapter.write([{ update: path, fields: { a: removeField } }]);
      expect(await adapter.get(path)).toEqual({ b: { c: 2, d: 1 }, e: 1 });
      await adapter.write([{ set: path, fields: { z: 1 } }]);
      expect(await adapter.get(path)).toEqual({ z: 1 });
      await adapter.write([{ delete: path }]);
      expect(await adapter.get(path)).toBeNull();
    },
  },
  {
    name: 'transforms fields on the server',
    async run({ adapter, collection }) {
      const path = `${collection}/d`;
      await adapter.write([{ set: path, fields: { n: 1, list: [1, 2] } }]);
      await adapter.write([
        {
          update: path,
          fields: { n: increment(2), list: union(2, 3), at: serverTime, fresh: increment(0.5) },
        },
      ]);
      const { at, ...rest } = (await adapter.get(path)) ?? {};
      expect(rest).toEqual({ n: 3, list: [1, 2, 3], fresh: 0.5 });
      expect((at as { $time: [number, number] }).$time[1] % 1000).toBe(0);
      await adapter.write([{ update: path, fields: { list: without(1, 3) } }]);
      expect((await adapter.get(path))?.list).toEqual([2]);
    },
  },
  {
    name: 'gets not-found for an update of a missing document, and nothing of its batch is written',
    async run({ adapter, collection }) {
      const run = adapter.write([
        { set: `${collection}/a`, fields: { n: 1 } },
        { update: `${collection}/missing`, fields: { n: 1 } },
      ]);
      expect(await errorCodeOf(run)).toBe('not-found');
      expect(await adapter.get(`${collection}/a`)).toBeNull();
    },
  },
  {
    name: 'writes 500 documents in one batch',
    async run({ adapter, collection }) {
      const writes = Array.from({ length: 500 }, (_, n) => ({ set: `${collection}/d${n}`, fields: { n } }));
      await adapter.write(writes);
      expect(await adapter.aggregate({ collection }, { all: 'count' })).toEqual({ all: 500 });
    },
  },
  {
    name: 'loses no update to concurrent transactions',
    async run({ adapter, collection }) {
      const path = `${collection}/counter`;
      await adapter.write([{ set: path, fields: { n: 0 } }]);
      // SDKs repeat an aborted transaction at once, but wait a second before they repeat it again.
      await Promise.all([1, 2].map((by) => adapter.addInTransaction(path, by)));
      expect(await adapter.get(path)).toEqual({ n: 3 });
    },
  },
];

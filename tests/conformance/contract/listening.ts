import { expect } from 'vitest';
import { type ContractCase, ids } from './case.ts';

/** The cases about listeners. */
export const LISTENING: readonly ContractCase[] = [
  {
    name: 'listens to a collection: first the existing documents, then each change',
    needsListen: true,
    async run({ adapter, owner, collection }) {
      await owner.write([{ set: `${collection}/a`, fields: { n: 1 } }]);
      await adapter.listen(collection, { collection });
      expect(ids(await adapter.awaitSnapshot(collection, 1))).toEqual(['a']);
      await owner.write([{ set: `${collection}/b`, fields: { n: 2 } }]);
      expect(ids(await adapter.awaitSnapshot(collection, 2))).toEqual(['a', 'b']);
      await owner.write([{ delete: `${collection}/a` }]);
      expect(ids(await adapter.awaitSnapshot(collection, 1))).toEqual(['b']);
      await owner.write([{ update: `${collection}/b`, fields: { n: 3 } }]);
      expect(await adapter.awaitSnapshot(collection, 1)).toEqual([
        { path: `${collection}/b`, fields: { n: 3 } },
      ]);
      await adapter.unlisten(collection);
    },
  },
  {
    name: 'listens to a query with a limit: a deleted document is replaced by the next one',
    needsListen: true,
    async run({ adapter, owner, collection }) {
      await owner.write(['a', 'b', 'c'].map((id, n) => ({ set: `${collection}/${id}`, fields: { n } })));
      await adapter.listen(collection, { collection, orderBy: [['n', 'asc']], limit: 2 });
      expect(ids(await adapter.awaitSnapshot(collection, 2))).toEqual(['a', 'b']);
      await owner.write([{ delete: `${collection}/a` }]);
      expect(ids(await adapter.awaitSnapshot(collection, 2))).toEqual(['b', 'c']);
      await adapter.unlisten(collection);
    },
  },
  {
    name: 'listens to 20 queries at once, each of which receives its own documents only',
    needsListen: true,
    async run({ adapter, owner, collection }) {
      const names = Array.from({ length: 20 }, (_, index) => `${collection}-${index}`);
      for (const [index, name] of names.entries()) {
        await adapter.listen(name, { collection, where: [{ field: 'n', op: '==', value: index }] });
      }
      await Promise.all(names.map((name) => adapter.awaitSnapshot(name, 0)));
      await owner.write(names.map((_, n) => ({ set: `${collection}/d${n}`, fields: { n } })));
      const found = await Promise.all(names.map((name) => adapter.awaitSnapshot(name, 1)));
      expect(found.map(([each]) => each?.fields.n)).toEqual(names.map((_, n) => n));
      await Promise.all(names.map((name) => adapter.unlisten(name)));
    },
  },
  {
    name: 'receives the 300 documents of a batch in one snapshot',
    needsListen: true,
    async run({ adapter, owner, collection }) {
      await adapter.listen(collection, { collection });
      await adapter.awaitSnapshot(collection, 0);
      const fields = { text: 'x'.repeat(10_000) };
      await owner.write(Array.from({ length: 300 }, (_, n) => ({ set: `${collection}/d${n}`, fields })));
      expect(await adapter.awaitSnapshot(collection, 300)).toHaveLength(300);
      await adapter.unlisten(collection);
    },
  },
];

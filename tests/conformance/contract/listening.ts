// Owns the cases about listeners.

import { expect } from 'vitest';
import { type ContractCase, ids } from './case.ts';

export const LISTENING: readonly ContractCase[] = [
  {
    name: 'listens: the documents that are there, then each change',
    needsListen: true,
    async run({ adapter: door, owner, collection }) {
      await owner.write([{ set: `${collection}/a`, fields: { n: 1 } }]);
      await door.listen(collection, { collection });
      expect(ids(await door.awaitSnapshot(collection, 1))).toEqual(['a']);
      await owner.write([{ set: `${collection}/b`, fields: { n: 2 } }]);
      expect(ids(await door.awaitSnapshot(collection, 2))).toEqual(['a', 'b']);
      await owner.write([{ delete: `${collection}/a` }]);
      expect(ids(await door.awaitSnapshot(collection, 1))).toEqual(['b']);
      await owner.write([{ update: `${collection}/b`, fields: { n: 3 } }]);
      expect(await door.awaitSnapshot(collection, 1)).toEqual([
        { path: `${collection}/b`, fields: { n: 3 } },
      ]);
      await door.unlisten(collection);
    },
  },
  {
    name: 'listens to a limited query: what leaves is replaced',
    needsListen: true,
    async run({ adapter: door, owner, collection }) {
      await owner.write(['a', 'b', 'c'].map((id, n) => ({ set: `${collection}/${id}`, fields: { n } })));
      await door.listen(collection, { collection, orderBy: [['n', 'asc']], limit: 2 });
      expect(ids(await door.awaitSnapshot(collection, 2))).toEqual(['a', 'b']);
      await owner.write([{ delete: `${collection}/a` }]);
      expect(ids(await door.awaitSnapshot(collection, 2))).toEqual(['b', 'c']);
      await door.unlisten(collection);
    },
  },
  {
    name: 'listens to many queries at once and tells each only its own',
    needsListen: true,
    async run({ adapter: door, owner, collection }) {
      const names = Array.from({ length: 20 }, (_, index) => `${collection}-${index}`);
      for (const [index, name] of names.entries()) {
        await door.listen(name, { collection, where: [{ field: 'n', op: '==', value: index }] });
      }
      await Promise.all(names.map((name) => door.awaitSnapshot(name, 0)));
      await owner.write(names.map((_, n) => ({ set: `${collection}/d${n}`, fields: { n } })));
      const found = await Promise.all(names.map((name) => door.awaitSnapshot(name, 1)));
      expect(found.map(([each]) => each?.fields.n)).toEqual(names.map((_, n) => n));
      await Promise.all(names.map((name) => door.unlisten(name)));
    },
  },
  {
    name: 'listens to a batch as one snapshot',
    needsListen: true,
    async run({ adapter: door, owner, collection }) {
      await door.listen(collection, { collection });
      await door.awaitSnapshot(collection, 0);
      const fields = { text: 'x'.repeat(10_000) };
      await owner.write(Array.from({ length: 300 }, (_, n) => ({ set: `${collection}/d${n}`, fields })));
      expect(await door.awaitSnapshot(collection, 300)).toHaveLength(300);
      await door.unlisten(collection);
    },
  },
];

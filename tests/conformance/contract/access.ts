import { expect } from 'vitest';
import { type ContractCase, errorCodeOf } from './case.ts';

/**
 * The rules of the suite's project: everything is allowed except in collections whose name begins
 * with `denied-`.
 */
export const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{above=**}/{collection}/{document} {
      allow read, write: if !collection.matches('denied-.*');
    }
  }
}`;

/** The cases about security rules. */
export const ACCESS: readonly ContractCase[] = [
  {
    name: 'gets permission-denied for what the rules deny, with nothing written, unless it is the owner',
    async run({ adapter, owner, collection }) {
      const denied = `denied-${collection}`;
      await owner.write([{ set: `${denied}/d`, fields: { n: 1 } }]);
      const expected = adapter.isOwner ? 'ok' : 'permission-denied';
      expect(await errorCodeOf(adapter.get(`${denied}/d`))).toBe(expected);
      expect(await errorCodeOf(adapter.get(`${denied}/missing`))).toBe(expected);
      expect(await errorCodeOf(adapter.query({ collection: denied }))).toBe(expected);
      expect(await errorCodeOf(adapter.aggregate({ collection: denied }, { all: 'count' }))).toBe(expected);
      expect(await errorCodeOf(adapter.write([{ update: `${denied}/d`, fields: { n: 1 } }]))).toBe(expected);
      expect(await errorCodeOf(adapter.addInTransaction(`${denied}/d`, 0))).toBe(expected);
      const batch = [
        { set: `${collection}/allowed`, fields: { n: 1 } },
        { set: `${denied}/d`, fields: { n: 1 } },
      ];
      expect(await errorCodeOf(adapter.write(batch))).toBe(expected);
      expect(await owner.get(`${denied}/d`)).toEqual({ n: 1 });
      expect(await owner.get(`${collection}/allowed`)).toEqual(adapter.isOwner ? { n: 1 } : null);
    },
  },
  {
    name: 'gets permission-denied for a denied listener while another listener continues',
    needsListen: true,
    async run({ adapter, owner, collection }) {
      await adapter.listen(collection, { collection });
      await adapter.awaitSnapshot(collection, 0);
      const denied = `denied-${collection}`;
      await adapter.listen(denied, { collection: denied });
      expect(await errorCodeOf(adapter.awaitSnapshot(denied, 0))).toBe(
        adapter.isOwner ? 'ok' : 'permission-denied',
      );
      await owner.write([{ set: `${collection}/d`, fields: { n: 1 } }]);
      expect(await adapter.awaitSnapshot(collection, 1)).toHaveLength(1);
      await adapter.unlisten(collection);
      await adapter.unlisten(denied);
    },
  },
];

// Owns the cases about security rules as clients meet them. The rules themselves are the suite's: see RULES.

import { expect } from 'vitest';
import { type ContractCase, errorCodeOf } from './case.ts';

/** What the suite's project is under: everything is allowed but collections whose name begins with `denied-`. */
export const RULES = `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /{above=**}/{collection}/{document} {
      allow read, write: if !collection.matches('denied-.*');
    }
  }
}`;

export const ACCESS: readonly ContractCase[] = [
  {
    name: 'is refused what the rules refuse, and nothing is written; the owner is not asked',
    async run({ adapter: door, owner, collection }) {
      const denied = `denied-${collection}`;
      await owner.write([{ set: `${denied}/d`, fields: { n: 1 } }]);
      const expected = door.isOwner ? 'ok' : 'permission-denied';
      expect(await errorCodeOf(door.get(`${denied}/d`))).toBe(expected);
      expect(await errorCodeOf(door.get(`${denied}/missing`))).toBe(expected);
      expect(await errorCodeOf(door.query({ collection: denied }))).toBe(expected);
      expect(await errorCodeOf(door.aggregate({ collection: denied }, { all: 'count' }))).toBe(expected);
      expect(await errorCodeOf(door.write([{ update: `${denied}/d`, fields: { n: 1 } }]))).toBe(expected);
      expect(await errorCodeOf(door.addInTransaction(`${denied}/d`, 0))).toBe(expected);
      const batch = [
        { set: `${collection}/allowed`, fields: { n: 1 } },
        { set: `${denied}/d`, fields: { n: 1 } },
      ];
      expect(await errorCodeOf(door.write(batch))).toBe(expected);
      expect(await owner.get(`${denied}/d`)).toEqual({ n: 1 });
      expect(await owner.get(`${collection}/allowed`)).toEqual(door.isOwner ? { n: 1 } : null);
    },
  },
  {
    name: 'is refused to listen, while another listener goes on',
    needsListen: true,
    async run({ adapter: door, owner, collection }) {
      await door.listen(collection, { collection });
      await door.awaitSnapshot(collection, 0);
      const denied = `denied-${collection}`;
      await door.listen(denied, { collection: denied });
      expect(await errorCodeOf(door.awaitSnapshot(denied, 0))).toBe(
        door.isOwner ? 'ok' : 'permission-denied',
      );
      await owner.write([{ set: `${collection}/d`, fields: { n: 1 } }]);
      expect(await door.awaitSnapshot(collection, 1)).toHaveLength(1);
      await door.unlisten(collection);
      await door.unlisten(denied);
    },
  },
];

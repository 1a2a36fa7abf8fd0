import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFirebaseJson } from './firebase-json.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'databases-'));
  for (const name of ['a.rules', 'b.rules']) writeFileSync(join(folder, name), '');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (firestore: unknown) => {
  writeFileSync(join(folder, 'firebase.json'), JSON.stringify({ firestore }, null, 2));
  return readFirebaseJson(folder).firestore;
};

describe('the databases of firebase.json', () => {
  it('have their own rules and indexes beside those of the default database, in any order', () => {
    const entries = [
      { database: 'archive', rules: 'b.rules' },
      { database: '(default)', rules: 'a.rules' },
    ];
    const expected = {
      rules: join(folder, 'a.rules'),
      indexes: undefined,
      databases: [{ id: 'archive', rules: join(folder, 'b.rules'), indexes: undefined }],
    };
    expect(read(entries)).toEqual(expected);
    expect(read(entries.toReversed())).toEqual(expected);
  });

  it('have the rules of the first one if none is the default', () => {
    expect(read([{ database: 'archive', rules: 'b.rules' }])).toEqual({
      rules: join(folder, 'b.rules'),
      indexes: undefined,
      databases: [],
    });
  });

  it.each([
    [[{}, { rules: 'b.rules' }], 'firebase.json:4: "firestore.1" has no "database", which names its id'],
    [[{}, { database: 'A' }], 'firebase.json:5: "firestore.1.database" is "A", which is not the id'],
    [[{ database: 'one1' }, { database: 'one1' }], '"firestore" lists the database one1 twice'],
  ])('are refused with their line if they are %j', (entries, message) => {
    expect(() => read(entries)).toThrow(message);
  });
});

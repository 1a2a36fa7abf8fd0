import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { readFirebaseConfig } from './firebase-config.ts';
import { type EmulatorSettings, type RunningEmulator, startEmulator } from './start-emulator.ts';

const NOW = { timestampValue: '2020-01-01T00:00:00Z' };

let folder: string;
let config: string;
let started: RunningEmulator[];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-config-'));
  config = join(folder, 'firebase.json');
  mkdirSync(join(folder, 'second'));
  started = [];
  writeRules('first.rules', 'false');
  writeRules('second/firestore.rules', 'resource == null || true');
  const index = { collectionGroup: 'c', queryScope: 'COLLECTION', fields: fields('a', 'b') };
  writeFileSync(join(folder, 'first.json'), JSON.stringify({ indexes: [index] }));
  const fieldOverrides = [{ collectionGroup: 'c', fieldPath: 'expireAt', ttl: true, indexes: [] }];
  writeFileSync(join(folder, 'second', 'indexes.json'), JSON.stringify({ indexes: [], fieldOverrides }));
  writeConfig([
    { database: '(default)', rules: 'first.rules', indexes: 'first.json' },
    { database: 'second', rules: 'second/firestore.rules', indexes: 'second/indexes.json' },
  ]);
});

afterEach(async () => {
  for (const emulator of started) await emulator.close();
  rmSync(folder, { recursive: true });
});

const fields = (...paths: string[]): object[] =>
  paths.map((fieldPath) => ({ fieldPath, order: 'ASCENDING' }));
const writeConfig = (firestore: unknown): void =>
  writeFileSync(config, JSON.stringify({ hosting: {}, firestore }));
const writeRules = (path: string, condition: string): void =>
  writeFileSync(
    join(folder, path),
    `rules_version = '2';\nservice cloud.firestore {\n  match /databases/{d}/documents {\n    match /{p=**} { allow read: if ${condition}; }\n  }\n}\n`,
  );

async function start(settings: EmulatorSettings = {}): Promise<RunningEmulator> {
  const emulator = await startEmulator({ config, log: () => {}, ...settings });
  started.push(emulator);
  return emulator;
}

async function send(
  { host }: RunningEmulator,
  method: string,
  path: string,
  body?: object,
  headers: Record<string, string> = {},
): Promise<number> {
  const response = await fetch(`http://${host}${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  await response.text();
  return response.status;
}

const documents = (database: string): string => `/v1/projects/p/databases/${database}/documents`;
const read = (emulator: RunningEmulator, database: string) =>
  send(emulator, 'GET', `${documents(database)}/c/d`);
const orderedQuery = (emulator: RunningEmulator, database: string): Promise<number> =>
  send(
    emulator,
    'POST',
    `${documents(database)}:runQuery`,
    {
      structuredQuery: {
        from: [{ collectionId: 'c' }],
        orderBy: ['a', 'b'].map((fieldPath) => ({ field: { fieldPath } })),
      },
    },
    { authorization: 'Bearer owner' },
  );

describe('--config', () => {
  it('gives each database of firebase.json its own rules', async () => {
    const emulator = await start();
    expect([await read(emulator, '(default)'), await read(emulator, 'second')]).toEqual([403, 404]);
    // A database that is not in the file has no rules.
    expect(await read(emulator, 'third')).toBe(404);
  });

  it('gives each database of firebase.json its own indexes with --require-indexes', async () => {
    const emulator = await start({ requireIndexes: true });
    expect([await orderedQuery(emulator, '(default)'), await orderedQuery(emulator, 'second')]).toEqual([
      200, 400,
    ]);
  });

  it('gives each database of firebase.json its own TTL policies', async () => {
    const emulator = await start();
    for (const database of ['(default)', 'second']) {
      const owner = { authorization: 'Bearer owner' };
      await send(emulator, 'PATCH', `${documents(database)}/c/d`, { fields: { expireAt: NOW } }, owner);
    }
    expect(await send(emulator, 'POST', '/_savepoint/clock/advance', { seconds: 0 })).toBe(200);
    const ids = (database: string) => [...emulator.emulator.scan(`projects/p/databases/${database}`)];
    expect([ids('(default)').length, ids('second').length]).toEqual([1, 0]);
  });

  it('leaves other databases to --rules, and is overridden by PUT rules', async () => {
    writeRules('open.rules', 'true');
    const emulator = await start({ rules: join(folder, 'open.rules') });
    expect([await read(emulator, '(default)'), await read(emulator, 'third')]).toEqual([403, 404]);
    const content = `service cloud.firestore { match /databases/{d}/documents { match /{p=**} { allow read; } } }`;
    await send(emulator, 'PUT', '/emulator/v1/projects/p:securityRules', { rules: { files: [{ content }] } });
    expect(await read(emulator, '(default)')).toBe(404);
  });

  it('reloads the rules of one database when its file is saved', async () => {
    const emulator = await start();
    writeRules('second/firestore.rules', 'false');
    await vi.waitFor(async () => expect(await read(emulator, 'second')).toBe(403));
    writeRules('first.rules', 'true');
    await vi.waitFor(async () => expect(await read(emulator, '(default)')).toBe(404));
    expect(await read(emulator, 'second')).toBe(403);
  });

  it('reports the database and the file of invalid rules or indexes', async () => {
    writeConfig([{ database: 'second', rules: 'nowhere.rules' }]);
    await expect(start()).rejects.toThrow(
      `--config ${config}: database "second": --rules ${join(folder, 'nowhere.rules')}: expected a security rules file; no such file or folder.`,
    );
    writeConfig([{ database: 'second', indexes: 'first.rules' }]);
    await expect(start()).rejects.toThrow(/database "second": --indexes .*first\.rules: .* are not JSON/);
  });
});

describe('readFirebaseConfig', () => {
  it('returns absolute paths, and the default database for a section without a name', () => {
    writeConfig({ rules: 'first.rules', indexes: 'first.json' });
    expect(readFirebaseConfig(config)).toEqual([
      { databaseId: '(default)', rules: join(folder, 'first.rules'), indexes: join(folder, 'first.json') },
    ]);
    writeConfig({ database: 'only' });
    expect(readFirebaseConfig(config)).toEqual([
      { databaseId: 'only', rules: undefined, indexes: undefined },
    ]);
    writeConfig(undefined);
    expect(readFirebaseConfig(config)).toEqual([]);
  });

  it.each([
    [[{ rules: 'r' }], 'firestore[0] has no "database"'],
    [[{ target: 'main', rules: 'r' }], 'firestore[0] has a "target"'],
    [[{ database: 'a' }, { database: 'a' }], 'the database "a" is listed twice'],
    [[{ database: 'a', rules: 7 }], 'firestore[0].rules is not the path of a file'],
    [{ indexes: '' }, 'firestore.indexes is not the path of a file'],
    [['a'], 'firestore[0] is not an object'],
    ['a', 'firestore is not an object'],
    [[{ database: 'a/b' }], 'expected a firebase.json file; '],
  ])('rejects the section %j with the reason', (firestore, reason) => {
    writeConfig(firestore);
    expect(() => readFirebaseConfig(config)).toThrow(`--config ${config}: expected a firebase.json file; `);
    expect(() => readFirebaseConfig(config)).toThrow(reason);
  });

  it('rejects a file that is missing or is not JSON', () => {
    expect(() => readFirebaseConfig(join(folder, 'none.json'))).toThrow('no such file or folder');
    writeFileSync(config, '{');
    expect(() => readFirebaseConfig(config)).toThrow(/expected a firebase\.json file; .*JSON/);
  });
});

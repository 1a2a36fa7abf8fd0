// The Realtime Database in a stack: functions of both generations, reloaded rules, and data that is
// exported, kept and restored.
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { type Database, getDatabase } from 'firebase-admin/database';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startDatabaseEmulator } from '../../packages/database/src/server.ts';
import { requestExport } from '../../packages/stack/src/data/data-folders.ts';
import { createStack } from '../../packages/stack/src/stack/create-stack.ts';
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';
import { shopPath } from '../support/shop-project.ts';

const WAIT = { timeout: 30_000, interval: 30 };
const RULES = { rules: { '.read': false, open: { '.read': true } } };

/** Each function writes its input below /calls of the instance `calls`. */
const FUNCTIONS = `
  const { initializeApp } = require('firebase-admin/app');
  const { getDatabaseWithUrl } = require('firebase-admin/database');
  const v2 = require('firebase-functions/v2/database');
  const v1 = require('firebase-functions/v1');
  initializeApp();
  const record = (name, call) =>
    getDatabaseWithUrl('http://' + process.env.FIREBASE_DATABASE_EMULATOR_HOST + '?ns=calls')
      .ref(name).push(JSON.parse(JSON.stringify(call)));
  const ofChange = ({ params, data, ref, instance, authType, authId = null }) => ({
    params, ref, instance, authType, authId,
    before: data.before.val(), after: data.after.val(),
  });
  exports.written = v2.onValueWritten('/posts/{id}', (event) => record('written', ofChange(event)));
  exports.created = v2.onValueCreated('/posts/{id}/title', ({ params, data }) =>
    record('created', { params, value: data.val() }));
  exports.deleted = v2.onValueDeleted('/posts/{id}', ({ params, data }) =>
    record('deleted', { params, value: data.val() }));
  exports.first = v1.database.ref('/posts/{id}').onWrite((change, { params, auth = null, authType = null }) =>
    record('first', { params, authType, before: change.before.val(), after: change.after.val() }));
`;

const folder = mkdtempSync(join(tmpdir(), 'database-project-'));
let stack: CreatedStack;
let database: Database;
let calls: Database;
const apps = [0, 1].map(() => undefined as ReturnType<typeof initializeApp> | undefined);

beforeAll(async () => {
  mkdirSync(join(folder, 'functions'));
  symlinkSync(shopPath('node_modules'), join(folder, 'functions', 'node_modules'));
  writeFileSync(join(folder, 'functions', 'index.js'), FUNCTIONS);
  writeFileSync(
    join(folder, 'functions', 'package.json'),
    JSON.stringify({ name: 'functions', main: 'index.js', engines: { node: '24' } }),
  );
  writeFileSync(join(folder, 'database.rules.json'), JSON.stringify(RULES));
  writeFileSync(
    join(folder, 'firebase.json'),
    JSON.stringify({ functions: { source: 'functions' }, database: { rules: 'database.rules.json' } }),
  );
  vi.stubEnv('SAVEPOINT_DATABASE_DATA_DIR', join(folder, 'data'));
  stack = await createStack({
    folder,
    emulators: ['database', 'functions', 'auth'],
    projectId: 'demo-database',
    reload: true,
  });
  vi.stubEnv('FIREBASE_DATABASE_EMULATOR_HOST', stack.addresses.database as string);
  const connect = (namespace: string, index: number): Database => {
    const databaseURL = `http://${stack.addresses.database}?ns=${namespace}`;
    apps[index] = initializeApp({ projectId: 'demo-database', databaseURL }, namespace);
    return getDatabase(apps[index]);
  };
  database = connect('demo-database', 0);
  calls = connect('calls', 1);
}, 120_000);

afterAll(async () => {
  await Promise.all(apps.map((app) => app && deleteApp(app)));
  await stack?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
  vi.unstubAllEnvs();
});

/** The inputs of a function, once it has been called this often. */
async function callsOf(name: string, count: number): Promise<unknown[]> {
  return vi.waitFor(async () => {
    const found = Object.values((await calls.ref(name).get()).val() ?? {});
    expect(found, stack.output()).toHaveLength(count);
    return found;
  }, WAIT);
}

const rest = (path: string, init?: RequestInit) => fetch(`http://${stack.addresses.database}${path}`, init);

it('calls the functions of both generations once for each change', async () => {
  await database.ref('posts').update({ a: { title: 'A' }, 'b/title': 'B' });
  const params = (id: string) => ({ params: { id } });
  const written = (await callsOf('written', 2)).toSorted((left, right) =>
    JSON.stringify(left) < JSON.stringify(right) ? -1 : 1,
  );
  expect(written).toMatchObject([
    { ...params('a'), ref: 'posts/a', instance: 'demo-database', authType: 'admin', after: { title: 'A' } },
    { ...params('b'), ref: 'posts/b', after: { title: 'B' } },
  ]);
  await callsOf('created', 2);
  expect(await callsOf('first', 2)).toContainEqual({
    ...params('a'),
    authType: 'ADMIN',
    after: { title: 'A' },
  });
  await database.ref('posts/a').remove();
  expect(await callsOf('deleted', 1)).toEqual([{ ...params('a'), value: { title: 'A' } }]);
  expect(await callsOf('first', 3)).toContainEqual({
    ...params('a'),
    authType: 'ADMIN',
    before: { title: 'A' },
  });
});

it('serves its rules, and reloads saved ones', async () => {
  expect((await rest('/posts.json?ns=demo-database')).status).toBe(401);
  expect((await rest('/open.json?ns=demo-database-default-rtdb')).status).toBe(200);
  writeFileSync(join(folder, 'database.rules.json'), '{"rules": {".read": true}}');
  await vi.waitFor(async () => expect((await rest('/posts.json?ns=demo-database')).status).toBe(200), WAIT);
  const listed = await fetch(`http://${stack.addresses.hub}/emulators`);
  expect(await listed.json()).toHaveProperty(
    'database.port',
    Number(stack.addresses.database?.split(':')[1]),
  );
});

it('keeps data across a snapshot, a reset and an export in the format of firebase-tools', async () => {
  await database.ref('kept').setWithPriority({ x: 1 }, 7);
  const snapshot = await stack.snapshot();
  const folderOfExport = join(folder, 'export');
  await requestExport(Number(stack.addresses.hub?.split(':')[1]), folderOfExport);
  const file = join(folderOfExport, 'database_export', 'demo-database.json');
  expect(existsSync(file)).toBe(true);
  expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ kept: { '.priority': 7, x: 1 } });
  await stack.reset();
  expect((await database.ref('kept').get()).exists()).toBe(false);
  await stack.restore(snapshot);
  expect((await database.ref('kept').get()).exportVal()).toEqual({ '.priority': 7, x: 1 });
});

it('keeps data in the folder of SAVEPOINT_DATABASE_DATA_DIR', async () => {
  await database.ref('durable').set('here');
  await Promise.all(apps.splice(0).map((app) => app && deleteApp(app)));
  await stack[Symbol.asyncDispose]();
  const emulator = await startDatabaseEmulator({ dataDir: join(folder, 'data') });
  const response = await fetch(`http://${emulator.host}/durable.json?ns=demo-database`);
  expect(await response.json()).toBe('here');
  await emulator.close();
});

// The Realtime Database through the unmodified SDKs.

import { initializeTestEnvironment } from '@firebase/rules-unit-testing';
import * as firebaseApp from 'firebase/app';
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectDatabaseEmulator,
  type Database,
  type DataSnapshot,
  endAt,
  get,
  getDatabase,
  goOffline,
  goOnline,
  increment,
  limitToLast,
  off,
  onChildAdded,
  onChildRemoved,
  onDisconnect,
  onValue,
  orderByChild,
  push,
  query,
  ref,
  remove,
  runTransaction,
  serverTimestamp,
  set,
  setPriority,
  startAt,
  update,
} from 'firebase/database';
import { deleteApp as deleteAdminApp, initializeApp as initializeAdminApp } from 'firebase-admin/app';
import { getDatabase as getAdminDatabase } from 'firebase-admin/database';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from '../../packages/database/src/server.ts';
import { frozenTime } from '../../packages/server/src/core/clock.ts';

let emulator: DatabaseEmulator;
const apps: FirebaseApp[] = [];
let namespaces = 0;
let namespace = '';

beforeAll(async () => {
  emulator = await startDatabaseEmulator();
});
afterAll(() => emulator.close());
afterEach(async () => {
  namespace = '';
  await Promise.all(apps.splice(0).map((app) => deleteApp(app)));
});

const url = (): string => {
  namespace ||= `sdk-${++namespaces}`;
  return `http://${emulator.host}/?ns=${namespace}`;
};

/** A client with its own connection to the namespace of the test. */
function connect(user?: string): Database {
  const databaseURL = url();
  const app = initializeApp({ databaseURL, projectId: 'demo-sdk' }, `client ${apps.length}`);
  apps.push(app);
  const database = getDatabase(app);
  connectDatabaseEmulator(database, '127.0.0.1', emulator.port, user ? { mockUserToken: { sub: user } } : {});
  return database;
}

async function putRules(rules: object): Promise<void> {
  const response = await fetch(`http://${emulator.host}/.settings/rules.json?ns=${namespace}`, {
    method: 'PUT',
    headers: { authorization: 'Bearer owner' },
    body: JSON.stringify({ rules }),
  });
  expect(await response.json()).toEqual({ status: 'ok' });
}

/** The values that a listener has received. */
function record(listen: (callback: (snapshot: DataSnapshot) => void) => unknown): unknown[] {
  const values: unknown[] = [];
  listen((snapshot) => values.push(snapshot.val()));
  return values;
}

it('writes of one client reach another, with priorities and server values', async () => {
  const [ada, bob] = [connect(), connect()];
  const values = record((callback) => onValue(ref(bob, 'room'), callback));
  await vi.waitFor(() => expect(values).toEqual([null]));
  await set(ref(ada, 'room'), { name: 'Hall', count: 1 });
  await update(ref(ada), { 'room/count': increment(2), 'room/at': serverTimestamp() });
  await vi.waitFor(() =>
    expect(values.slice(1)).toEqual([
      { name: 'Hall', count: 1 },
      { name: 'Hall', count: 3, at: expect.any(Number) },
    ]),
  );
  await setPriority(ref(ada, 'room/name'), 'first');
  expect((await get(ref(bob, 'room'))).exportVal()).toMatchObject({
    name: { '.value': 'Hall', '.priority': 'first' },
  });
  await remove(ref(ada, 'room'));
  await vi.waitFor(() => expect(values.at(-1)).toBeNull());
});

it("a local estimate of a timestamp is followed by the server's value", async () => {
  const database = connect();
  await get(ref(database, 'at'));
  const values = record((callback) => onValue(ref(database, 'at'), callback));
  await vi.waitFor(() => expect(values).toHaveLength(1));
  await set(ref(database, 'at'), serverTimestamp());
  expect(values).toHaveLength(3);
  expect((await get(ref(database, 'at'))).val()).toBe(values[2]);
});

it('forty transactions of four clients count to forty', async () => {
  const clients = [connect(), connect(), connect(), connect()];
  await Promise.all(
    Array.from({ length: 40 }, (_, index) =>
      runTransaction(
        ref(clients[index % 4] as Database, 'count'),
        (count: number | null) => (count ?? 0) + 1,
      ),
    ),
  );
  expect((await get(ref(connect(), 'count'))).val()).toBe(40);
});

it('a window moves as children enter, leave and change position', async () => {
  const [ada, bob] = [connect(), connect()];
  await set(ref(ada, 'scores'), { a: { score: 1 }, b: { score: 2 }, c: { score: 3 }, d: { name: 'none' } });
  await putRules({ '.read': true, '.write': true, scores: { '.indexOn': 'score' } });
  const top = query(ref(bob, 'scores'), orderByChild('score'), startAt(1), limitToLast(2));
  const added = record((callback) => onChildAdded(top, callback));
  const removed = record((callback) => onChildRemoved(top, callback));
  await vi.waitFor(() => expect(added).toEqual([{ score: 2 }, { score: 3 }]));
  await set(ref(ada, 'scores/a/score'), 9);
  await vi.waitFor(() => expect([added.slice(2), removed]).toEqual([[{ score: 9 }], [{ score: 2 }]]));
  await update(ref(ada, 'scores'), { a: null, c: null, e: { score: 5 } });
  await vi.waitFor(async () => expect((await get(top)).val()).toEqual({ b: { score: 2 }, e: { score: 5 } }));
  const low = query(ref(ada, 'scores'), orderByChild('score'), endAt(2));
  expect((await get(low)).val()).toEqual({ b: { score: 2 }, d: { name: 'none' } });
  off(top);
  await expect(get(query(ref(ada, 'scores'), orderByChild('name'), endAt('z')))).rejects.toThrow(
    'Index not defined, add ".indexOn": "name", for path "/scores", to the rules',
  );
});

it('a client that loses its connection runs its disconnect operations, and catches up afterwards', async () => {
  const [ada, bob] = [connect(), connect()];
  const values = record((callback) => onValue(ref(ada, 'status'), callback));
  await set(ref(ada, 'status'), { ada: 'here', old: true });
  await onDisconnect(ref(ada, 'status/ada')).set('gone');
  await onDisconnect(ref(ada, 'status/since')).set(serverTimestamp());
  await onDisconnect(ref(ada, 'status/canceled')).set(true);
  await onDisconnect(ref(ada, 'status/canceled')).cancel();
  const seen = record((callback) => onValue(ref(bob, 'status'), callback));
  await vi.waitFor(() => expect(seen).toHaveLength(1));
  goOffline(ada);
  await vi.waitFor(() =>
    expect(seen.slice(1)).toEqual([{ ada: 'gone', since: expect.any(Number), old: true }]),
  );
  await set(ref(bob, 'status/old'), null);
  goOnline(ada);
  await vi.waitFor(() => expect(values.at(-1)).toEqual({ ada: 'gone', since: expect.any(Number) }));
});

it('messages of many frames arrive intact', async () => {
  const database = connect();
  await set(ref(database, 'text'), 'é'.repeat(40_000));
  expect((await get(ref(connect(), 'text'))).val() === 'é'.repeat(40_000)).toBe(true);
  // A frame that ended within a character would lose it.
  const text = `${'😀é'.repeat(40_000)}x`;
  await fetch(`http://${emulator.host}/text.json?ns=${namespace}`, {
    method: 'PUT',
    body: JSON.stringify(text),
  });
  expect((await get(ref(database, 'text'))).val() === text).toBe(true);
});

it('rules decide, and revoke a listener as soon as they no longer grant it', async () => {
  const [ada, guest] = [connect('ada'), connect()];
  await set(ref(ada, 'open'), true);
  await putRules({
    notes: { '.read': "root.child('open').val() === true", $uid: { '.write': 'auth.uid === $uid' } },
    open: { '.write': 'auth != null' },
  });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const errors: string[] = [];
  const values = record((callback) =>
    onValue(ref(guest, 'notes'), callback, (error) => errors.push(error.message)),
  );
  await set(ref(ada, 'notes/ada'), 'hello');
  await expect(set(ref(ada, 'notes/bob'), 'no')).rejects.toMatchObject({ code: 'PERMISSION_DENIED' });
  await expect(set(ref(guest, 'open'), false)).rejects.toThrow('PERMISSION_DENIED: Permission denied');
  await vi.waitFor(() => expect(values.at(-1)).toEqual({ ada: 'hello' }));
  await set(ref(ada, 'open'), false);
  await vi.waitFor(() => expect(errors).toEqual([expect.stringContaining('permission_denied at /notes')]));
  await expect(get(ref(guest, 'notes'))).rejects.toThrow('Permission denied');
  warn.mockRestore();
});

it('push sorts by time', async () => {
  const database = connect();
  const keys = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => (await push(ref(database, 'list'), index)).key),
  );
  const found = await get(ref(database, 'list'));
  expect(Object.keys(found.val())).toEqual(keys);
  expect(Object.values(found.val())).toEqual(keys.map((_, index) => index));
});

it('the Admin SDK acts as the administrator, or as the user of its override', async () => {
  const databaseURL = url();
  vi.stubEnv('FIREBASE_DATABASE_EMULATOR_HOST', emulator.host);
  const credential = { getAccessToken: async () => ({ access_token: 'owner', expires_in: 1_000 }) };
  const admin = initializeAdminApp({ databaseURL, projectId: 'demo-sdk', credential }, 'admin');
  const user = initializeAdminApp(
    { databaseURL, projectId: 'demo-sdk', databaseAuthVariableOverride: { uid: 'ada' } },
    'user',
  );
  try {
    const database = getAdminDatabase(admin);
    const rules = '{\n  // Comments stay.\n  "rules": {"$uid": {".read": "auth.uid === $uid"}}\n}';
    await database.setRules(rules);
    expect(await database.getRules()).toBe(rules);
    expect(await database.getRulesJSON()).toEqual({ rules: { $uid: { '.read': 'auth.uid === $uid' } } });
    await database.ref('ada').set('hers');
    expect((await getAdminDatabase(user).ref('ada').get()).val()).toBe('hers');
    await expect(getAdminDatabase(user).ref('bob').get()).rejects.toThrow('Permission denied');
    await expect(database.setRules('{"rules": {".read": "tru"}}')).rejects.toThrow(
      "1:22: Unknown variable 'tru'",
    );
  } finally {
    await Promise.all([deleteAdminApp(admin), deleteAdminApp(user)]);
    vi.unstubAllEnvs();
  }
});

it('rules-unit-testing loads rules, acts as users, and clears', async () => {
  const database = { host: '127.0.0.1', port: emulator.port };
  const rules =
    '{"rules": {"users": {"$uid": {".read": "auth.uid === $uid", ".write": "auth.uid === $uid"}}}}';
  const environment = await initializeTestEnvironment({
    projectId: 'demo-rules',
    database: { ...database, rules },
  });
  const alice = environment.authenticatedContext('alice').database();
  await alice.ref('users/alice').set({ name: 'Alice' });
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  await expect(environment.unauthenticatedContext().database().ref('users/alice').get()).rejects.toThrow();
  warn.mockRestore();
  await environment.clearDatabase();
  expect((await alice.ref('users/alice').get()).val()).toBeNull();
  await environment.cleanup();
  await expect(
    initializeTestEnvironment({ projectId: 'demo-bad', database: { ...database, rules: '{"rules": ' } }),
  ).rejects.toThrow(/Parse error/);
});

it('a client with an expiring token gets a new one and keeps listening', async () => {
  const nowMs = 1_700_000_000_000;
  const other = await startDatabaseEmulator({ time: frozenTime(nowMs) });
  const databaseURL = `http://${other.host}/?ns=expiry`;
  const owner = { authorization: 'Bearer owner' };
  const put = (path: string, body: unknown) =>
    fetch(`http://${other.host}${path}.json?ns=expiry`, {
      method: 'PUT',
      headers: owner,
      body: JSON.stringify(body),
    });
  await put('/.settings/rules', { rules: { '.read': 'auth.uid === "ada"' } });
  await put('/note', 'first');
  const app = initializeApp({ databaseURL, projectId: 'demo-sdk' }, 'expiry');
  apps.push(app);
  /** The token interface that firebase/auth provides to the SDK. */
  const refreshes: boolean[] = [];
  const auth = {
    getToken(isForced: boolean) {
      refreshes.push(isForced);
      const claims = { sub: 'ada', exp: nowMs / 1000 + 3_600 * refreshes.filter(Boolean).length + 3_600 };
      const [header, payload] = [{ alg: 'none' }, claims].map((part) =>
        Buffer.from(JSON.stringify(part)).toString('base64url'),
      );
      return Promise.resolve({ accessToken: `${header}.${payload}.` });
    },
    getUid: () => 'ada',
    addAuthTokenListener: () => undefined,
    removeAuthTokenListener: () => undefined,
  };
  const component = {
    name: 'auth-internal',
    type: 'PRIVATE',
    instanceFactory: () => auth,
    instantiationMode: 'LAZY',
  };
  // The SDKs register their components with this method, which its public types omit.
  (firebaseApp as unknown as { _addComponent(app: FirebaseApp, component: object): void })._addComponent(
    app,
    component,
  );
  const note = ref(getDatabase(app), 'note');
  const errors: Error[] = [];
  const values = record((callback) => onValue(note, callback, (error) => errors.push(error)));
  await vi.waitFor(() => expect(values).toEqual(['first']));
  expect(refreshes).not.toContain(true);
  await other.clock.advance(3_600_000);
  await put('/note', 'second');
  await vi.waitFor(() => expect(values).toEqual(['first', 'second']));
  expect(refreshes.filter(Boolean)).toHaveLength(1);
  expect(errors).toEqual([]);
  await deleteApp(app);
  apps.pop();
  await other.close();
});

// The Emulator UI's requests to the Realtime Database, as in its public source
// (github.com/firebase/firebase-tools-ui, src/components/Database): from a page on another port,
// with `owner` in each of the three places that it uses.
import { deleteApp, type FirebaseApp, initializeApp } from 'firebase/app';
import {
  connectDatabaseEmulator,
  type Database,
  type DataSnapshot,
  equalTo,
  get,
  getDatabase,
  limitToFirst,
  off,
  onValue,
  orderByChild,
  type Query,
  query,
  ref,
  remove,
  set,
} from 'firebase/database';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DatabaseEmulator, startDatabaseEmulator } from '../../packages/database/src/server.ts';

const NAMESPACE = 'demo-ui-default-rtdb';
/** The page of the Emulator UI. */
const ORIGIN = 'http://127.0.0.1:4000';
const OWNER = { authorization: 'Bearer owner' };
/** Only the administrator may do anything. */
const CLOSED = '{"rules": {}}';

let emulator: DatabaseEmulator;
let app: FirebaseApp;
let database: Database;

beforeAll(async () => {
  emulator = await startDatabaseEmulator({ rules: CLOSED });
  app = initializeApp({ projectId: 'demo-ui' }, 'database component');
  database = getDatabase(app, `http://${emulator.host}/?ns=${NAMESPACE}`);
  connectDatabaseEmulator(database, '127.0.0.1', emulator.port, { mockUserToken: 'owner' });
});
afterAll(async () => {
  await deleteApp(app);
  await emulator.close();
});

const call = (target: string, init: RequestInit = {}) =>
  fetch(`http://${emulator.host}${target}`, { ...init, headers: { origin: ORIGIN, ...init.headers } });

/** A value that a listener gets. */
const next = (of: Query) => new Promise<DataSnapshot>((resolve) => onValue(of, resolve, { onlyOnce: true }));

it('the list of databases is read without a credential, and contains the displayed one', async () => {
  // A client that waits for the server names no database.
  expect((await call('/')).status).toBe(200);
  const response = await call(`/.inspect/databases.json?ns=${NAMESPACE}`);
  expect(response.status).toBe(200);
  expect(response.headers.get('access-control-allow-origin')).toBeTruthy();
  expect(await response.json()).toEqual([{ name: NAMESPACE }]);
  expect(
    (await call('/.inspect/databases.json', { headers: { origin: 'https://evil.example' } })).status,
  ).toBe(403);
});

describe('the data', () => {
  it('is read, listened to, edited, renamed and removed by the SDK as the owner', async () => {
    const scores = ref(database, 'scores');
    await set(scores, { ada: { points: 7 }, bob: { points: 3 } });
    expect((await get(scores)).hasChildren()).toBe(true);
    const shown = query(scores, limitToFirst(50));
    expect(Object.keys((await next(shown)).val())).toEqual(['ada', 'bob']);
    off(shown);
    const filtered = query(scores, orderByChild('points'), limitToFirst(50), equalTo(7));
    expect(Object.keys((await next(filtered)).val())).toEqual(['ada']);
    // Clone and rename read the value, write it elsewhere and remove the first.
    await set(ref(database, 'scores/eve'), (await get(ref(database, 'scores/bob'))).val());
    await remove(ref(database, 'scores/bob'));
    expect(Object.keys((await get(scores)).val())).toEqual(['ada', 'eve']);
  });

  it('is measured before it is listened to, after a preflight', async () => {
    const target = `/scores.json?print=silent&timeout=1s&ns=${NAMESPACE}`;
    const preflight = await call(target, {
      method: 'OPTIONS',
      headers: { 'access-control-request-method': 'GET', 'access-control-request-headers': 'authorization' },
    });
    expect(preflight.ok).toBe(true);
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization');
    expect((await call(target, { headers: OWNER })).status).toBe(204);
    expect((await call(target)).status).toBe(401);
  });

  it('is listed by its keys if it is large', async () => {
    const response = await call(`/scores.json?limitToFirst=50&shallow=true&ns=${NAMESPACE}`, {
      headers: OWNER,
    });
    expect(Object.keys((await response.json()) as object)).toEqual(['ada', 'eve']);
  });

  it('is imported from a form with a file, at the root and below it', async () => {
    const upload = (path: string, content: string) => {
      const body = new FormData();
      body.append('myFile', new File([content], 'data.json', { type: 'application/json' }));
      const parameters = new URLSearchParams({
        ...{ ns: NAMESPACE, access_token: 'owner', writeSizeLimit: 'unlimited' },
        disableTriggers: 'true',
      });
      return call(`/${path}.upload?${parameters}`, { method: 'POST', body });
    };
    expect((await upload('', '{"a":1,"scores":{"x":{".value":2,".priority":5}}}')).status).toBe(200);
    expect((await upload('b/c/', '[1,2]')).status).toBe(200);
    expect((await get(ref(database))).exportVal()).toEqual({
      ...{ a: 1, b: { c: { 0: 1, 1: 2 } } },
      scores: { x: { '.value': 2, '.priority': 5 } },
    });
    expect((await upload('', '{')).status).toBe(400);
  });
});

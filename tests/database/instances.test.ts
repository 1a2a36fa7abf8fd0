// A project whose firebase.json lists instances of the Realtime Database: each has its rules, and
// pages and functions use a listed one.
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createStack } from '../../packages/stack/src/stack/create-stack.ts';
import type { CreatedStack } from '../../packages/stack/src/stack/created-stack.ts';
import { shopPath } from '../support/shop-project.ts';

const OPEN = '{"rules": {".read": true, ".write": true}}';
const CLOSED = '{"rules": {}}';
const FUNCTIONS = `
  const { initializeApp } = require('firebase-admin/app');
  const { getDatabase } = require('firebase-admin/database');
  const { onRequest } = require('firebase-functions/https');
  initializeApp();
  exports.save = onRequest(async (request, response) => {
    await getDatabase().ref('saved').set(true);
    response.send(JSON.parse(process.env.FIREBASE_CONFIG).databaseURL);
  });
`;

const folder = mkdtempSync(join(tmpdir(), 'database-instances-'));
let stack: CreatedStack;

beforeAll(async () => {
  const write = (name: string, content: string | object) =>
    writeFileSync(join(folder, name), typeof content === 'string' ? content : JSON.stringify(content));
  for (const name of ['functions', 'public']) mkdirSync(join(folder, name));
  symlinkSync(shopPath('node_modules'), join(folder, 'functions', 'node_modules'));
  write('functions/index.js', FUNCTIONS);
  write('functions/package.json', { name: 'functions', main: 'index.js', engines: { node: '24' } });
  write('public/index.html', '<p>');
  write('closed.json', CLOSED);
  write('open.json', OPEN);
  write('.firebaserc', { targets: { 'demo-instances': { database: { main: ['demo-eu', 'demo-us'] } } } });
  write('firebase.json', {
    functions: { source: 'functions' },
    hosting: { public: 'public' },
    database: [
      { target: 'main', rules: 'closed.json' },
      { instance: 'demo-logs', rules: 'open.json' },
    ],
  });
  stack = await createStack({
    folder,
    emulators: ['database', 'functions', 'hosting'],
    projectId: 'demo-instances',
  });
}, 120_000);

afterAll(async () => {
  await stack?.[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

const get = (host: string | undefined, path: string, headers = {}) =>
  fetch(`http://${host}${path}`, { headers });

it("applies the rules of each instance's entry", async () => {
  const statuses = ['demo-eu', 'demo-us', 'demo-logs'].map(async (instance) => {
    return (await get(stack.addresses.database, `/x.json?ns=${instance}`)).status;
  });
  expect(await Promise.all(statuses)).toEqual([401, 401, 200]);
});

it('gives pages and functions the first one, which the Admin SDK writes to', async () => {
  const init = await get(stack.addresses.hosting, '/__/firebase/init.json');
  expect(await init.json()).toHaveProperty('databaseURL', 'https://demo-eu.firebaseio.com');
  const script = await (await get(stack.addresses.hosting, '/__/firebase/init.js')).text();
  expect(script).toContain('"databaseURL": "https://demo-eu.firebaseio.com"');
  const saved = await get(stack.addresses.functions, '/demo-instances/us-central1/save');
  expect(await saved.text()).toBe(`http://${stack.addresses.database}/?ns=demo-eu`);
  const read = await get(stack.addresses.database, '/saved.json?ns=demo-eu', {
    authorization: 'Bearer owner',
  });
  expect(await read.json()).toBe(true);
});

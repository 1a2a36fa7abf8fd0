// Fields of savepoint.config that the shop does not use.
import { randomBytes } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { isPortFree } from '../../packages/stack/src/config/free-port.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { RECORDED, type StartedProject, startIn, writeProject } from './foreign-project.ts';

/** Represents a network address: servers that listen on 127.0.0.1 cannot be reached through it. */
const OTHER_ADDRESS = '127.0.0.2';

const rulesFor = (condition: string) => `rules_version = '2';
service firebase.storage {
  match /b/{bucket}/o {
    match /{file=**} {
      allow read: if ${condition};
    }
  }
}
`;
const OPEN_FIRESTORE = `rules_version = '2';
service cloud.firestore { match /databases/{d}/documents { match /{all=**} { allow read, write; } } }
`;

describe('a project whose configuration chooses emulators, isolated workers, and accepts any token', () => {
  let folder: string;
  let offset: number;
  let started: StartedProject;

  beforeAll(async () => {
    folder = writeProject({
      'firebase.json': JSON.stringify({
        firestore: { rules: 'firestore.rules' },
        functions: { source: 'functions' },
        storage: [
          { bucket: 'open-bucket', rules: 'open.rules' },
          { bucket: 'closed-bucket', rules: 'closed.rules' },
        ],
        hosting: { public: 'public' },
        remoteconfig: { template: 'remoteconfig.template.json' },
        emulators: { functions: { host: '0.0.0.0' }, hub: { host: '0.0.0.0' } },
      }),
      'firestore.rules': OPEN_FIRESTORE,
      'public/index.html': 'the site',
      'remoteconfig.template.json': '{ "parameters": { "cart": { "defaultValue": { "value": "old" } } } }',
      'open.rules': rulesFor('true'),
      'closed.rules': rulesFor('false'),
      'functions/package.json': '{ "name": "functions", "main": "index.js", "engines": { "node": "24" } }',
      'functions/index.js': `const { onCall, onRequest } = require('firebase-functions/https');
exports.whoAmI = onCall(({ auth }) => auth?.uid ?? 'nobody');
const loadedFor = process.env.K_SERVICE;
const show = onRequest((_, response) => response.json({ pid: process.pid, loadedFor, name: process.env.K_SERVICE }));
Object.assign(exports, { first: show, second: show });
const { initializeApp } = require('firebase-admin/app');
const { getDatabase } = require('firebase-admin/database');
const { getMessaging } = require('firebase-admin/messaging');
const { getRemoteConfig } = require('firebase-admin/remote-config');
initializeApp();
const child = getDatabase().ref('visits').push();
const calls = { database: () => child.set(1), read: () => child.get(), messaging: () => getMessaging().send({ topic: 'news' }), config: cartOf };
async function cartOf() {
  return (await getRemoteConfig().getServerTemplate()).evaluate().getString('cart');
}
exports.callProduct = onRequest((request, response) =>
  calls[request.query.name]().then((result) => response.send(result ?? 'done'), ({ message }) => response.send(message)),
);
`,
      'savepoint.config.mjs':
        "export default { project: 'demo-chosen', emulators: ['functions', 'storage', 'hosting'], functions: { workers: 'isolated' }, verifyTokens: false };\n",
    });
    ({ offset } = await findFreeOffset());
    started = await startIn(folder, ['--port-offset', String(offset), '--https'], RECORDED);
  });

  afterAll(() => started.stop());

  it('has only the emulators of the list', async () => {
    expect(started.output()).toMatch(/^ {2}Storage /m);
    expect(started.output()).not.toMatch(/^ {2}(Firestore|Auth) /m);
    expect(await Promise.all([8080, 9099].map((port) => isPortFree(port + offset)))).toEqual([true, true]);
    expect(await isPortFree(9199 + offset)).toBe(false);
  });

  it.runIf(process.platform === 'linux')(
    'is reached at other addresses where firebase.json says so, by what cannot act on this machine',
    async () => {
      expect(started.output()).toContain(
        'firebase.json: emulators.hub.host is 0.0.0.0, but it stays on 127.0.0.1, because it can act on this machine.',
      );
      expect(started.output()).toMatch(/^ {2}Reachable .* from the network: Functions$/m);
      const url = (port: number) => `http://${OTHER_ADDRESS}:${port + offset}`;
      expect(await (await fetch(`${url(5001)}/demo-chosen/us-central1/first`)).json()).toMatchObject({
        name: 'first',
      });
      for (const port of [4400, 9199]) await expect(fetch(url(port))).rejects.toThrow();
    },
  );

  it('has Hosting over HTTPS with a certificate that the printed file makes trusted, behind the guard', async () => {
    const [, file = ''] = / install (\S+)$/m.exec(started.output()) ?? [];
    const get = (headers: Record<string, string>) =>
      new Promise<string>((resolve, reject) => {
        const options = { host: 'localhost', port: 5443 + offset, ca: readFileSync(file), headers };
        request(options, async (response) => resolve(`${response.statusCode} ${await text(response)}`))
          .once('error', reject)
          .end();
      });
    expect(await get({})).toBe('200 the site');
    expect(await get({ origin: 'https://evil.example' })).toMatch(/^403 .*a page of another origin/);
    expect(started.output()).toMatch(/^ {2}Hosting \(HTTPS\) +https:\/\/127\.0\.0\.1:\d+ /m);
  });

  it('accepts an unsigned token in a callable function', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'RS256', kid: 'any' })}.${part({ sub: 'ada', user_id: 'ada' })}.forged`;
    const response = await fetch(`${serverUrl(5001 + offset)}/demo-chosen/us-central1/whoAmI`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"data":null}',
    });
    expect(await response.json()).toEqual({ result: 'ada' });
  });

  it('has a worker for each function, which knows its function at load', async () => {
    const show = async (name: string) =>
      (await fetch(`${serverUrl(5001 + offset)}/demo-chosen/us-central1/${name}`)).json();
    const [first, second] = (await Promise.all(['first', 'second'].map(show))) as { pid: number }[];
    expect(first).toMatchObject({ loadedFor: 'first', name: 'first' });
    expect(second).toMatchObject({ loadedFor: 'second', name: 'second' });
    expect(first?.pid).not.toBe(second?.pid);
  });

  it.each([
    ['database', 'The Realtime Database does not run here, so set() fails.'],
    ['read', 'The Realtime Database does not run here, so get() fails.'],
  ])('fails a call of a product that is not here at once and names it: %s', async (name, message) => {
    const url = `${serverUrl(5001 + offset)}/demo-chosen/us-central1/callProduct?name=${name}`;
    expect(await (await fetch(url)).text()).toContain(message);
    expect(started.output()).not.toContain('FIREBASE WARNING');
  });

  it('keeps messages of functions with Cloud Messaging in an outbox, with their trace', async () => {
    const url = `${serverUrl(5001 + offset)}/demo-chosen/us-central1/callProduct?name=messaging`;
    const traceId = randomBytes(16).toString('hex');
    const headers = { traceparent: `00-${traceId}-${randomBytes(8).toString('hex')}-01` };
    expect(await (await fetch(url, { headers })).text()).toContain('projects/demo-chosen/messages/');
    const outbox = await fetch(`${serverUrl(9498 + offset)}/_savepoint/messages`);
    expect(await outbox.json()).toMatchObject({
      messages: [
        {
          name: expect.stringContaining('projects/demo-chosen/messages/'),
          target: { value: 'news' },
          traceId,
        },
      ],
    });
    expect(started.output()).toMatch(/^ {2}Cloud Messaging /m);
  });

  it("serves Remote Config from the template, also to functions, and applies an editor's saves", async () => {
    const cart = async () =>
      (await fetch(`${serverUrl(5001 + offset)}/demo-chosen/us-central1/callProduct?name=config`)).text();
    expect(await cart()).toBe('old');
    const file = join(folder, 'remoteconfig.template.json');
    writeFileSync(file, readFileSync(file, 'utf8').replace('old', 'new'));
    expect(await cart()).toBe('new');
    expect(started.output()).toMatch(/^ {2}Remote Config /m);
  });

  it('applies the rules of each Storage bucket to that bucket', async () => {
    const statusIn = async (bucket: string) =>
      (await fetch(`${serverUrl(9199 + offset)}/v0/b/${bucket}/o/file.txt`)).status;
    expect([await statusIn('open-bucket'), await statusIn('closed-bucket')]).toEqual([404, 403]);
  });
});

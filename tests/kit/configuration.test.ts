// Fields of savepoint.config that the shop does not have, and what a killed start leaves.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { serverUrl } from '../../kit/src/config/environment.ts';
import { isPortFree } from '../../kit/src/config/free-port.ts';
import { descendants, findFreeOffset, waitUntilGone } from '../start/kit-process.ts';
import { runIn, type StartedProject, startIn, writeProject } from './foreign-project.ts';

/** The promise to the user whose stack is killed, on a busy machine. */
const GONE_MS = 10_000;

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
      }),
      'firestore.rules': OPEN_FIRESTORE,
      'open.rules': rulesFor('true'),
      'closed.rules': rulesFor('false'),
      'functions/package.json': '{ "name": "functions", "main": "index.js", "engines": { "node": "24" } }',
      'functions/index.js': `const { onCall, onRequest } = require('firebase-functions/https');
exports.whoAmI = onCall(({ auth }) => auth?.uid ?? 'nobody');
const loadedFor = process.env.K_SERVICE;
const show = onRequest((_, response) => response.json({ pid: process.pid, loadedFor, name: process.env.K_SERVICE }));
Object.assign(exports, { first: show, second: show });
`,
      'savepoint.config.mjs':
        "export default { project: 'demo-chosen', emulators: ['functions', 'storage'], functions: { workers: 'isolated' }, verifyTokens: false };\n",
    });
    ({ offset } = await findFreeOffset());
    started = await startIn(folder, ['--port-offset', String(offset)]);
  });

  afterAll(() => started.stop());

  it('has the emulators of the list and no other', async () => {
    expect(started.output()).toMatch(/^ {2}Storage /m);
    expect(started.output()).not.toMatch(/^ {2}(Firestore|Auth) /m);
    expect(await Promise.all([8080, 9099].map((port) => isPortFree(port + offset)))).toEqual([true, true]);
    expect(await isPortFree(9199 + offset)).toBe(false);
  });

  it('accepts a token that nobody signed in a callable function', async () => {
    const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const token = `${part({ alg: 'RS256', kid: 'any' })}.${part({ sub: 'ada', user_id: 'ada' })}.forged`;
    const response = await fetch(`${serverUrl(5001 + offset)}/demo-chosen/us-central1/whoAmI`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: '{"data":null}',
    });
    expect(await response.json()).toEqual({ result: 'ada' });
  });

  it('has a worker for each function, which knows it while it is loaded', async () => {
    const show = async (name: string) =>
      (await fetch(`${serverUrl(5001 + offset)}/demo-chosen/us-central1/${name}`)).json();
    const [first, second] = (await Promise.all(['first', 'second'].map(show))) as { pid: number }[];
    expect(first).toMatchObject({ loadedFor: 'first', name: 'first' });
    expect(second).toMatchObject({ loadedFor: 'second', name: 'second' });
    expect(first?.pid).not.toBe(second?.pid);
  });

  it('applies the rules of each bucket of Storage to that bucket', async () => {
    const statusIn = async (bucket: string) =>
      (await fetch(`${serverUrl(9199 + offset)}/v0/b/${bucket}/o/file.txt`)).status;
    expect([await statusIn('open-bucket'), await statusIn('closed-bucket')]).toEqual([404, 403]);
  });
});

describe('a project whose configuration imports an export', () => {
  const documents = (host: string) =>
    `http://${host}/v1/projects/demo-imported/databases/(default)/documents`;
  const owner = { authorization: 'Bearer owner', 'content-type': 'application/json' };

  it('has the documents and accounts of it at the start, again after seed, which keeps the others, and alone after reset', async () => {
    const base = {
      'firebase.json': '{ "firestore": { "rules": "firestore.rules" } }',
      'firestore.rules': OPEN_FIRESTORE,
    };
    const exporter = writeProject({
      ...base,
      'fill.mjs': `const { FIRESTORE_EMULATOR_HOST: firestore, FIREBASE_AUTH_EMULATOR_HOST: auth, FIREBASE_EMULATOR_HUB: hub } = process.env;
const post = async (url, body) => {
  const response = await fetch(url, { method: 'POST', headers: ${JSON.stringify(owner)}, body: JSON.stringify(body) });
  if (!response.ok) throw new Error(url + ' ' + response.status + ' ' + (await response.text()));
};
await post('http://' + firestore + '/v1/projects/demo-imported/databases/(default)/documents/games?documentId=pong', { fields: { players: { integerValue: '2' } } });
await post('http://' + auth + '/identitytoolkit.googleapis.com/v1/projects/demo-imported/accounts', { email: 'ada@example.com', password: 'secret-1' });
await post('http://' + hub + '/_admin/export', { path: process.argv[2] });
`,
    });
    const folder = writeProject({
      ...base,
      'savepoint.config.mjs': "export default { project: 'demo-imported', seed: { import: 'export' } };\n",
    });
    const { offset: firstOffset } = await findFreeOffset();
    const filled = runIn(exporter, [
      ...['exec', '--project', 'demo-imported', '--port-offset', String(firstOffset)],
      ...['--', 'node', 'fill.mjs', join(folder, 'export')],
    ]);
    expect(filled.code, filled.stderr).toBe(0);
    expect(existsSync(join(folder, 'export', 'firebase-export-metadata.json'))).toBe(true);

    const { offset } = await findFreeOffset();
    const started = await startIn(folder, ['--port-offset', String(offset)]);
    try {
      const url = `${documents(`127.0.0.1:${8080 + offset}`)}/games/pong`;
      const read = async () => (await fetch(url, { headers: owner })).json();
      const accounts = async () => {
        const list = `${serverUrl(9099 + offset)}/identitytoolkit.googleapis.com/v1/projects/demo-imported/accounts:batchGet?maxResults=10`;
        const { users } = (await (await fetch(list, { headers: owner })).json()) as {
          users: { email: string }[];
        };
        return users.map(({ email }) => email);
      };
      expect(await read()).toMatchObject({ fields: { players: { integerValue: '2' } } });
      expect(await accounts()).toEqual(['ada@example.com']);
      await fetch(url, { method: 'DELETE', headers: owner });
      expect((await fetch(url, { headers: owner })).status).toBe(404);
      const chess = url.replace('pong', 'chess');
      await fetch(chess, { method: 'PATCH', headers: owner, body: '{}' });
      const seed = runIn(folder, ['seed', '--port-offset', String(offset)]);
      expect(seed.code, seed.stderr).toBe(0);
      expect(await read()).toMatchObject({ fields: { players: { integerValue: '2' } } });
      expect((await fetch(chess, { headers: owner })).status).toBe(200);
      const reset = runIn(folder, ['reset', '--port-offset', String(offset)]);
      expect(reset.code, reset.stderr).toBe(0);
      expect((await fetch(chess, { headers: owner })).status).toBe(404);
      expect(await read()).toMatchObject({ fields: { players: { integerValue: '2' } } });
      expect(await accounts()).toEqual(['ada@example.com']);
    } finally {
      await started.stop();
    }
  });
});

describe('a start in a project that is killed', () => {
  it('leaves no process, and the next start has the same ports', async () => {
    const folder = writeProject({
      'firebase.json': '{ "firestore": { "rules": "firestore.rules" } }',
      'firestore.rules': OPEN_FIRESTORE,
    });
    const { offset } = await findFreeOffset();
    const flags = ['--port-offset', String(offset)];
    const { pid } = await startIn(folder, flags);
    const pids = descendants(pid);
    expect(pids.length).toBeGreaterThan(3);
    process.kill(pid, 'SIGKILL');
    await waitUntilGone(pids, GONE_MS);
    expect(runIn(folder, ['list']).stdout).not.toContain(folder);
    const script = `console.log((await fetch('http://' + process.env.FIRESTORE_EMULATOR_HOST)).status, process.env.FIRESTORE_EMULATOR_HOST)`;
    const next = runIn(folder, ['exec', ...flags, '--', 'node', '--input-type=module', '--eval', script]);
    expect(next.stdout, next.stderr).toBe(`200 127.0.0.1:${8080 + offset}\n`);
    expect(next.code).toBe(0);
  });
});

// Firestore, Pub/Sub and Cloud Tasks are stopped and started again while functions stay loaded;
// firebase-tools restarts together with its functions.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import type { Ports } from '../../packages/stack/src/config/ports.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, type StartedProject, startIn, writeProject } from './foreign-project.ts';

const ID = 'demo-restarts';
const WAIT = { timeout: 30_000, interval: 50 };
const FILES = {
  'firebase.json': JSON.stringify({
    firestore: {},
    storage: { rules: 'storage.rules' },
    functions: { source: 'functions', runtime: 'nodejs24' },
  }),
  'storage.rules': 'service firebase.storage { match /b/{b}/o { match /{file=**} { allow read, write; } } }',
  'savepoint.config.ts': `export default { seed: { accounts: [
    { uid: 'owner', email: 'owner@example.com', password: 'owner-pass-1', displayName: 'Owner' }
  ] } };
`,
  'functions/package.json': '{ "main": "index.js", "dependencies": { "firebase-functions": "*" } }',
  'functions/index.js': `const { appendFileSync } = require('node:fs');
const { onDocumentCreated } = require('firebase-functions/v2/firestore');
const { onMessagePublished } = require('firebase-functions/v2/pubsub');
const { onTaskDispatched } = require('firebase-functions/v2/tasks');
const { onObjectFinalized } = require('firebase-functions/v2/storage');
const { onRequest } = require('firebase-functions/v2/https');
const record = (event) => appendFileSync(require('node:path').join(__dirname, '..', 'events.txt'), event + '\\n');
exports.created = onDocumentCreated('notes/{id}', ({ params }) => record('created ' + params.id));
exports.published = onMessagePublished('orders', ({ data }) => record('published ' + data.message.json));
exports.stored = onObjectFinalized(({ data }) => record('stored ' + data.name));
exports.pids = onRequest((_, response) => response.json([process.ppid, process.pid]));
exports.send = onTaskDispatched(({ data }) => record('sent ' + data));
`,
};

let folder: string;
let flags: readonly string[];
let ports: Ports;
let stack: StartedProject;

beforeAll(async () => {
  folder = writeProject(FILES);
  const free = await findFreeOffset();
  ports = free.ports;
  flags = ['--port-offset', String(free.offset)];
  stack = await startIn(folder, ['--project', ID, '--only', 'functions,firestore,auth,storage', ...flags]);
});

afterAll(() => stack?.stop());

const events = () => {
  const file = join(folder, 'events.txt');
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split('\n') : [];
};

function note(id: string, method = 'GET'): Promise<Response> {
  const url = `${serverUrl(ports.firestore)}/v1/projects/${ID}/databases/(default)/documents/notes/${id}`;
  const headers = { authorization: 'Bearer owner' };
  return fetch(url, { method, headers, ...(method === 'PATCH' && { body: '{"fields":{}}' }) });
}

const serverCommand = (...args: string[]) =>
  runKitCommand(['server', ...args, ...flags], { folder, env: environment({}) });

async function change(action: string, server: string): Promise<string> {
  const outcome = await serverCommand(action, server);
  expect(outcome).toMatchObject({ code: 0 });
  return outcome.stdout;
}

it('Firestore keeps its documents across a restart, and triggers run only for new ones', async () => {
  await note('first', 'PATCH');
  await vi.waitFor(() => expect(events()).toContain('created first'), WAIT);
  await change('restart', 'firestore');
  expect((await note('first')).status).toBe(200);
  await note('second', 'PATCH');
  await vi.waitFor(() => expect(events()).toContain('created second'), WAIT);
  expect(events()).toEqual(['created first', 'created second']);
});

it('Firestore keeps its documents across a stop and a start', async () => {
  await change('stop', 'firestore');
  await expect(note('first')).rejects.toThrow();
  await change('start', 'firestore');
  expect((await note('second')).status).toBe(200);
});

it('Pub/Sub runs the functions of a topic after a restart, once per message', async () => {
  const publish = (number: number) =>
    fetch(`${serverUrl(ports.pubsub)}/v1/projects/${ID}/topics/orders:publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ data: Buffer.from(String(number)).toString('base64') }] }),
    });
  await publish(1);
  await vi.waitFor(() => expect(events()).toContain('published 1'), WAIT);
  await change('restart', 'pubsub');
  await publish(2);
  await vi.waitFor(() => expect(events()).toContain('published 2'), WAIT);
  expect(events().filter((event) => event.startsWith('published'))).toEqual(['published 1', 'published 2']);
});

it('Cloud Tasks keeps the queue of a function across a restart, and dispatches its tasks', async () => {
  await change('restart', 'tasks');
  const queue = `${serverUrl(ports.tasks)}/v2/projects/${ID}/locations/us-central1/queues/send`;
  const httpRequest = {
    url: `${serverUrl(ports.functions)}/${ID}/us-central1/send`,
    headers: { 'content-type': 'application/json' },
    body: Buffer.from('{"data":1}').toString('base64'),
  };
  const created = await fetch(`${queue}/tasks`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ task: { httpRequest } }),
  });
  expect(created.status).toBe(200);
  await vi.waitFor(() => expect(events()).toContain('sent 1'), WAIT);
});

const NOTE = 'Authentication, Functions and Storage stop and start together.';

/** On a separate connection: those from before a restart are closed. */
function request(url: string, { headers, ...init }: RequestInit = {}): Promise<Response> {
  return fetch(url, { ...init, headers: { ...headers, connection: 'close' } });
}

async function account(action: 'signUp' | 'signInWithPassword', email: string): Promise<string> {
  const url = `${serverUrl(ports.auth)}/identitytoolkit.googleapis.com/v1/accounts:${action}?key=any`;
  const body = JSON.stringify({ email, password: 'owner-pass-1', returnSecureToken: true });
  const headers = { 'content-type': 'application/json' };
  const { localId, error } = (await (await request(url, { method: 'POST', headers, body })).json()) as {
    localId?: string;
    error?: { message: string };
  };
  return localId ?? error?.message ?? '';
}

function file(name: string, content?: string): Promise<Response> {
  const bucket = `/v0/b/${ID}.appspot.com/o`;
  if (content === undefined) return request(`${serverUrl(ports.storage)}${bucket}/${name}?alt=media`);
  const url = `${serverUrl(ports.storage)}${bucket}?name=${name}`;
  return request(url, { method: 'POST', headers: { 'content-type': 'text/plain' }, body: content });
}

/** The process ids of firebase-tools and of the worker of a function. */
async function pids(): Promise<readonly number[]> {
  return (await (await request(`${serverUrl(ports.functions)}/${ID}/us-central1/pids`)).json()) as number[];
}

const isAlive = (pid: number) => existsSync(`/proc/${pid}`);

it('firebase-tools restarts as one, with its accounts and files, and functions run only for new ones', async () => {
  const shopper = await account('signUp', 'shopper@example.com');
  await file('first', 'one');
  await vi.waitFor(() => expect(events()).toContain('stored first'), WAIT);
  const before = await pids();
  expect(await change('restart', 'auth')).toBe(
    `firebase-tools responds. ${NOTE} Accounts and files are as before; users must sign in again.\n`,
  );
  expect(before.filter(isAlive)).toEqual([]);
  expect(await account('signInWithPassword', 'shopper@example.com')).toBe(shopper);
  expect(await account('signInWithPassword', 'owner@example.com')).toBe('owner');
  expect(await (await file('first')).text()).toBe('one');
  await file('second', 'two');
  await note('third', 'PATCH');
  await vi.waitFor(
    () => expect(events()).toEqual(expect.arrayContaining(['stored second', 'created third'])),
    WAIT,
  );
  expect(events().filter((event) => event.startsWith('stored'))).toEqual(['stored first', 'stored second']);
});

it('firebase-tools does not start without Firestore, and keeps its files across a stop and a start', async () => {
  expect(await change('stop', 'functions')).toBe(`firebase-tools is stopped. ${NOTE}\n`);
  await expect(pids()).rejects.toThrow();
  await change('restart', 'pubsub');
  await change('stop', 'firestore');
  expect(await serverCommand('start', 'auth')).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('firebase-tools needs firestore, which is not running'),
  });
  await change('start', 'firestore');
  await change('start', 'auth');
  expect(await (await file('second')).text()).toBe('two');
});

it('a killed firebase-tools is reported, and its start says what is lost', async () => {
  const [firebaseTools = 0, worker = 0] = await pids();
  process.kill(firebaseTools, 'SIGKILL');
  const command = 'npx savepoint server start firebase-tools';
  await vi.waitFor(
    () =>
      expect(stack.output()).toContain(
        `firebase-tools exited with code 137; the stack runs on without it, and has lost its accounts and files. Start it with: ${command}`,
      ),
    WAIT,
  );
  expect((await note('third')).status).toBe(200);
  const list = (await serverCommand('list')).stdout;
  expect(list).toContain('exited with code 137');
  expect(list).toContain(NOTE);
  expect(await change('start', 'storage')).toContain('It had exited, and its accounts and files are lost');
  expect(isAlive(worker)).toBe(false);
  expect(await account('signInWithPassword', 'owner@example.com')).toBe('owner');
  expect(await account('signInWithPassword', 'shopper@example.com')).toBe('EMAIL_NOT_FOUND');
  expect((await file('first')).status).toBe(404);
  await note('fourth', 'PATCH');
  await vi.waitFor(() => expect(events()).toContain('created fourth'), WAIT);
});

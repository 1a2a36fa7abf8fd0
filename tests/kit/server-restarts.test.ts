// Firestore, Pub/Sub and Cloud Tasks are stopped and started again under functions that stay
// loaded.
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import type { Ports } from '../../packages/stack/src/config/ports.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runIn, type StartedProject, startIn, writeProject } from './foreign-project.ts';

const ID = 'demo-restarts';
const WAIT = { timeout: 30_000, interval: 50 };
const FILES = {
  'firebase.json': '{ "firestore": {}, "functions": { "source": "functions", "runtime": "nodejs24" } }',
  'functions/package.json': '{ "main": "index.js", "dependencies": { "firebase-functions": "*" } }',
  'functions/index.js': `const { appendFileSync } = require('node:fs');
const { onDocumentCreated } = require('firebase-functions/v2/firestore');
const { onMessagePublished } = require('firebase-functions/v2/pubsub');
const { onTaskDispatched } = require('firebase-functions/v2/tasks');
const record = (event) => appendFileSync(require('node:path').join(__dirname, '..', 'events.txt'), event + '\\n');
exports.created = onDocumentCreated('notes/{id}', ({ params }) => record('created ' + params.id));
exports.published = onMessagePublished('orders', ({ data }) => record('published ' + data.message.json));
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
  stack = await startIn(folder, ['--project', ID, '--only', 'functions,firestore', ...flags]);
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

function change(action: string, server: string): void {
  expect(runIn(folder, ['server', action, server, ...flags])).toMatchObject({ code: 0 });
}

it('Firestore has its documents again after a restart, and triggers run for new ones only', async () => {
  await note('first', 'PATCH');
  await vi.waitFor(() => expect(events()).toContain('created first'), WAIT);
  change('restart', 'firestore');
  expect((await note('first')).status).toBe(200);
  await note('second', 'PATCH');
  await vi.waitFor(() => expect(events()).toContain('created second'), WAIT);
  expect(events()).toEqual(['created first', 'created second']);
});

it('Firestore that was stopped has its documents again when it is started', async () => {
  change('stop', 'firestore');
  await expect(note('first')).rejects.toThrow();
  change('start', 'firestore');
  expect((await note('second')).status).toBe(200);
});

it('Pub/Sub runs the functions of a topic after a restart, once for each message', async () => {
  const publish = (number: number) =>
    fetch(`${serverUrl(ports.pubsub)}/v1/projects/${ID}/topics/orders:publish`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ messages: [{ data: Buffer.from(String(number)).toString('base64') }] }),
    });
  await publish(1);
  await vi.waitFor(() => expect(events()).toContain('published 1'), WAIT);
  change('restart', 'pubsub');
  await publish(2);
  await vi.waitFor(() => expect(events()).toContain('published 2'), WAIT);
  expect(events().filter((event) => event.startsWith('published'))).toEqual(['published 1', 'published 2']);
});

it('Cloud Tasks has the queue of a function after a restart, and dispatches its tasks', async () => {
  change('restart', 'tasks');
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

it('firebase-tools is refused by the name of each of its emulators', () => {
  expect(runIn(folder, ['server', 'restart', 'functions', ...flags])).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('functions cannot be stopped by itself: it is a part of firebase-tools'),
  });
});

// The interface for coding agents of a running stack: the tools of `savepoint mcp` through the
// SDK's own client, and the commands with --json.
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { serverUrl } from '../../packages/stack/src/config/environment.ts';
import { beginTrace } from '../../packages/stack/src/recording/expectations.ts';
import { ROOT } from '../start/kit-process.ts';
import { findFreeOffset } from '../support/free-ports.ts';
import { runKitCommand } from '../support/kit-command.ts';
import { environment, RECORDED, type StartedProject, startIn, writeProject } from './foreign-project.ts';

const PROJECT = {
  'firebase.json': JSON.stringify({
    firestore: { rules: 'firestore.rules', indexes: 'firestore.indexes.json' },
    functions: { source: 'functions', runtime: 'nodejs24' },
    emulators: { auth: {} },
  }),
  'firestore.rules': `rules_version = '2';
service cloud.firestore {
  match /databases/{database}/documents {
    match /notes/{note} {
      allow read: if resource.data.owner == request.auth.uid;
      allow delete: if false;
    }
  }
}`,
  'firestore.indexes.json': JSON.stringify({
    indexes: [
      {
        collectionGroup: 'notes',
        queryScope: 'COLLECTION',
        fields: [
          { fieldPath: 'never', order: 'ASCENDING' },
          { fieldPath: 'used', order: 'ASCENDING' },
        ],
      },
    ],
  }),
  'functions/package.json': JSON.stringify({
    name: 'functions',
    main: 'index.js',
    dependencies: { 'firebase-functions': '*' },
  }),
  'functions/index.js': `const { onCall } = require('firebase-functions/https');
const { onSchedule } = require('firebase-functions/scheduler');
exports.greet = onCall(({ data, auth }) => {
  console.log('greeting ' + data.name);
  return { text: 'Hello ' + data.name, uid: auth?.uid ?? null };
});
exports.guarded = onCall({ enforceAppCheck: true }, ({ app }) => app.appId);
exports.nightly = onSchedule('every day 03:00', () => {});`,
};

let folder: string;
let offset: number;
let started: StartedProject;

async function connect(args: readonly string[] = ['--port-offset', String(offset)]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const env = Object.fromEntries(
    Object.entries(environment(RECORDED)).filter((each): each is [string, string] => each[1] !== undefined),
  );
  const launcher = join(ROOT, 'packages', 'savepoint', 'bin', 'savepoint.mjs');
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [launcher, 'mcp', ...args],
      cwd: folder,
      env,
    }),
  );
  return client;
}

async function use(client: Client, name: string, args: Record<string, unknown> = {}) {
  const { content, isError = false } = await client.callTool({ name, arguments: args });
  return { text: (content as { text: string }[])[0]?.text ?? '', isError };
}

beforeAll(async () => {
  folder = writeProject(PROJECT);
});

describe('savepoint mcp without a running stack', () => {
  it('responds to each tool with how to start a stack', async () => {
    ({ offset } = await findFreeOffset());
    const client = await connect();
    const { text, isError } = await use(client, 'read_data', { path: 'notes' });
    expect(isError).toBe(true);
    expect(text).toMatch(/^No stack is running at port offset \d+\. Start one with/);
    await client.close();
  });
});

describe('savepoint mcp', () => {
  let client: Client;
  let projectId: string;

  beforeAll(async () => {
    ({ offset } = await findFreeOffset());
    started = await startIn(folder, ['--port-offset', String(offset), '--project', 'demo-agents'], RECORDED);
    projectId = 'demo-agents';
    const root = `${serverUrl(8080 + offset)}/v1/projects/${projectId}/databases/(default)/documents`;
    const write = (id: string, n: number) => ({
      update: {
        name: `projects/${projectId}/databases/(default)/documents/notes/${id}`,
        fields: { owner: { stringValue: 'ada' }, n: { integerValue: String(n) } },
      },
    });
    const response = await fetch(`${root}:commit`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ writes: [write('a', 1), write('b', 2)] }),
    });
    expect(response.status).toBe(200);
    expect((await fetch(`${root}/notes/a`)).status).toBe(403);
    client = await connect();
  });

  afterAll(async () => {
    await client?.close();
    expect(await started?.stop()).toBe(0);
  });

  it('has tools to read, write, call and explain', async () => {
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      ...['read_data', 'list_collections', 'write_data', 'list_accounts', 'read_realtime', 'write_realtime'],
      ...['list_functions', 'run_function'],
      ...['explain_denial', 'read_trace', 'read_logs', 'query_recording', 'advise'],
      ...['snapshot', 'reset', 'schedule'],
    ]);
  });

  it('lists collections and functions, and accounts by part of their email', async () => {
    expect((await use(client, 'list_collections')).text).toMatch(/^notes\n/);
    expect((await use(client, 'list_collections', { path: 'notes/a' })).text).toMatch(
      /^There is no collection/,
    );
    expect((await use(client, 'list_collections', { path: 'notes' })).text).toContain(
      'notes is a collection',
    );
    const { text } = await use(client, 'list_functions');
    expect(text).toContain('greet (us-central1): callable');
    expect(text).toContain('nightly (us-central1): schedule every day 03:00');
    const accounts = `${serverUrl(9099 + offset)}/identitytoolkit.googleapis.com/v1/projects/${projectId}/accounts`;
    const users = ['ada', 'bo'].map((localId) => ({
      localId,
      email: `${localId}@example.com`,
      customAttributes: JSON.stringify({ role: 'editor' }),
    }));
    const created = await fetch(`${accounts}:batchCreate`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner', 'content-type': 'application/json' },
      body: JSON.stringify({ users }),
    });
    expect(created.status).toBe(200);
    const listed = await use(client, 'list_accounts', { text: 'ADA@' });
    expect(listed.text.split('\n').slice(0, 2)).toEqual([
      '{"uid":"ada","email":"ada@example.com","claims":{"role":"editor"}}',
      '1 of 1 accounts',
    ]);
    expect(
      (await use(client, 'run_function', { name: 'greet', data: { name: 'A' }, uid: 'ada' })).text,
    ).toContain('"uid":"ada"');
  });

  it('sets, updates and deletes a document without losing types, and finds it with the operator in', async () => {
    const path = 'notes/w';
    const fields = { owner: 'bo', at: { $timestamp: '2026-01-31T12:00:00Z' }, 'a.b': 1 };
    expect((await use(client, 'write_data', { path, action: 'set', fields })).text).toContain(
      'was written at',
    );
    expect((await use(client, 'write_data', { path, action: 'update', fields: { 'a.b': 2 } })).isError).toBe(
      false,
    );
    const where = [{ field: 'owner', operator: 'in', value: ['bo', 'cy'] }];
    expect((await use(client, 'read_data', { path: 'notes', where })).text).toContain(
      'notes/w {"owner":"bo","at":{"$timestamp":"2026-01-31T12:00:00Z"},"a.b":2}',
    );
    expect((await use(client, 'write_data', { path, action: 'delete' })).isError).toBe(false);
    expect((await use(client, 'write_data', { path, action: 'update', fields })).text).toContain(
      'No document to update',
    );
    expect((await use(client, 'write_data', { path, action: 'set' })).text).toContain(
      'Expected the fields to set',
    );
    expect((await use(client, 'write_data', { path: 'notes', action: 'delete' })).text).toContain(
      'is a collection',
    );
  });

  it('reads matching documents, in order, and links to them in Studio', async () => {
    const where = [{ field: 'n', operator: '>=', value: 1 }];
    const { text } = await use(client, 'read_data', { path: 'notes', where, orderBy: '-n' });
    expect(text.split('\n')).toEqual([
      'notes/b {"owner":"ada","n":2}',
      'notes/a {"owner":"ada","n":1}',
      '2 documents',
      `Studio: ${serverUrl(4000 + offset)}/data/(default)/notes`,
    ]);
    expect(await use(client, 'read_data', { path: 'notes/none' })).toMatchObject({ isError: true });
  });

  it('explains the last denial with the rule line, the values and a fix', async () => {
    const { text } = await use(client, 'explain_denial');
    expect(text).toContain('get /notes/a');
    expect(text).toContain('firestore.rules:5');
    expect(text).toMatch(/\nfix {5}Sign in before the request/);
    expect(text).toMatch(/Studio: .*\/traces\/[\da-f]{32}$/);
  });

  it('explains a request that was denied just now', async () => {
    const { id, traceparent } = beginTrace();
    const url = `${serverUrl(8080 + offset)}/v1/projects/${projectId}/databases/(default)/documents/notes/b`;
    expect((await fetch(url, { headers: { traceparent } })).status).toBe(403);
    expect((await use(client, 'explain_denial', { traceId: id })).text).toContain('get /notes/b');
  });

  it('calls a function that enforces App Check with a token, which nobody else has', async () => {
    expect((await use(client, 'run_function', { name: 'guarded' })).text).toContain('1:0:web:0');
    const response = await fetch(`${serverUrl(5001 + offset)}/demo-agents/us-central1/guarded`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-firebase-appcheck': 'a.b.c' },
      body: '{"data":null}',
    });
    expect(response.status).toBe(401);
  });

  it('calls a function, and reads the trace of the call', async () => {
    const { text } = await use(client, 'run_function', { name: 'greet', data: { name: 'Ada' } });
    expect(text).toContain('200 {"result":{"text":"Hello Ada","uid":null}}');
    const id = /trace ([\da-f]{32})/.exec(text)?.[1];
    await vi.waitFor(
      async () => {
        const trace = await use(client, 'read_trace', { traceId: id });
        expect(trace.text).toContain('functions greet');
        expect(trace.text).toContain('Firestore: 0 reads, 0 writes, 0 deletes');
      },
      { timeout: 30_000, interval: 200 },
    );
  });

  it('reads the logs that contain a text, queries the recording, and advises', async () => {
    await use(client, 'run_function', { name: 'greet', data: { name: 'Log' } });
    await vi.waitFor(
      async () => {
        const { text } = await use(client, 'read_logs', { text: 'GREETING LOG', server: 'functions' });
        expect(text).toMatch(/info {2}functions {2}greeting Log {2}[\da-f]{32}\n/i);
      },
      { timeout: 30_000, interval: 200 },
    );
    expect((await use(client, 'read_logs', { text: 'nothing says this' })).text).toContain('No lines match.');
    const sql = 'SELECT count(*) > 0 AS some FROM spans';
    expect((await use(client, 'query_recording', { sql })).text).toMatch(/^some\n1\n/);
    expect((await use(client, 'query_recording', { sql: 'DROP TABLE spans' })).isError).toBe(true);
    expect((await use(client, 'advise')).text).toMatch(/unused-index|never used|notes/);
  });

  it.each([
    ['read_data', { path: 'notes', filter: 'a' }, 'filter'],
    ['reset', { confirm: true }, 'confirm'],
    ['schedule', { job: 'nightly' }, 'job'],
  ])('rejects an argument that the tool %s does not have, and names it', async (tool, args, unknown) => {
    const { text, isError } = await use(client, tool, args);
    expect(text).toMatch(new RegExp(`Unrecognized key.*${unknown}`, 's'));
    expect(isError).toBe(true);
  });

  it('reports an unknown function, account, path or trace', async () => {
    expect((await use(client, 'run_function', { name: 'gret' })).text).toContain('greet');
    expect((await use(client, 'run_function', { name: 'greet', uid: 'nobody' })).text).toMatch(
      /no account "nobody"/,
    );
    expect((await use(client, 'read_trace', { traceId: 'f'.repeat(32) })).text).toMatch(
      /There is no trace f/,
    );
    expect((await use(client, 'read_data', { path: 'notes', limit: 0 })).isError).toBe(true);
    expect((await use(client, 'read_data', { path: '../../../emulator/v1' })).text).toContain(
      'a path of ids',
    );
    expect((await use(client, 'snapshot', { action: 'save', name: '--help' })).isError).toBe(true);
    expect((await use(client, 'snapshot', { action: 'save', name: '..' })).isError).toBe(true);
  });

  it('lists and runs schedules, saves a snapshot, resets and loads it', async () => {
    expect((await use(client, 'schedule')).text).toContain('every day 03:00');
    expect((await use(client, 'schedule', { name: 'nightly' })).text).toContain('nightly returned 200');
    expect((await use(client, 'snapshot', { action: 'save', name: 'one' })).text).toContain(
      'Saved 2 documents',
    );
    expect((await use(client, 'reset')).isError).toBe(false);
    expect((await use(client, 'read_data', { path: 'notes' })).text).toContain('0 documents');
    expect((await use(client, 'snapshot', { action: 'load', name: 'one' })).text).toContain(
      'Loaded 2 documents',
    );
    expect((await use(client, 'snapshot', { action: 'load' })).text).toContain('Expected a snapshot name');
  });

  it('returns the same as explain --json and advise --json', async () => {
    const flags = ['--json', '--port-offset', String(offset)];
    const run = async (command: string) =>
      JSON.parse(
        (await runKitCommand([command, ...flags], { folder, env: environment({}) })).stdout,
      ) as unknown;
    expect(await run('explain')).toMatchObject({
      request: { method: 'get', path: '/notes/b', uid: null },
      file: 'firestore.rules',
      line: 5,
      causes: [{ values: expect.any(Object) }],
    });
    const { lints } = (await run('advise')) as {
      lints: { name: string; source: object }[];
    };
    expect(lints).toContainEqual(
      expect.objectContaining({ name: 'unused-index', source: { file: 'firestore.indexes.json', line: 1 } }),
    );
    expect(lints).toContainEqual(
      expect.objectContaining({ name: 'unreached-rule', source: { file: 'firestore.rules', line: 6 } }),
    );
  });
});

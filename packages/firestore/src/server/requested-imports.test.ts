import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

const DATABASE = 'projects/p/databases/(default)';
const METADATA = 'e/e.overall_export_metadata';

let folder: string;
let root: string;
let functions: Server;
let delivered: string[];
let emulator: RunningEmulator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-imports-'));
  root = join(folder, 'root');
  mkdirSync(root);
  delivered = [];
  functions = createServer((request, response) => {
    delivered.push(String(request.headers['ce-subject']));
    request.resume();
    response.end();
  });
  await new Promise<void>((resolve) => functions.listen(0, '127.0.0.1', resolve));
  const functionsEmulator = `127.0.0.1:${(functions.address() as AddressInfo).port}`;
  emulator = await startEmulator({ exportRoot: root, functionsEmulator, log: () => {} });
  await setText('a', 'exported');
  await setText('b', 'exported');
  expect(await post(':export', { export_directory: '.', export_name: 'e' })).toMatchObject({ status: 200 });
});

afterEach(async () => {
  await emulator.close();
  functions.closeAllConnections();
  functions.close();
  rmSync(folder, { recursive: true });
});

async function send(method: string, path: string, body: unknown): Promise<{ status: number; text: string }> {
  const headers = { authorization: 'Bearer owner' };
  const response = await fetch(`http://${emulator.host}${path}`, {
    method,
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, text: await response.text() };
}

const post = (action: string, body: unknown, parent = 'projects/p') =>
  send('POST', `/emulator/v1/${parent}${action}`, body);
const importFrom = (path: unknown) => post(':import', { export_directory: path });
const setText = (id: string, text: string) =>
  send('PATCH', `/v1/${DATABASE}/documents/c/${id}`, { fields: { text: { stringValue: text } } });

/** The text of each document in a database, by id. */
function texts(database = DATABASE): object {
  const documents = [...emulator.emulator.scan(database)];
  return Object.fromEntries(
    documents.map(({ name, fields }) => [name.split('/').at(-1), fields.text?.valueType.value]),
  );
}

async function expectRefused(path: unknown, status: string, message: RegExp): Promise<void> {
  const before = texts();
  const response = await importFrom(path);
  expect(response.status, response.text).toBe(400);
  const { error } = JSON.parse(response.text);
  expect(error.status).toBe(status);
  expect(error.message).toMatch(message);
  expect(texts()).toEqual(before);
}

describe('an import while the emulator runs', () => {
  it.each(['e', METADATA, '.'])('restores the exported documents of %s and keeps others', async (path) => {
    await setText('a', 'changed');
    await send('DELETE', `/v1/${DATABASE}/documents/c/b`, undefined);
    await setText('later', 'kept');
    expect(await importFrom(path)).toEqual({ status: 200, text: '{}' });
    expect(texts()).toEqual({ a: 'exported', b: 'exported', later: 'kept' });
  });

  it('targets the database named in the path or the body', async () => {
    const parent = 'projects/p/databases/second';
    expect((await post(':import', { export_directory: 'e' }, parent)).status).toBe(200);
    expect(texts(parent)).toEqual({ a: 'exported', b: 'exported' });
    const third = 'projects/p/databases/third';
    expect((await post(':import', { export_directory: 'e', database: third })).status).toBe(200);
    expect(texts(third)).toEqual({ a: 'exported', b: 'exported' });
  });

  it('reaches listeners as one change and fires no triggers', async () => {
    await setText('a', 'changed');
    const trigger = {
      eventType: 'google.cloud.firestore.document.v1.written',
      database: '(default)',
      document: { value: 'c/{id}', matchType: 'PATH_PATTERN' },
    };
    await send('POST', '/emulator/v1/projects/p/eventarcTrigger?eventarcTriggerId=t', trigger);
    const aborter = new AbortController();
    const response = await fetch(`http://${emulator.host}/v1/${DATABASE}/documents:listen`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner' },
      signal: aborter.signal,
      body: JSON.stringify({
        addTarget: {
          targetId: 1,
          query: {
            parent: `${DATABASE}/documents`,
            structuredQuery: { from: [{ collectionId: 'c' }] },
          },
        },
      }),
    });
    let received = '';
    const reading = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        received += decoder.decode(chunk);
      }
    })().catch(() => {});
    await vi.waitFor(() => expect(received).toContain('CURRENT'));
    received = '';
    expect((await importFrom('e')).status).toBe(200);
    await vi.waitFor(() => {
      expect(received.match(/documentChange/g)).toHaveLength(2);
      expect(received).toContain('readTime');
    });
    expect(received.match(/"stringValue":"exported"/g)).toHaveLength(2);
    expect(new Set(received.match(/(?<="updateTime":")[^"]+/g)).size).toBe(1);
    aborter.abort();
    await reading;
    // Events are sent in order, so this write's event would follow those of the import.
    await setText('later', 'fires');
    await vi.waitFor(() => expect(delivered).toEqual(['documents/c/later']));
  });

  it('survives a restart with --data-dir', async () => {
    const dataDir = join(folder, 'data');
    const settings = { dataDir, exportRoot: root, log: () => {} };
    const first = await startEmulator(settings);
    const response = await fetch(`http://${first.host}/emulator/v1/projects/p:import`, {
      method: 'POST',
      body: JSON.stringify({ export_directory: 'e' }),
    });
    expect(response.status).toBe(200);
    await first.close();
    const second = await startEmulator(settings);
    const names = [...second.emulator.scan(DATABASE)].map(({ name }) => name.split('/').at(-1));
    await second.close();
    expect(names).toEqual(['a', 'b']);
  });

  it.each([
    ['../outside/e', 'outside'],
    ['/etc', 'outside'],
    ['e/../../outside/e/e.overall_export_metadata', 'outside'],
    ['link', 'outside'],
    ['link/e.overall_export_metadata', 'outside'],
    ['a\0b', 'NUL'],
  ])('is refused for %j, which is not below the export root', async (path, message) => {
    cpSync(join(root, 'e'), join(folder, 'outside', 'e'), { recursive: true });
    symlinkSync(join(folder, 'outside', 'e'), join(root, 'link'));
    await setText('a', 'changed');
    const status = message === 'NUL' ? 'INVALID_ARGUMENT' : 'FAILED_PRECONDITION';
    await expectRefused(path, status, new RegExp(message));
  });

  it('is refused for a folder without an export, for another file, or without a path', async () => {
    writeFileSync(join(root, 'notes.txt'), 'private');
    mkdirSync(join(root, 'empty'));
    await expectRefused('missing', 'FAILED_PRECONDITION', /cannot be imported: .*no such file/);
    await expectRefused('empty', 'FAILED_PRECONDITION', /contains no \*\.overall_export_metadata file/);
    await expectRefused('notes.txt', 'INVALID_ARGUMENT', /is a file, but not one named/);
    await expectRefused('', 'INVALID_ARGUMENT', /"export_directory"/);
    await expectRefused(7, 'INVALID_ARGUMENT', /"export_directory"/);
  });

  it('changes nothing when the export is damaged', async () => {
    await setText('a', 'changed');
    const output = join(root, 'e', 'all_namespaces', 'all_kinds', 'output-0');
    const bytes = readFileSync(output);
    bytes[40] = (bytes[40] ?? 0) ^ 1;
    writeFileSync(output, bytes);
    await expectRefused('e', 'FAILED_PRECONDITION', /is corrupt: /);
  });

  it('is refused for another project in the body', async () => {
    const body = { export_directory: 'e', database: 'projects/q/databases/(default)' };
    expect((await post(':import', body)).status).toBe(400);
    expect(texts('projects/q/databases/(default)')).toEqual({});
  });
});

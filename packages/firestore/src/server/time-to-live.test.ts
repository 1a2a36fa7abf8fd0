import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Clock } from '@savepoint/server/core/clock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { parseIndexDefinitions } from '../query/index-definitions.ts';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';
import { TimeToLive } from './time-to-live.ts';

const DATABASE = 'projects/p/databases/(default)';
const INDEXES = JSON.stringify({
  indexes: [],
  fieldOverrides: [
    { collectionGroup: 'sessions', fieldPath: 'expireAt', ttl: true, indexes: [] },
    { collectionGroup: 'tokens', fieldPath: 'meta.`expire at`', ttl: true, indexes: [] },
    { collectionGroup: 'users', fieldPath: 'expireAt', ttl: false, indexes: [] },
  ],
});

interface Delivered {
  readonly subject: string;
  readonly authType: string | undefined;
}

let folder: string;
let functions: Server;
let delivered: Delivered[];
let lines: string[];
let emulator: RunningEmulator;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'savepoint-ttl-'));
  writeFileSync(join(folder, 'indexes.json'), INDEXES);
  delivered = [];
  functions = createServer(({ headers }, response) => {
    delivered.push({
      subject: String(headers['ce-subject']),
      authType: headers['ce-authtype'] as string | undefined,
    });
    response.end();
  });
  await new Promise<void>((resolve) => functions.listen(0, '127.0.0.1', resolve));
  lines = [];
  emulator = await startEmulator({
    indexes: join(folder, 'indexes.json'),
    functionsEmulator: `127.0.0.1:${(functions.address() as AddressInfo).port}`,
    log: (line) => lines.push(line),
  });
});

afterEach(async () => {
  await emulator.close();
  functions.closeAllConnections();
  functions.close();
  rmSync(folder, { recursive: true });
});

async function send(method: string, path: string, body?: unknown): Promise<{ status: number; json: never }> {
  const response = await fetch(`http://${emulator.host}${path}`, {
    method,
    headers: { authorization: 'Bearer owner' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: JSON.parse(await response.text()) as never };
}

const advance = (seconds: unknown) => send('POST', '/_savepoint/clock/advance', { seconds });
const inSeconds = (seconds: number) => ({
  timestampValue: new Date(Date.now() + seconds * 1000).toISOString(),
});
const put = (path: string, fields: object, database = DATABASE) =>
  send('PATCH', `/v1/${database}/documents/${path}`, { fields });
const paths = (database = DATABASE): string[] =>
  [...emulator.emulator.scan(database)].map(({ name }) => name.split('/documents/')[1] as string).sort();

describe('a TTL policy', () => {
  it('deletes the documents of its collection group whose timestamp has passed, and no others', async () => {
    await put('sessions/early', { expireAt: inSeconds(100) });
    await put('users/u/sessions/nested', { expireAt: inSeconds(100) });
    await put('sessions/past', { expireAt: { timestampValue: '1969-12-31T00:00:00Z' } });
    await put('sessions/late', { expireAt: inSeconds(10_000) });
    await put('sessions/number', { expireAt: { integerValue: '1' } });
    await put('sessions/null', { expireAt: { nullValue: null } });
    await put('sessions/text', { expireAt: { stringValue: '2000-01-01T00:00:00Z' } });
    await put('sessions/list', { expireAt: { arrayValue: { values: [inSeconds(1)] } } });
    await put('sessions/none', {});
    await put('sessions/early/below/kept', { expireAt: inSeconds(1) });
    await put('users/expired', { expireAt: inSeconds(1) });
    await put('tokens/t', { meta: { mapValue: { fields: { 'expire at': inSeconds(100) } } } });

    expect((await advance(0)).status).toBe(200);
    expect(paths()).not.toContain('sessions/past');
    expect(paths()).toContain('sessions/early');
    await advance(200);
    expect(paths()).toEqual([
      'sessions/early/below/kept',
      'sessions/late',
      'sessions/list',
      'sessions/none',
      'sessions/null',
      'sessions/number',
      'sessions/text',
      'users/expired',
    ]);
    expect(lines.filter((line) => line.startsWith('TTL'))).toEqual([
      'TTL policies deleted 1 document',
      'TTL policies deleted 3 documents',
    ]);
  });

  it('fires deletion triggers on behalf of the system, and notifies listeners', async () => {
    await put('sessions/s', { expireAt: inSeconds(100) });
    await send('POST', '/emulator/v1/projects/p/eventarcTrigger?eventarcTriggerId=t', {
      eventType: 'google.cloud.firestore.document.v1.deleted.withAuthContext',
      database: '(default)',
      document: { value: 'sessions/{id}', matchType: 'PATH_PATTERN' },
    });
    const aborter = new AbortController();
    const response = await fetch(`http://${emulator.host}/v1/${DATABASE}/documents:listen`, {
      method: 'POST',
      headers: { authorization: 'Bearer owner' },
      signal: aborter.signal,
      body: JSON.stringify({
        addTarget: { targetId: 1, documents: { documents: [`${DATABASE}/documents/sessions/s`] } },
      }),
    });
    let received = '';
    const reading = (async () => {
      for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
        received += Buffer.from(chunk).toString();
      }
    })().catch(() => {});
    await vi.waitFor(() => expect(received).toContain('CURRENT'));
    await advance(101);
    await vi.waitFor(() => expect(received).toContain('documentDelete'));
    await vi.waitFor(() =>
      expect(delivered).toEqual([{ subject: 'documents/sessions/s', authType: 'system' }]),
    );
    aborter.abort();
    await reading;
  });

  it('keeps a document whose expiry a transaction postpones while its deletion waits', async () => {
    const local = new FirestoreEmulator();
    local.setTimeToLive(parseIndexDefinitions(INDEXES));
    const name = `${DATABASE}/documents/sessions/s`;
    const expireAt = (seconds: bigint) => ({
      valueType: {
        case: 'timestampValue' as const,
        value: { $typeName: 'google.protobuf.Timestamp' as const, seconds, nanos: 0 },
      },
    });
    const document = (seconds: bigint) => ({ name, fields: { expireAt: expireAt(seconds) } }) as never;
    local.mergeDocuments(DATABASE, [document(1n)]);
    const database = local.database(DATABASE);
    const transaction = database.begin({ readOnly: false, readTime: undefined });
    await database.transactions.locks.lockDocument(transaction, 'sessions/s');
    const deleted = local.deleteExpired();
    local.mergeDocuments(DATABASE, [document(32_503_680_000n)]);
    database.transactions.end(transaction, 'finished');
    expect(await deleted).toBe(0);
    expect([...local.scan(DATABASE)]).toHaveLength(1);
    local.close();
  });

  it('runs every minute of the clock', async () => {
    const wakes: { ms: number; callback: () => void }[] = [];
    let nowMs = 0;
    const clock = new Clock({
      now: () => nowMs,
      after: (ms, callback) => {
        wakes.push({ ms, callback });
        return () => {};
      },
    });
    const local = new FirestoreEmulator();
    const deleteExpired = vi.spyOn(local, 'deleteExpired');
    const timeToLive = new TimeToLive(local, clock, () => {});
    timeToLive.start();
    for (let minute = 1; minute <= 3; minute++) {
      const { ms, callback } = wakes.at(-1) as { ms: number; callback: () => void };
      expect(ms).toBe(60_000);
      nowMs += ms;
      callback();
      // The run ends in this turn of the event loop.
      await new Promise((resolve) => setImmediate(resolve));
      expect(deleteExpired).toHaveBeenCalledTimes(minute);
    }
    timeToLive.close();
    local.close();
  });
});

describe('POST /_savepoint/clock/advance', () => {
  it('moves the time of rules and of commits', async () => {
    const before = Date.now() / 1000;
    const { json } = await advance(86_400);
    expect((json as { now: number }).now).toBeGreaterThanOrEqual(Math.floor(before) + 86_400);
    const written = (await put('users/u', {})).json as { updateTime: string };
    expect(Date.parse(written.updateTime) / 1000 - before).toBeGreaterThan(86_399);
    const limit = new Date(Date.now() + 3_600_000).toISOString();
    const content = `rules_version = '2';
service cloud.firestore {
  match /databases/{d}/documents {
    match /{p=**} { allow read: if request.time > timestamp.value(${Date.parse(limit)}); }
  }
}`;
    await send('PUT', '/emulator/v1/projects/p:securityRules', { rules: { files: [{ content }] } });
    const read = await fetch(`http://${emulator.host}/v1/${DATABASE}/documents/users/u`);
    expect(read.status).toBe(200);
  });

  it.each([[-1], [31_536_001], ['60'], [null], [undefined]])('rejects the seconds %j', async (seconds) => {
    expect((await advance(seconds)).status).toBe(400);
  });

  it('rejects an unknown field', async () => {
    expect((await send('POST', '/_savepoint/clock/advance', { seconds: 1, days: 1 })).status).toBe(400);
  });
});

describe('the "ttl" of a field in firestore.indexes.json', () => {
  it.each([
    [[{ collectionGroup: 'a', fieldPath: 'x', ttl: 'yes', indexes: [] }], /fieldOverrides\[0\]\.ttl must be/],
    [
      ['x', 'y'].map((fieldPath) => ({ collectionGroup: 'a', fieldPath, ttl: true, indexes: [] })),
      /fieldOverrides\[1\] is a second "ttl" of the collection group "a", which has x already/,
    ],
  ])('is rejected in %j', (fieldOverrides, message) => {
    expect(() => parseIndexDefinitions(JSON.stringify({ fieldOverrides }))).toThrow(message);
  });
});

import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, fromBinary } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { CommitRecord, FirestoreEmulator } from '../database/firestore-emulator.ts';
import { type Document, DocumentSchema, ValueSchema } from '../gen/google/firestore/v1/document_pb.js';
import { DocumentTriggers } from './document-triggers.ts';
import { matchesTrigger, parseTrigger } from './trigger.ts';
import { TriggerDelivery } from './trigger-delivery.ts';
import { type ChangeEvent, eventRequest, updateMask } from './trigger-event.ts';

// A laptop that runs everything else at once is slow, not wrong.
vi.setConfig({ testTimeout: 30_000 });

function v2(eventType: string, value: string, matchType = 'PATH_PATTERN') {
  const registration = { eventType, database: '(default)', document: { value, matchType } };
  return parseTrigger('p', 'key', registration);
}

function v1(kind: string, path: string) {
  const resource = `projects/p/databases/(default)/documents/${path}`;
  const eventType = `providers/cloud.firestore/eventTypes/document.${kind}`;
  return parseTrigger('p', 'key', { eventTrigger: { eventType, resource } });
}

const WRITTEN = 'google.cloud.firestore.document.v1.written';

test.each([
  ['foo/{id}', 'foo/a', true],
  ['foo/{id}', 'foo/a/bar/b', false],
  ['foo/{id}', 'bar/a', false],
  ['foo/{id}/{sub}/{n}', 'foo/a/bar/b', true],
  ['foo/{rest=**}', 'foo/a/bar/b', true],
  ['{all=**}', 'foo/a', true],
  ['foo/{x=**}/end', 'foo/a/b/end', true],
  ['foo/{x=**}/end', 'foo/a/b/no', false],
  ['foo/a', 'foo/a', true],
])('%s on %s: %s', (pattern, path, expected) => {
  expect(matchesTrigger(v2(WRITTEN, pattern), 'update', path.split('/'))).toBe(expected);
  expect(matchesTrigger(v1('write', pattern), 'update', path.split('/'))).toBe(expected);
});

test('an exact document with braces is text', () => {
  expect(matchesTrigger(v2(WRITTEN, 'foo/{id}', 'EXACT'), 'create', ['foo', 'a'])).toBe(false);
  expect(matchesTrigger(v2(WRITTEN, 'foo/{id}', 'EXACT'), 'create', ['foo', '{id}'])).toBe(true);
});

test('each kind of trigger wants its kind of change', () => {
  const kinds = ['create', 'update', 'delete'] as const;
  const wanted = (trigger: ReturnType<typeof v1>) =>
    kinds.filter((kind) => matchesTrigger(trigger, kind, ['a', 'b']));
  expect(wanted(v1('create', 'a/b'))).toEqual(['create']);
  expect(wanted(v1('write', 'a/b'))).toEqual([...kinds]);
  expect(wanted(v2('google.cloud.firestore.document.v1.deleted', 'a/b'))).toEqual(['delete']);
  expect(wanted(v2('google.cloud.firestore.document.v1.updated.withAuthContext', 'a/b'))).toEqual(['update']);
});

test.each([
  {},
  { eventType: 'google.cloud.storage.object.v1.finalized' },
  { eventTrigger: { eventType: 'providers/cloud.firestore/eventTypes/document.read', resource: 'x' } },
  { eventTrigger: { eventType: 'providers/cloud.firestore/eventTypes/document.write', resource: 'x' } },
])('an unknown registration is refused: %o', (registration) => {
  expect(() => parseTrigger('p', 'key', registration)).toThrow(/Trigger key/);
});

function aDocument(fields: Record<string, number | Record<string, number>>): Document {
  const integer = (n: number) =>
    create(ValueSchema, { valueType: { case: 'integerValue', value: BigInt(n) } });
  const encode = (value: number | Record<string, number>) =>
    typeof value === 'number'
      ? integer(value)
      : create(ValueSchema, {
          valueType: {
            case: 'mapValue',
            value: {
              $typeName: 'google.firestore.v1.MapValue',
              fields: Object.fromEntries(Object.entries(value).map(([name, n]) => [name, integer(n)])),
            },
          },
        });
  return create(DocumentSchema, {
    name: 'projects/p/databases/(default)/documents/foo/a',
    fields: Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, encode(value)])),
  });
}

function anUpdate(before: Document | undefined, after: Document | undefined): ChangeEvent {
  return {
    id: 'e1',
    projectId: 'p',
    databaseId: '(default)',
    path: 'foo/ä',
    kind: 'update',
    before,
    after,
    time: '2026-01-01T00:00:00Z',
    authContext: { type: 'app_user', id: 'u1' },
  };
}

test('the update mask names what changed, within maps too', () => {
  const before = aDocument({ same: 1, gone: 1, map: { a: 1, b: 1 }, turned: 1 });
  const after = aDocument({ same: 1, 'odd name': 1, map: { a: 2, b: 1 }, turned: { a: 1 } });
  expect(updateMask({ before, after })).toEqual(['`odd name`', 'gone', 'map.a', 'turned']);
  expect(updateMask({ before: undefined, after })).toEqual([]);
});

test('v2 is a binary CloudEvent with a base64 body', () => {
  const [before, after] = [aDocument({ n: 1 }), aDocument({ n: 2 })];
  const { headers, body } = eventRequest(
    v2(`${WRITTEN}.withAuthContext`, 'foo/{id}'),
    anUpdate(before, after),
  );
  expect(headers).toMatchObject({
    'ce-id': 'e1',
    'ce-type': `${WRITTEN}.withAuthContext`,
    'ce-source': '//firestore.googleapis.com/projects/p/databases/(default)',
    'ce-document': 'foo/%C3%A4',
    'ce-authtype': 'app_user',
    'ce-authid': 'u1',
  });
  const reader = new BinaryReader(Buffer.from(body, 'base64'));
  const parts: Record<number, Uint8Array> = {};
  while (reader.pos < reader.len) parts[reader.tag()[0]] = reader.bytes();
  expect(fromBinary(DocumentSchema, parts[1] as Uint8Array)).toEqual(after);
  expect(fromBinary(DocumentSchema, parts[2] as Uint8Array)).toEqual(before);
  expect(Buffer.from(parts[3] as Uint8Array).toString()).toBe('\n\u0001n');
});

test('v1 is JSON; a created document has no old value', () => {
  const { body } = eventRequest(v1('write', 'foo/{id}'), anUpdate(undefined, aDocument({ n: 2 })));
  const { data, context } = JSON.parse(body);
  expect(data).toEqual({
    value: expect.objectContaining({ fields: { n: { integerValue: '2' } } }),
    updateMask: {},
  });
  expect(context.resource.name).toBe('projects/p/databases/(default)/documents/foo/ä');
});

let receiver: Server;
let received: string[];
let answer: (request: IncomingMessage, text: string) => number;

beforeEach(async () => {
  received = [];
  answer = () => 200;
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const status = answer(request, text);
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end();
      if (status === 200) received.push(text);
    });
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
});

afterEach(() => {
  receiver.closeAllConnections();
  return new Promise((resolve) => receiver.close(resolve));
});

function delivery(log: (line: string) => void = () => {}): TriggerDelivery {
  return new TriggerDelivery({ address: `127.0.0.1:${(receiver.address() as AddressInfo).port}`, log });
}

test('events of one document arrive in order, though one is lost on the way and sent again', async () => {
  let failures = 2;
  answer = (_request, text) => (text === 'a1' && failures-- > 0 ? 0 : 200);
  const sender = delivery();
  for (const body of ['a1', 'a2', 'a3'])
    sender.enqueue({ path: '/t', orderingKey: 'a', event: { headers: {}, body } });
  sender.enqueue({ path: '/t', orderingKey: 'b', event: { headers: {}, body: 'b1' } });
  await sender.idle();
  expect(received.filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(received[0]).toBe('b1');
  sender.close();
});

test('a function that fails is not called again, and the next event comes', async () => {
  const lines: string[] = [];
  answer = (_request, text) => (text === '1' ? 500 : text === '2' ? 404 : 200);
  const sender = delivery((line) => lines.push(line));
  for (const body of ['1', '2', '3'])
    sender.enqueue({ path: '/t', orderingKey: 'a', event: { headers: {}, body } });
  await sender.idle();
  expect(received).toEqual(['3']);
  expect(lines).toEqual([expect.stringContaining('ended with 500'), expect.stringContaining('knows no /t')]);
  sender.close();
});

test('a commit reaches the triggers that want it, of its own database, with its author; a cleared database reaches none', async () => {
  let commit: (record: CommitRecord) => void = () => {};
  const emulator = {
    onCommit: (observer: typeof commit) => {
      commit = observer;
    },
  } as unknown as FirestoreEmulator;
  const paths: string[] = [];
  const authors: unknown[] = [];
  answer = (request) => {
    paths.push(request.url ?? '');
    authors.push(request.headers['ce-authtype']);
    return 200;
  };
  const sender = delivery();
  const triggers = new DocumentTriggers(emulator, sender);
  const register = (key: string, document: string, database = '(default)') =>
    triggers.register('p', key, {
      eventType: `${WRITTEN}.withAuthContext`,
      database,
      document: { value: document },
    });
  register('wanted', 'foo/{id}');
  register('elsewhere', 'bar/{id}');
  register('other-database', 'foo/{id}', 'second');
  const principal = { kind: 'client', auth: { uid: 'u1', token: {} } } as const;
  const change = {
    name: 'projects/p/databases/(default)/documents/foo/a',
    before: undefined,
    after: aDocument({}),
    principal,
  };
  const record = {
    database: 'projects/p/databases/(default)',
    commitTime: 1_700_000_000_000_000,
    changes: [change],
  };
  commit(record);
  triggers.suppress(() => commit(record));
  commit({ ...record, database: 'projects/q/databases/(default)' });
  await sender.idle();
  expect(paths).toEqual(['/functions/projects/p/triggers/wanted']);
  expect(authors).toEqual(['app_user']);
  sender.close();
});

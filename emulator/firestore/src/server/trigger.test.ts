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

// The default timeout is too short on a machine that runs other suites at the same time.
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
])('the document pattern %s matches %s: %s', (pattern, path, expected) => {
  expect(matchesTrigger(v2(WRITTEN, pattern), 'update', path.split('/'))).toBe(expected);
  expect(matchesTrigger(v1('write', pattern), 'update', path.split('/'))).toBe(expected);
});

test('a trigger with matchType EXACT treats braces in its document path literally', () => {
  expect(matchesTrigger(v2(WRITTEN, 'foo/{id}', 'EXACT'), 'create', ['foo', 'a'])).toBe(false);
  expect(matchesTrigger(v2(WRITTEN, 'foo/{id}', 'EXACT'), 'create', ['foo', '{id}'])).toBe(true);
});

test('a trigger fires for the kinds of change of its event type only', () => {
  const kinds = ['create', 'update', 'delete'] as const;
  const matchingKinds = (trigger: ReturnType<typeof v1>) =>
    kinds.filter((kind) => matchesTrigger(trigger, kind, ['a', 'b']));
  expect(matchingKinds(v1('create', 'a/b'))).toEqual(['create']);
  expect(matchingKinds(v1('write', 'a/b'))).toEqual([...kinds]);
  expect(matchingKinds(v2('google.cloud.firestore.document.v1.deleted', 'a/b'))).toEqual(['delete']);
  expect(matchingKinds(v2('google.cloud.firestore.document.v1.updated.withAuthContext', 'a/b'))).toEqual([
    'update',
  ]);
});

test.each([
  {},
  { eventType: 'google.cloud.storage.object.v1.finalized' },
  { eventTrigger: { eventType: 'providers/cloud.firestore/eventTypes/document.read', resource: 'x' } },
  { eventTrigger: { eventType: 'providers/cloud.firestore/eventTypes/document.write', resource: 'x' } },
])('parseTrigger rejects the unknown registration %o', (registration) => {
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

test('updateMask lists the changed fields, also within maps', () => {
  const before = aDocument({ same: 1, removed: 1, map: { a: 1, b: 1 }, retyped: 1 });
  const after = aDocument({ same: 1, 'odd name': 1, map: { a: 2, b: 1 }, retyped: { a: 1 } });
  expect(updateMask({ before, after })).toEqual(['`odd name`', 'map.a', 'removed', 'retyped']);
  expect(updateMask({ before: undefined, after })).toEqual([]);
});

test('a v2 event is a CloudEvent in binary content mode with a base64 body', () => {
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

test('a v1 event is JSON, without oldValue for a created document', () => {
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
let respond: (request: IncomingMessage, text: string) => number;

beforeEach(async () => {
  received = [];
  respond = () => 200;
  receiver = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const status = respond(request, text);
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

test('TriggerDelivery delivers the events of one ordering key in order when one has to be retried', async () => {
  let failures = 2;
  respond = (_request, text) => (text === 'a1' && failures-- > 0 ? 0 : 200);
  const triggerDelivery = delivery();
  for (const body of ['a1', 'a2', 'a3'])
    triggerDelivery.enqueue({ path: '/t', orderingKey: 'a', event: { headers: {}, body } });
  triggerDelivery.enqueue({ path: '/t', orderingKey: 'b', event: { headers: {}, body: 'b1' } });
  await triggerDelivery.idle();
  expect(received.filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(received[0]).toBe('b1');
  triggerDelivery.close();
});

test('TriggerDelivery does not retry a failed function and goes on with the next event', async () => {
  const lines: string[] = [];
  respond = (_request, text) => (text === '1' ? 500 : text === '2' ? 404 : 200);
  const triggerDelivery = delivery((line) => lines.push(line));
  for (const body of ['1', '2', '3'])
    triggerDelivery.enqueue({ path: '/t', orderingKey: 'a', event: { headers: {}, body } });
  await triggerDelivery.idle();
  expect(received).toEqual(['3']);
  expect(lines).toEqual([
    expect.stringContaining('/t failed with status 500'),
    expect.stringContaining('/t is not registered'),
  ]);
  triggerDelivery.close();
});

test('a commit fires the matching triggers of its database with its auth context, a suppressed commit none', async () => {
  let commit: (record: CommitRecord) => void = () => {};
  const emulator = {
    onCommit: (observer: typeof commit) => {
      commit = observer;
    },
  } as unknown as FirestoreEmulator;
  const paths: string[] = [];
  const authors: unknown[] = [];
  respond = (request) => {
    paths.push(request.url ?? '');
    authors.push(request.headers['ce-authtype']);
    return 200;
  };
  const triggerDelivery = delivery();
  const triggers = new DocumentTriggers(emulator, triggerDelivery);
  const register = (key: string, document: string, database = '(default)') =>
    triggers.register('p', key, {
      eventType: `${WRITTEN}.withAuthContext`,
      database,
      document: { value: document },
    });
  register('matching', 'foo/{id}');
  register('other-collection', 'bar/{id}');
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
  await triggerDelivery.idle();
  expect(paths).toEqual(['/functions/projects/p/triggers/matching']);
  expect(authors).toEqual(['app_user']);
  triggerDelivery.close();
});

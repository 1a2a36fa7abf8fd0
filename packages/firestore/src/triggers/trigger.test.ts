import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { create, fromBinary } from '@bufbuild/protobuf';
import { BinaryReader } from '@bufbuild/protobuf/wire';
import { type Delivery, type DeliveryLimits, TriggerDelivery } from '@savepoint/server/http/trigger-delivery';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { CommitRecord, FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { type Document, DocumentSchema, ValueSchema } from '../gen/google/firestore/v1/document_pb.js';
import { DocumentTriggers } from './document-triggers.ts';
import { matchesTrigger, parseTrigger } from './trigger.ts';
import { type ChangeEvent, eventRequest, updateMask } from './trigger-event.ts';

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

test('a trigger fires only for the kinds of change in its event type', () => {
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
    authContext: { type: 'unknown', id: 'u1' },
  };
}

test('updateMask lists the changed fields, including those within maps', () => {
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
    'ce-authtype': 'unknown',
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
/** Status and body of the response; 0 closes the connection, undefined never responds. */
let respond: (request: IncomingMessage, text: string) => number | readonly [number, string] | undefined;

function createReceiver(): Server {
  return createServer((request, response) => {
    let text = '';
    request.on('data', (chunk) => {
      text += chunk;
    });
    request.on('end', () => {
      const result = respond(request, text);
      if (result === undefined) return;
      const [status, body] = typeof result === 'number' ? [result, ''] : result;
      if (status === 0) request.socket.destroy();
      else response.writeHead(status).end(body);
      if (status === 200) received.push(text);
    });
  });
}

const listen = (server: Server, port: number) =>
  new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
const receiverPort = () => (receiver.address() as AddressInfo).port;
const closeReceiver = () => {
  receiver.closeAllConnections();
  return new Promise((resolve) => receiver.close(resolve));
};

beforeEach(async () => {
  received = [];
  respond = () => 200;
  receiver = createReceiver();
  await listen(receiver, 0);
});

afterEach(closeReceiver);

let triggerDelivery: TriggerDelivery | undefined;
let lines: string[];
beforeEach(() => {
  lines = [];
});
afterEach(() => triggerDelivery?.close());

/** Delays between attempts are short. */
function createDelivery(limits: Partial<DeliveryLimits> = {}): TriggerDelivery {
  triggerDelivery = new TriggerDelivery({
    sender: 'Firestore',
    address: `127.0.0.1:${receiverPort()}`,
    log: (line) => lines.push(line),
    limits: { minRetryDelayMs: 1, maxRetryDelayMs: 20, ...limits },
  });
  return triggerDelivery;
}

function anEvent(body: string, overrides: Partial<Delivery> = {}): Delivery {
  const event = { headers: { 'ce-id': `id of ${body}` }, body };
  return { path: '/t', orderingKey: 'a', event, description: `event ${body}`, retry: false, ...overrides };
}

test('TriggerDelivery delivers the events of one ordering key in order even if one has to be retried', async () => {
  let failures = 2;
  respond = (_request, text) => (text === 'a1' && failures-- > 0 ? 0 : 200);
  const delivery = createDelivery({ minRetryDelayMs: 100 });
  for (const body of ['a1', 'a2', 'a3']) delivery.enqueue(anEvent(body));
  delivery.enqueue(anEvent('b1', { orderingKey: 'b' }));
  await delivery.idle();
  expect(received.filter((text) => text.startsWith('a'))).toEqual(['a1', 'a2', 'a3']);
  expect(received[0]).toBe('b1');
});

test('TriggerDelivery reports a failed function without retry in one line and continues with the next event', async () => {
  respond = (_request, text) => (text === '1' ? [500, 'no such\nproduct'] : 200);
  const delivery = createDelivery();
  for (const body of ['1', '2']) delivery.enqueue(anEvent(body));
  await delivery.idle();
  expect(received).toEqual(['2']);
  expect(lines).toEqual([
    'trigger: event 1 abandoned after 1 attempt: the function failed with status 500 (no such product)',
  ]);
});

test.each<[string, number | [number, string]]>([
  ['a worker that died (503)', 503],
  ['a worker that died (firebase-tools without patches)', [500, '{"errno":-104,"code":"ECONNRESET"}']],
  ['an overloaded functions emulator (429)', 429],
  ['a connection that broke', 0],
  ['a trigger that is not registered yet', 404],
])('TriggerDelivery retries an event for a function without retry after %s', async (_reason, response) => {
  let failures = 5;
  respond = () => (failures-- > 0 ? response : 200);
  const delivery = createDelivery();
  delivery.enqueue(anEvent('1'));
  await delivery.idle();
  expect(received).toEqual(['1']);
  expect(lines).toEqual([]);
});

test('TriggerDelivery retries a failed function with retry, each time with the same event id and body', async () => {
  const attempts: unknown[] = [];
  respond = (request, text) => {
    attempts.push([request.headers['ce-id'], text]);
    return attempts.length < 4 ? 500 : 200;
  };
  const delivery = createDelivery();
  delivery.enqueue(anEvent('1', { retry: true }));
  await delivery.idle();
  expect(attempts).toEqual(Array(4).fill(['id of 1', '1']));
  expect(lines).toEqual([]);
});

test('TriggerDelivery keeps 1,000 events while the Functions emulator is down and delivers each after its restart', async () => {
  const port = receiverPort();
  const delivery = createDelivery();
  await closeReceiver();
  const bodies = Array.from({ length: 1000 }, (_, n) => String(n));
  for (const body of bodies) delivery.enqueue(anEvent(body, { orderingKey: body }));
  const refused = new Promise<void>((resolve) => {
    const probe = new TriggerDelivery({
      sender: 'Firestore',
      address: `127.0.0.1:${port}`,
      log: () => resolve(),
      limits: { maxRetryDurationMs: 0 },
    });
    probe.enqueue(anEvent('probe'));
  });
  await refused;
  receiver = createReceiver();
  await listen(receiver, port);
  await delivery.idle();
  expect(received.sort((a, b) => Number(a) - Number(b))).toEqual(bodies);
});

test('TriggerDelivery delivers an event again when the Functions emulator does not respond in time', async () => {
  let attempts = 0;
  respond = () => {
    attempts += 1;
    return attempts === 1 ? undefined : 200;
  };
  const delivery = createDelivery({ workerStartTimeoutMs: 50 });
  delivery.enqueue(anEvent('1', { timeoutSeconds: 0.05 }));
  await delivery.idle();
  expect(attempts).toBe(2);
  expect(received).toEqual(['1']);
});

test.each([
  [503, { maxRetryDurationMs: 300 }, 'the function did not finish, status 503'],
  [500, { maxRetryDurationMs: 300 }, 'the function failed with status 500'],
  [404, { maxUnregisteredMs: 300 }, 'the Functions emulator does not have it'],
  [0, { maxRetryDurationMs: 300 }, 'the Functions emulator is unreachable (ECONNRESET)'],
])(
  'TriggerDelivery abandons an event that keeps ending with %s, and reports the reason and the number of attempts',
  async (status, limits, reason) => {
    let attempts = 0;
    respond = (_request, text) => {
      if (text === '2') return 200;
      attempts += 1;
      return status;
    };
    const delivery = createDelivery(limits);
    delivery.enqueue(anEvent('1', { retry: true }));
    delivery.enqueue(anEvent('2', { retry: true }));
    await delivery.idle();
    expect(attempts).toBeGreaterThan(1);
    expect(lines.map((line) => line.replace(/in \d+ s/, 'in N s'))).toEqual([
      `trigger: event 1 abandoned after ${attempts} attempts in N s: ${reason}`,
    ]);
    expect(received).toEqual(['2']);
  },
);

test('TriggerDelivery reports the number of dropped events when it is closed', async () => {
  const delivery = createDelivery();
  const arrived = new Promise<void>((resolve) => {
    respond = () => {
      resolve();
      return undefined;
    };
  });
  delivery.enqueue(anEvent('1'));
  delivery.enqueue(anEvent('2'));
  await arrived;
  delivery.close();
  await delivery.idle();
  expect(lines).toEqual(['trigger: 2 events abandoned: Firestore is stopping']);
});

test('parseTrigger reads retry and timeoutSeconds of both generations, and defaults to no retry', () => {
  const document = { value: 'foo/{id}', matchType: 'PATH_PATTERN' };
  const policy = { retry: true, timeoutSeconds: 120 };
  expect(parseTrigger('p', 'key', { eventType: WRITTEN, document, ...policy })).toMatchObject(policy);
  const eventTrigger = {
    eventType: 'providers/cloud.firestore/eventTypes/document.write',
    resource: 'projects/p/databases/(default)/documents/foo/{id}',
    ...policy,
  };
  expect(parseTrigger('p', 'key', { eventTrigger })).toMatchObject(policy);
  for (const trigger of [v1('write', 'foo/{id}'), v2(WRITTEN, 'foo/{id}')]) {
    expect(trigger).toMatchObject({ retry: false, timeoutSeconds: undefined });
  }
});

test('a commit fires the matching triggers of its database with its auth context, but a suppressed commit fires none', async () => {
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
  const delivery = createDelivery();
  const triggers = new DocumentTriggers(emulator, delivery);
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
  await delivery.idle();
  expect(paths).toEqual(['/functions/projects/p/triggers/matching']);
  expect(authors).toEqual(['unknown']);
});

test.each([1, 2] as const)(
  'a change has one event id for all attempts of a generation %i trigger',
  async (version) => {
    let commit: (record: CommitRecord) => void = () => {};
    const emulator = {
      onCommit: (observer: typeof commit) => {
        commit = observer;
      },
    } as unknown as FirestoreEmulator;
    const ids: unknown[] = [];
    respond = (request, text) => {
      ids.push(version === 1 ? JSON.parse(text).context.eventId : request.headers['ce-id']);
      return ids.length < 3 ? 503 : 200;
    };
    const delivery = createDelivery();
    const triggers = new DocumentTriggers(emulator, delivery);
    const eventType = 'providers/cloud.firestore/eventTypes/document.write';
    const resource = 'projects/p/databases/(default)/documents/foo/{id}';
    const document = { value: 'foo/{id}', matchType: 'PATH_PATTERN' };
    triggers.register(
      'p',
      'key',
      version === 1 ? { eventTrigger: { eventType, resource } } : { eventType: WRITTEN, document },
    );
    commit({
      database: 'projects/p/databases/(default)',
      commitTime: 1_700_000_000_000_000,
      changes: [
        {
          name: 'projects/p/databases/(default)/documents/foo/a',
          before: undefined,
          after: aDocument({}),
          principal: { kind: 'owner' },
        },
      ],
    });
    await delivery.idle();
    expect(ids).toHaveLength(3);
    expect(new Set(ids).size).toBe(1);
    expect(ids[0]).toMatch(/^[0-9a-f-]{36}$/);
  },
);

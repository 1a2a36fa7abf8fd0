// Features that only our emulator has: a clock that tests advance, the control API, the guard, and
// errors that name unsupported features.

import { once } from 'node:events';
import { createServer, request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, credentials, Metadata } from '@grpc/grpc-js';
import { frozenTime } from '@savepoint/server/core/clock';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { type PubSubEmulator, startPubSubEmulator } from '../../packages/pubsub/src/server.ts';
import { restClient } from './rest-client.ts';

const TOPIC = 'projects/demo/topics/news';
const WAIT = { interval: 10 };

let emulator: PubSubEmulator;
let rest: ReturnType<typeof restClient>;
let lines: string[];

beforeEach(async () => {
  lines = [];
  emulator = await startPubSubEmulator({
    time: frozenTime(1_800_000_000_000),
    log: (line) => lines.push(line),
  });
  rest = restClient(emulator.host);
  await rest('PUT', 'topics/news', {});
});

afterEach(() => emulator.close());

const publish = (...texts: string[]) =>
  rest('POST', 'topics/news:publish', {
    messages: texts.map((text) => ({ data: Buffer.from(text).toString('base64') })),
  });

async function pull(subscription: string) {
  const { body } = await rest('POST', `subscriptions/${subscription}:pull`, {
    maxMessages: 100,
    returnImmediately: true,
  });
  return (body.receivedMessages ?? []).map(({ ackId, message }) => ({
    ackId,
    text: Buffer.from(message.data as string, 'base64').toString(),
  }));
}

const control = async (path: string, body: object) => {
  const response = await fetch(`http://${emulator.host}/_savepoint/${path}`, {
    method: 'POST',
    body: JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
};

const advance = (seconds: number) => control('clock/advance', { seconds });

describe('the clock', () => {
  it('ends leases, back-off and retention when it is advanced', async () => {
    await rest('PUT', 'subscriptions/all-news', {
      topic: TOPIC,
      retryPolicy: { minimumBackoff: '30s', maximumBackoff: '60s' },
      messageRetentionDuration: '600s',
    });
    await publish('a');
    expect(await pull('all-news')).toHaveLength(1);
    await advance(10);
    expect(await pull('all-news')).toEqual([]);
    await advance(30);
    expect(await pull('all-news')).toHaveLength(1);
    await advance(600);
    expect(await pull('all-news')).toEqual([]);
    await rest('POST', 'subscriptions/all-news:seek', { time: '2020-01-01T00:00:00Z' });
    expect(await pull('all-news')).toEqual([]);
  });

  it('delivers retained messages to a subscription that is created later and seeks back', async () => {
    await rest('PATCH', 'topics/news', {
      topic: { messageRetentionDuration: '600s' },
      updateMask: 'messageRetentionDuration',
    });
    await publish('old');
    await advance(400);
    await publish('young');
    const created = await rest('PUT', 'subscriptions/late', { topic: TOPIC });
    expect(created.body.topicMessageRetentionDuration).toBe('600s');
    await advance(300);
    await rest('POST', 'subscriptions/late:seek', { time: '2020-01-01T00:00:00Z' });
    expect((await pull('late')).map(({ text }) => text)).toEqual(['young']);
  });

  it('expires a snapshot seven days after its oldest unacknowledged message', async () => {
    await rest('PUT', 'subscriptions/all-news', { topic: TOPIC });
    await publish('a');
    await advance(86_400);
    const subscription = 'projects/demo/subscriptions/all-news';
    const { body } = await rest('PUT', 'snapshots/before', { subscription });
    expect(Date.parse(String(body.expireTime))).toBe(1_800_000_000_000 + 7 * 86_400_000);
    await advance(6 * 86_400 - 1);
    expect((await rest('GET', 'snapshots/before')).status).toBe(200);
    expect((await rest('PUT', 'snapshots/too-late', { subscription })).body.error?.status).toBe(
      'FAILED_PRECONDITION',
    );
    await advance(1);
    expect((await rest('GET', 'snapshots/before')).status).toBe(404);
  });

  it('makes a waiting pull respond without a message after 20 seconds', async () => {
    await rest('PUT', 'subscriptions/all-news', { topic: TOPIC });
    const waiting = rest('POST', 'subscriptions/all-news:pull', { maxMessages: 1 });
    let response: unknown;
    void waiting.then((value) => {
      response = value;
    });
    await vi.waitFor(async () => {
      await advance(20);
      expect(response).toEqual({ status: 200, body: {} });
    }, WAIT);
  });

  it('repeats a failed push with growing back-off, one message of an ordering key at a time', async () => {
    const pushed: string[] = [];
    let status = 500;
    const endpoint = createServer(async (request, response) => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      const { message } = JSON.parse(Buffer.concat(chunks).toString());
      pushed.push(Buffer.from(message.data, 'base64').toString());
      response.writeHead(status).end();
    }).listen(0, '127.0.0.1');
    await once(endpoint, 'listening');
    const pushEndpoint = `http://127.0.0.1:${(endpoint.address() as AddressInfo).port}/`;
    await rest('PUT', 'subscriptions/pushed', {
      topic: TOPIC,
      enableMessageOrdering: true,
      pushConfig: { pushEndpoint },
    });
    const messages = ['1', '2', '3'].map((text) => ({ data: btoa(text), orderingKey: 'k' }));
    await rest('POST', 'topics/news:publish', { messages });
    await vi.waitFor(() => expect(lines.join()).toContain('failed: status 500'), WAIT);
    expect(pushed).toEqual(['1']);
    await advance(0.099);
    expect(pushed).toEqual(['1']);
    status = 200;
    await advance(0.001);
    await vi.waitFor(() => expect(pushed).toEqual(['1', '1', '2', '3']), WAIT);
    expect((await rest('POST', 'subscriptions/pushed:pull', { maxMessages: 1 })).body.error?.status).toBe(
      'FAILED_PRECONDITION',
    );
    endpoint.close();
    endpoint.closeAllConnections();
  });
});

describe('the control API', () => {
  it('removes all messages and snapshots on reset, and keeps topics and subscriptions', async () => {
    await rest('PUT', 'subscriptions/all-news', { topic: TOPIC });
    await publish('a');
    await rest('PUT', 'snapshots/before', { subscription: 'projects/demo/subscriptions/all-news' });
    expect((await control('reset', {})).status).toBe(200);
    expect(await pull('all-news')).toEqual([]);
    expect((await rest('GET', 'snapshots')).body).toEqual({});
    await publish('b');
    expect((await pull('all-news')).map(({ text }) => text)).toEqual(['b']);
  });

  it.each([
    ['clock/advance', { seconds: -1 }, 400, '"seconds"'],
    ['clock/advance', { seconds: '1' }, 400, '"seconds"'],
    ['clock/advance', { hours: 1 }, 400, 'There is no field "hours"'],
    ['explode', {}, 404, 'There are: POST reset, POST clock/advance'],
  ])('rejects %s with %j', async (path, body, status, message) => {
    const response = await control(path, body);
    expect(response).toMatchObject({
      status,
      body: { error: { message: expect.stringContaining(message) } },
    });
  });
});

describe('the guard', () => {
  /** The status of a request with headers that fetch does not allow. */
  async function statusOf(
    headers: Record<string, string>,
    method = 'GET',
    path = '/v1/projects/demo/topics',
  ) {
    const request = httpRequest({ port: emulator.port, host: '127.0.0.1', method, path, headers });
    request.end();
    const [response] = (await once(request, 'response')) as [{ statusCode: number; resume(): void }];
    response.resume();
    return response.statusCode;
  }

  it.each([
    [{ host: 'evil.test' }],
    [{ host: 'localhost', origin: 'https://evil.test' }],
    [{ host: 'localhost', origin: 'null' }],
    [{ host: 'localhost', 'sec-fetch-site': 'cross-site' }],
  ])('rejects a request with %j on every path, and nothing of it is carried out', async (headers) => {
    expect(await statusOf(headers)).toBe(403);
    expect(await statusOf(headers, 'DELETE', '/v1/projects/demo/topics/news')).toBe(403);
    expect(await statusOf(headers, 'POST', '/_savepoint/reset')).toBe(403);
    expect(await statusOf(headers, 'OPTIONS', '/v1/projects/demo/topics')).toBe(403);
    expect((await rest('GET', 'topics/news')).status).toBe(200);
  });

  it('serves a host and an origin that it was started with', async () => {
    await emulator.close();
    emulator = await startPubSubEmulator({
      allowedHosts: ['tunnel.test'],
      allowedOrigins: ['https://app.test'],
    });
    expect(await statusOf({ host: 'tunnel.test', origin: 'https://app.test' })).toBe(200);
    expect(await statusOf({ host: 'tunnel.test', origin: 'https://evil.test' })).toBe(403);
  });

  it('rejects a gRPC call with a foreign :authority', async () => {
    const client = new Client(emulator.host, credentials.createInsecure(), {
      'grpc.default_authority': 'evil.test',
    });
    const code = await new Promise((resolve) => {
      client.makeUnaryRequest(
        '/google.pubsub.v1.Publisher/ListTopics',
        (bytes: Buffer) => bytes,
        (bytes) => bytes,
        Buffer.alloc(0),
        new Metadata(),
        (error) => resolve(error?.code),
      );
    });
    client.close();
    expect(code).toBe(7);
  });
});

describe('a request that is not valid or not supported', () => {
  const subscription = { topic: TOPIC };

  it.each([
    ['PUT', 'topics/other', { schemaSettings: { schema: 'x' } }, 'UNIMPLEMENTED', 'Topic.schema_settings'],
    ['PUT', 'topics/other', { messageTransforms: [{}] }, 'UNIMPLEMENTED', 'Topic.message_transforms'],
    ['PUT', 'subscriptions/x-1', { ...subscription, bigqueryConfig: {} }, 'UNIMPLEMENTED', 'bigquery_config'],
    [
      'PUT',
      'subscriptions/x-2',
      { ...subscription, cloudStorageConfig: {} },
      'UNIMPLEMENTED',
      'cloud_storage',
    ],
    [
      'PUT',
      'subscriptions/x-3',
      { ...subscription, pushConfig: { noWrapper: {} } },
      'UNIMPLEMENTED',
      'no_wrapper',
    ],
    [
      'PUT',
      'subscriptions/x-4',
      { ...subscription, pushConfig: { pushEndpoint: 'https://example.com/' } },
      'INVALID_ARGUMENT',
      'pushes to this machine only',
    ],
    [
      'PUT',
      'subscriptions/x-5',
      {
        ...subscription,
        enableExactlyOnceDelivery: true,
        pushConfig: { pushEndpoint: 'http://localhost:1/' },
      },
      'INVALID_ARGUMENT',
      'Exactly-once',
    ],
    [
      'PUT',
      'subscriptions/x-6',
      { ...subscription, expirationPolicy: { ttl: '60s' } },
      'INVALID_ARGUMENT',
      'ttl',
    ],
    ['GET', 'topics?pageToken=zzz', undefined, 'INVALID_ARGUMENT', 'page_token'],
    ['GET', 'topics?pageSize=-1', undefined, 'INVALID_ARGUMENT', 'page_size'],
    ['GET', 'topics?nonsense=1', undefined, 'INVALID_ARGUMENT', 'nonsense'],
    ['GET', 'schemas', undefined, 'UNIMPLEMENTED', 'SchemaService.ListSchemas'],
    ['GET', 'topics/news:getIamPolicy', undefined, 'UNIMPLEMENTED', 'getIamPolicy'],
    ['POST', 'topics/news:explode', {}, 'UNIMPLEMENTED', 'explode'],
    ['PUT', 'topics/other', '{', 'INVALID_ARGUMENT', 'Invalid JSON'],
    ['PUT', 'topics/other', '[]', 'INVALID_ARGUMENT', 'one JSON object'],
    ['PUT', 'topics/other', '{"labels":5}', 'INVALID_ARGUMENT', 'labels'],
    ['PUT', 'topics/other', '{"nonsense":5}', 'INVALID_ARGUMENT', 'nonsense'],
    ['PATCH', 'topics/news', '{"topic":5,"updateMask":"labels"}', 'INVALID_ARGUMENT', 'topic'],
    ['GET', 'topics/a%2Fb', undefined, 'INVALID_ARGUMENT', 'encoded'],
    ['POST', 'topics/news:publish', { messages: [{ data: '%' }] }, 'INVALID_ARGUMENT', 'data'],
  ])('%s %s with %j is rejected: %s', async (method, path, body, status, message) => {
    const response = await rest(method, path, body);
    expect(response.body.error?.status).toBe(status);
    expect(response.body.error?.message).toContain(message);
    expect((await rest('GET', 'topics')).body.topics).toHaveLength(1);
    expect((await rest('GET', 'subscriptions')).body).toEqual({});
  });

  it('is rejected when its JSON is nested 20,000 levels deep', async () => {
    const deep = `{"labels":${'['.repeat(20_000)}${']'.repeat(20_000)}}`;
    expect((await rest('PUT', 'topics/other', deep)).body.error?.status).toBe('INVALID_ARGUMENT');
    expect((await rest('GET', 'topics/other')).status).toBe(404);
  });

  it('is rejected above 20 MiB', async () => {
    const response = await rest(
      'POST',
      'topics/news:publish',
      `{"messages":"${'x'.repeat(21 * 1024 * 1024)}"}`,
    );
    expect(response.body.error?.message).toContain('Request payload size exceeds the limit');
  });

  it('does not set output-only fields of a subscription', async () => {
    const created = await rest('PUT', 'subscriptions/all-news', {
      ...subscription,
      detached: true,
      topicMessageRetentionDuration: '600s',
      state: 'RESOURCE_ERROR',
    });
    expect(created.body).toMatchObject({ state: 'ACTIVE' });
    expect(created.body).not.toHaveProperty('detached');
    expect(created.body).not.toHaveProperty('topicMessageRetentionDuration');
    await publish('a');
    expect(await pull('all-news')).toHaveLength(1);
  });

  it('publishes none of its messages if one of them is invalid', async () => {
    await rest('PUT', 'subscriptions/all-news', subscription);
    const response = await rest('POST', 'topics/news:publish', { messages: [{ data: 'YQ==' }, {}] });
    expect(response.body.error?.message).toContain('messages[1]');
    expect(await pull('all-news')).toEqual([]);
  });
});

describe('startPubSubEmulator', () => {
  it('rejects an address of a single interface, and a port in use', async () => {
    await expect(startPubSubEmulator({ host: '192.0.2.1' as '::1' })).rejects.toThrow(
      '--host expects one of',
    );
    await expect(startPubSubEmulator({ port: emulator.port })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('responds with Ok at its root', async () => {
    expect(await (await fetch(`http://${emulator.host}/`)).text()).toBe('Ok\n');
  });
});

import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { SentEvents } from '../triggers/sent-events.ts';
import { type RunningEmulator, startEmulator } from './start-emulator.ts';

interface Received {
  readonly url: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let functions: Server;
let received: Received[];
let emulator: RunningEmulator;

beforeEach(async () => {
  received = [];
  functions = createServer(async (request, response) => {
    received.push({ url: request.url, headers: request.headers, body: await readText(request) });
    response.end();
  }).listen(0, '127.0.0.1');
  await new Promise((resolve) => functions.once('listening', resolve));
  const { port } = functions.address() as AddressInfo;
  emulator = await startEmulator({ functionsEmulator: `127.0.0.1:${port}`, log: () => {} });
});

afterEach(async () => {
  await emulator.close();
  functions.close();
  functions.closeAllConnections();
});

async function send(method: string, path: string, body?: object, authorization = 'Bearer owner') {
  const response = await fetch(`http://${emulator.host}${path}`, {
    method,
    headers: { authorization },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: response.status, json: JSON.parse(await response.text()) as never };
}

async function register(key: string): Promise<void> {
  await send('PUT', `/emulator/v1/projects/p/triggers/${key}`, {
    eventType: 'google.cloud.firestore.document.v1.written',
    database: '(default)',
    document: { value: 'orders/{id}', matchType: 'PATH_PATTERN' },
  });
}

const EVENTS = '/emulator/v1/projects/p/events';
const TRACEPARENT = `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`;
const list = async () =>
  (
    (await send('GET', EVENTS)).json as {
      events: { id: string; trigger: string; path: string; change: string }[];
    }
  ).events;

describe('an event that was sent to a trigger', () => {
  it('is sent again with the same id and data, in a new trace, to the current generation of its trigger', async () => {
    await register('us-central1-onOrder-0');
    const documents = '/v1/projects/p/databases/(default)/documents';
    await send('PATCH', `${documents}/orders/o1`, { fields: { total: { integerValue: '5' } } });
    await vi.waitFor(() => expect(received).toHaveLength(1));
    await send('PATCH', `${documents}/orders/o1`, { fields: { total: { integerValue: '6' } } });
    await vi.waitFor(() => expect(received).toHaveLength(2));
    const [newest, oldest] = await list();
    expect(newest).toMatchObject({ trigger: 'us-central1-onOrder-0', path: 'orders/o1', change: 'update' });
    expect(oldest).toMatchObject({ change: 'create' });
    // A reset registers the triggers again, with the next number.
    await register('us-central1-onOrder-1');
    const { status } = await send('POST', `${EVENTS}/${oldest?.id}:redeliver`, { traceparent: TRACEPARENT });
    expect(status).toBe(200);
    await vi.waitFor(() => expect(received).toHaveLength(3));
    const [first, , again] = received;
    expect(again?.url).toBe('/functions/projects/p/triggers/us-central1-onOrder-1');
    expect([again?.body, again?.headers['ce-id']]).toEqual([first?.body, first?.headers['ce-id']]);
    expect([again?.headers.traceparent, again?.headers['ce-traceparent']]).toEqual([
      TRACEPARENT,
      TRACEPARENT,
    ]);
  });

  it('is listed and sent again only for the owner, and an unknown one is 404', async () => {
    expect((await send('GET', EVENTS, undefined, '')).status).toBe(403);
    expect((await send('POST', `${EVENTS}/x:redeliver`, { traceparent: TRACEPARENT }, '')).status).toBe(403);
    expect((await send('POST', `${EVENTS}/x:redeliver`, { traceparent: TRACEPARENT })).status).toBe(404);
    expect((await send('POST', `${EVENTS}/x:redeliver`, { traceparent: 'x' })).status).toBe(400);
    expect(await list()).toEqual([]);
  });
});

describe('the retained events', () => {
  const event = (id: string, length: number) => ({
    id,
    trigger: 't',
    projectId: 'p',
    databaseId: '(default)',
    path: 'a/b',
    change: 'create' as const,
    time: '',
    request: { headers: {}, body: 'x'.repeat(length) },
  });

  it('are the last 200', () => {
    const events = new SentEvents();
    for (let id = 0; id < 250; id++) events.add(event(String(id), 1));
    expect([events.list().length, events.list()[0]?.id, events.list().at(-1)?.id]).toEqual([
      200,
      '249',
      '50',
    ]);
  });

  it('have at most 8 million characters', () => {
    const events = new SentEvents();
    for (const id of ['a', 'b', 'c']) events.add(event(id, 3_000_000));
    expect(events.list().map(({ id }) => id)).toEqual(['c', 'b']);
  });
});

import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { RequestGuard } from '@savepoint/server/guard/request-guard';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { RequestsWebSocket } from './requests-websocket.ts';
import type { Json } from './value-json.ts';

let monitor: RequestsWebSocket;

beforeEach(async () => {
  monitor = await RequestsWebSocket.listen('127.0.0.1', 0, new RequestGuard());
});

afterEach(() => monitor.close());

function connect(path = '/requests', headers: Record<string, string> = {}): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${monitor.port}${path}`, { headers });
}

function publish(value: Json, bytes = 0): void {
  monitor.publish({ bytes, create: () => value });
}

async function nextMessage(client: WebSocket): Promise<unknown> {
  const [data] = await once(client, 'message');
  return JSON.parse(String(data));
}

test('a client receives the retained evaluations as one array, then each new one', async () => {
  publish({ n: 1 });
  publish({ n: 2 });
  const client = connect();
  expect(await nextMessage(client)).toEqual([{ n: 1 }, { n: 2 }]);
  publish({ n: 3 });
  expect(await nextMessage(client)).toEqual({ n: 3 });
});

test('the monitor retains the last 1,000 evaluations', async () => {
  for (let n = 0; n < 1_500; n++) publish({ n });
  const retained = (await nextMessage(connect())) as { n: number }[];
  expect(retained).toHaveLength(1_000);
  expect(retained[0]).toEqual({ n: 500 });
});

test('the monitor retains the last evaluations whose documents total 16 MB', async () => {
  for (let n = 0; n < 100; n++) publish({ n }, 1_000_000);
  expect(await nextMessage(connect())).toEqual(Array.from({ length: 16 }, (_, n) => ({ n: 84 + n })));
});

test('the monitor rejects an unknown path with 400, and disallowed headers with 403 and the reason', async () => {
  const [wrongPath] = await once(connect('/other'), 'error');
  expect(wrongPath.message).toContain('400');
  const [, response] = await once(
    connect('/requests', { origin: 'http://evil.test' }),
    'unexpected-response',
  );
  expect(response.statusCode).toBe(403);
  expect(JSON.parse(await text(response)).error.message).toContain('a page of another origin');
});

import { once } from 'node:events';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { RequestsWebSocket } from './requests-websocket.ts';

let monitor: RequestsWebSocket;

beforeEach(async () => {
  monitor = await RequestsWebSocket.listen('127.0.0.1', 0, (host) => host !== 'evil.example');
});

afterEach(() => monitor.close());

function connect(path = '/requests', headers: Record<string, string> = {}): WebSocket {
  return new WebSocket(`ws://127.0.0.1:${monitor.port}${path}`, { headers });
}

async function nextMessage(viewer: WebSocket): Promise<unknown> {
  const [data] = await once(viewer, 'message');
  return JSON.parse(String(data));
}

test('a viewer gets the past as one array, then each evaluation', async () => {
  monitor.publish(() => ({ n: 1 }));
  monitor.publish(() => ({ n: 2 }));
  const viewer = connect();
  expect(await nextMessage(viewer)).toEqual([{ n: 1 }, { n: 2 }]);
  monitor.publish(() => ({ n: 3 }));
  expect(await nextMessage(viewer)).toEqual({ n: 3 });
});

test('the past is bounded', async () => {
  for (let n = 0; n < 1_500; n++) monitor.publish(() => ({ n }));
  const past = (await nextMessage(connect())) as { n: number }[];
  expect(past).toHaveLength(1_000);
  expect(past[0]).toEqual({ n: 500 });
});

test('another path and a foreign Host header are refused', async () => {
  const [wrongPath] = await once(connect('/other'), 'error');
  expect(wrongPath.message).toContain('400');
  const [wrongHost] = await once(connect('/requests', { host: 'evil.example' }), 'error');
  expect(wrongHost.message).toContain('401');
});

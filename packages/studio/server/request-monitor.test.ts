import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { RequestMonitor } from './request-monitor.ts';

/** Only a monitor that receives nothing takes this long. */
const RECEIVED_MS = 30_000;

let server: WebSocketServer;
let monitor: RequestMonitor;
let emulator: WebSocket;

beforeEach(async () => {
  server = new WebSocketServer({ host: '127.0.0.1', port: 0, path: '/requests' });
  await once(server, 'listening');
  const connected = once(server, 'connection');
  monitor = new RequestMonitor(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
  [emulator] = (await connected) as [WebSocket];
});

afterEach(() => {
  monitor.close();
  emulator.terminate();
  server.close();
});

const requests = (count: number, characters: number) =>
  Array.from({ length: count }, (_, n) => ({
    requestId: String(n),
    outcome: 'admin',
    rulesContext: { resource: 'x'.repeat(characters) },
  }));
const ids = () => monitor.list(true).map(({ requestId }) => Number(requestId));

it('A monitor keeps the last 1,000 requests, newest first', async () => {
  emulator.send(JSON.stringify(requests(1_500, 1)));
  await vi.waitFor(() => expect(ids()).toHaveLength(1_000), RECEIVED_MS);
  expect([ids()[0], ids().at(-1)]).toEqual([1_499, 500]);
});

it('A monitor keeps fewer requests if they are large, up to 32 million characters in total', async () => {
  for (const request of requests(40, 999_900)) emulator.send(JSON.stringify(request));
  await vi.waitFor(() => expect(ids()[0]).toBe(39), RECEIVED_MS);
  expect(ids()).toHaveLength(32);
});

it('A monitor lists a request only once if it is repeated after a reconnection', async () => {
  const [request] = requests(1, 20_000_000);
  for (let time = 0; time < 3; time += 1) emulator.send(JSON.stringify(request));
  emulator.send(JSON.stringify({ ...request, requestId: '1', rulesContext: {} }));
  await vi.waitFor(() => expect(ids()).toEqual([1, 0]), RECEIVED_MS);
});

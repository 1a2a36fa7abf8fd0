// Tests the charges of production that are recorded on the spans of operations.
import { once } from 'node:events';
import { Agent, createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json, text } from 'node:stream/consumers';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { type DatabaseEmulator, startDatabaseEmulator } from './server.ts';

interface OtlpSpan {
  readonly name: string;
  readonly attributes: readonly { readonly key: string; readonly value: { readonly intValue?: string } }[];
}
interface OtlpTraces {
  readonly resourceSpans: readonly {
    readonly scopeSpans: readonly { readonly spans: readonly OtlpSpan[] }[];
  }[];
}

const spans: OtlpSpan[] = [];
const receiver = createServer(async (traces, response) => {
  const { resourceSpans } = (await json(traces)) as OtlpTraces;
  for (const { scopeSpans } of resourceSpans) for (const each of scopeSpans) spans.push(...each.spans);
  response.end('{}');
});
let emulator: DatabaseEmulator;

beforeEach(async () => {
  spans.length = 0;
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo;
  emulator = await startDatabaseEmulator({ otlpEndpoint: `http://127.0.0.1:${port}` });
});
afterEach(async () => {
  await emulator.close();
  await new Promise((resolve) => receiver.close(resolve));
});

const billOf = (name: string) =>
  spans
    .filter((span) => span.name === name)
    .map(({ attributes }) =>
      Object.fromEntries(
        attributes.flatMap(({ key, value }) =>
          key.startsWith('database.') ? [[key.slice('database.'.length), Number(value.intValue)]] : [],
        ),
      ),
    );

/** Connects a client and records the texts that it receives. */
async function connect(): Promise<{
  ask(a: string, b: object): Promise<void>;
  texts: string[];
  close(): void;
}> {
  const socket = new WebSocket(`ws://${emulator.host}/.ws?v=5&ns=n`);
  const texts: string[] = [];
  let onAnswer = () => {};
  await new Promise<void>((resolve) => {
    socket.on('message', (data) => {
      texts.push(String(data));
      if (texts.length === 1) resolve();
      if (String(data).includes('"r":')) onAnswer();
    });
  });
  return {
    texts,
    ask(a, b) {
      socket.send(JSON.stringify({ t: 'd', d: { r: 1, a, b } }));
      return new Promise((resolve) => {
        onAnswer = resolve;
      });
    },
    close: () => socket.close(),
  };
}

const MESSAGE = 30;
const bytes = (text: string | undefined) => MESSAGE + Buffer.byteLength(text ?? '');

it('an operation is charged for its response, for messages to listeners, and for stored data', async () => {
  const [listener, writer] = [await connect(), await connect()];
  await listener.ask('q', { p: '/room', h: '' });
  await writer.ask('p', { p: '/room/name', d: 'Hall é' });
  await writer.ask('p', { p: '/room/name', d: null });
  for (const { close } of [listener, writer]) close();
  await emulator.close();
  const [hello, initial, listening, push, removal] = listener.texts;
  const [, written, removed] = writer.texts;
  expect(billOf('connect')).toEqual([
    { connections: 1, bytes_sent: 3_500 + bytes(hello) },
    { connections: 1, bytes_sent: 3_500 + bytes(writer.texts[0]) },
  ]);
  expect(billOf('listen /room')).toEqual([{ bytes_sent: bytes(initial) + bytes(listening) }]);
  expect(billOf('set /room/name')).toEqual([
    { bytes_sent: bytes(push) + bytes(written) },
    { bytes_sent: bytes(removal) + bytes(removed) },
  ]);
  const [stored, freed] = billOf('apply write').map(({ stored_bytes }) => stored_bytes as number);
  expect(stored).toBeGreaterThan(0);
  expect(freed).toBe(-(stored as number));
});

/** Sends a request over the connection of `agent`. Returns the text of its response. */
async function send(agent: Agent, method: string, path: string, body = ''): Promise<string> {
  const headers = { authorization: 'Bearer owner' };
  const sent = request(`http://${emulator.host}${path}`, { agent, method, headers }).end(body);
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  return text(response);
}

it('a request is charged for its response with headers, the first one on a connection also for the handshake, and settings are free', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  await send(agent, 'PUT', '/a.json?ns=n', '"x"');
  const body = await send(agent, 'GET', '/a.json?ns=n');
  await send(agent, 'GET', '/.settings/rules.json?ns=n');
  agent.destroy();
  await emulator.close();
  const [{ bytes_sent: sent = 0 } = {}] = billOf('GET /a.json');
  const headers = 'HTTP/1.1 200 OK\r\ncontent-type: application/json; charset=utf-8\r\n';
  expect(sent).toBeGreaterThan(Buffer.byteLength(`${headers}\r\n${body}`));
  expect(sent).toBeLessThan(1_000);
  expect(billOf('PUT /a.json')).toEqual([{ bytes_sent: 3_500 + sent }]);
  expect(billOf('GET /.settings/rules.json')).toEqual([{}]);
});

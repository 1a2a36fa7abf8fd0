// Tests input that no client should send: too much, too deep, too slow. Foreign hosts and origins
// are tested for all servers (tests/security); rules that nest or match too much are tested beside
// the rules.
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { connect as connectSocket, type Socket } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { cpuMilliseconds } from '@savepoint/server/rules/cpu-time.test-support';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { WebSocket } from 'ws';
import { Node } from './core/node.ts';
import { EVERYTHING } from './core/query.ts';
import { compileRuleset } from './rules/ruleset.ts';
import { type DatabaseEmulator, startDatabaseEmulator } from './server.ts';
import { FrameReader, framesOf } from './socket/frames.ts';

const OWNER = { authorization: 'Bearer owner' };
const MIB = 1024 * 1024;
let emulator: DatabaseEmulator;

beforeEach(async () => {
  emulator = await startDatabaseEmulator();
});
afterEach(() => emulator.close());

const put = (path: string, body: string) =>
  fetch(`http://${emulator.host}${path}.json?ns=n&print=silent`, { method: 'PUT', body, headers: OWNER });
const read = async (path: string) =>
  (await fetch(`http://${emulator.host}${path}.json?ns=n`, { headers: OWNER })).json();

interface Answer {
  readonly s: string;
  readonly d: unknown;
}
interface Client {
  readonly socket: WebSocket;
  ask(a: string, b: string): Promise<Answer>;
}

/** A client that sends arbitrary messages in frames. `b` is JSON. */
async function connect(): Promise<Client> {
  const socket = new WebSocket(`ws://${emulator.host}/.ws?v=5&ns=n`);
  const answers = new Map<number, (answer: Answer) => void>();
  let request = 0;
  const reader = new FrameReader(64 * MIB);
  socket.on('message', (data) => {
    const message = reader.read(String(data));
    if (message === undefined) return;
    const { r, b } = JSON.parse(message).d as { r?: number; b: Answer };
    if (r !== undefined) answers.get(r)?.(b);
  });
  await once(socket, 'message');
  return {
    socket,
    ask(a, b) {
      const r = ++request;
      const text = `{"t":"d","d":{"r":${r},"a":"${a}","b":${b}}}`;
      for (const frame of framesOf(text)) socket.send(frame);
      return new Promise((resolve) => answers.set(r, resolve));
    },
  };
}

const nested = (levels: number, value = '1') => `${'{"a":'.repeat(levels)}${value}${'}'.repeat(levels)}`;

describe('data that is too deep', () => {
  it.each([33, 10_000])(
    'of %i levels is refused in requests, and no part of it is written',
    async (levels) => {
      expect((await put('/deep', nested(31))).status).toBe(204);
      expect((await put('/deep', nested(levels))).status).toBe(400);
      expect((await put('/', nested(levels))).status).toBe(400);
      expect((await put('/', `${'['.repeat(levels)}1${']'.repeat(levels)}`)).status).toBe(400);
      expect((await put(`/${'a/'.repeat(levels)}`, '1')).status).toBeGreaterThanOrEqual(400);
      const patch = await fetch(`http://${emulator.host}/.json?ns=n`, {
        ...{ method: 'PATCH', headers: OWNER },
        body: `{"${'a/'.repeat(levels)}":1,"other":1}`,
      });
      expect(patch.status).toBe(400);
      expect(await read('/')).toEqual({ deep: JSON.parse(nested(31)) });
    },
  );

  it.each([33, 10_000])(
    'of %i levels is refused in messages, and the connection stays open',
    async (levels) => {
      const { ask, socket } = await connect();
      const failure = { s: 'failure', d: expect.any(String) };
      for (const action of ['p', 'o']) {
        expect(await ask(action, `{"p":"/","d":${nested(levels)}}`)).toEqual(failure);
        expect(await ask(action, `{"p":"/${'a/'.repeat(levels)}","d":1}`)).toEqual(failure);
      }
      for (const action of ['m', 'om']) {
        expect(await ask(action, `{"p":"/","d":{"x":1,"y":${nested(levels)}}}`)).toEqual(failure);
      }
      for (const action of ['q', 'g']) {
        expect(await ask(action, `{"p":"/${'a/'.repeat(levels)}","q":{},"h":""}`)).toEqual(failure);
      }
      for (const [action, members] of [
        ...['q', 'n', 'g'].map((each) => [each, `"p":"/","q":${nested(levels)}`]),
        ['q', `"p":"/","h":"","ch":${nested(levels)}`],
        ['auth', `"cred":${nested(levels)}`],
        ['auth', `"cred":"owner","authvar":${nested(levels)}`],
        ...['{".value":', '{".sv":', '{".priority":'].map((open) => [
          'p',
          `"p":"/","d":${open.repeat(levels)}1${'}'.repeat(levels)}`,
        ]),
      ]) {
        expect(await ask(action as string, `{${members}}`)).toEqual(failure);
      }
      expect(await ask('p', '{"p":"/fine","d":1}')).toEqual({ s: 'ok', d: '' });
      socket.close();
      await once(socket, 'close');
      expect(await read('/')).toEqual({ fine: 1 });
    },
  );
});

it('settings and logins that are too deep are refused, by requests too', async () => {
  const deep = nested(10_000);
  const setting = await fetch(`http://${emulator.host}/.settings/defaultWriteSizeLimit.json?ns=n`, {
    ...{ method: 'PUT', headers: OWNER, body: deep },
  });
  expect(setting.status).toBe(400);
  const override = new URLSearchParams({ ns: 'n', auth_variable_override: nested(1_000) });
  const overridden = await fetch(`http://${emulator.host}/.json?${override}`, { headers: OWNER });
  expect(overridden.status).toBe(400);
  const claims = Buffer.from(deep).toString('base64url');
  const token = `${Buffer.from('{"alg":"none"}').toString('base64url')}.${claims}.`;
  const signedIn = await fetch(`http://${emulator.host}/.json?ns=n`, {
    headers: { authorization: `Bearer ${token}` },
  });
  expect(signedIn.status).toBe(401);
});

it('a range that begins at a number beyond all others is refused, and shares nothing with null', async () => {
  const { ask, socket } = await connect();
  await put('/numbers', '{"a":1}');
  expect(await ask('q', '{"p":"/numbers","q":{"i":".value","sp":null},"t":1,"h":""}')).toMatchObject({
    s: 'ok',
  });
  expect(await ask('q', '{"p":"/numbers","q":{"i":".value","sp":1e999},"t":2,"h":""}')).toMatchObject({
    s: 'failure',
  });
  const query = new URLSearchParams({ ns: 'n', orderBy: '"$key"', startAt: '1e999' });
  expect((await fetch(`http://${emulator.host}/numbers.json?${query}`, { headers: OWNER })).status).toBe(400);
  socket.close();
});

it('a database has no name that would lead out of the folder of an export', async () => {
  for (const name of ['../../x', 'a/b', 'a\\b', '\0', 'a'.repeat(256)]) {
    const ns = encodeURIComponent(name);
    const response = await fetch(`http://${emulator.host}/.json?ns=${ns}`, { headers: OWNER });
    expect(response.status).toBe(400);
    expect(await response.json()).toEqual({ error: expect.any(String) });
    const socket = new WebSocket(`ws://${emulator.host}/.ws?v=5&ns=${ns}`);
    expect(String((await once(socket, 'error'))[0])).toContain('400');
  }
  const listed = await fetch(`http://${emulator.host}/.inspect/databases.json?ns=n`);
  expect(await listed.json()).toEqual([{ name: 'n' }]);
});

describe('data that is too large', () => {
  const longest = 'x'.repeat(10 * MIB);

  it('includes strings of more than 10 MiB, in requests and messages', async () => {
    expect((await put('/text', JSON.stringify(longest))).status).toBe(204);
    expect((await put('/text', JSON.stringify(`${longest}x`))).status).toBe(400);
    expect((await put('/text', JSON.stringify('é'.repeat(6 * MIB)))).status).toBe(400);
    const { ask, socket } = await connect();
    expect(await ask('p', `{"p":"/other","d":"${longest}"}`)).toMatchObject({ s: 'ok' });
    expect(await ask('p', `{"p":"/text","d":"${longest}x"}`)).toMatchObject({ s: 'failure' });
    socket.close();
    expect((await read('/text')) === longest).toBe(true);
  });

  it('includes messages of more than 16 MiB, which get an error, and of 32 MiB, which only end their connection', async () => {
    const [large, other] = [await connect(), await connect()];
    const strings = (count: number) => JSON.stringify(Array.from({ length: count }, () => 'x'.repeat(MIB)));
    expect(await large.ask('p', `{"p":"/large","d":${strings(17)}}`)).toMatchObject({ s: 'too_big' });
    const closed = once(large.socket, 'close');
    void large.ask('p', `{"p":"/large","d":${strings(33)}}`);
    expect((await closed)[0]).toBe(1009);
    expect(await other.ask('g', '{"p":"/large","q":{}}')).toEqual({ s: 'ok', d: null });
    other.socket.close();
  });

  it('includes bodies of more than 256 MiB', async () => {
    const sent = request(`http://${emulator.host}/a.json?ns=n`, {
      method: 'PUT',
      headers: { ...OWNER, 'content-length': 256 * MIB + 1 },
    });
    const responded = once(sent, 'response');
    const piece = Buffer.alloc(MIB, '1');
    const pieces = function* () {
      for (let count = 0; count < 256; count++) yield piece;
      yield Buffer.from('1');
    };
    await pipeline(pieces(), sent);
    const [{ statusCode }] = (await responded) as [IncomingMessage];
    expect(statusCode).toBe(413);
    expect(await read('/a')).toBeNull();
  });
});

describe('clients that are too slow', () => {
  it('do not delay others with half a request, handshake, frame or message', async () => {
    const putOf = (lines: string) => `PUT /a.json?ns=n HTTP/1.1\r\nhost: ${emulator.host}\r\n${lines}`;
    const handshake = `GET /.ws?v=5&ns=n HTTP/1.1\r\nhost: ${emulator.host}\r\nupgrade: websocket\r\nconnection: upgrade\r\n`;
    const starts = [
      putOf(''),
      putOf('content-length: 100\r\n\r\n{"half":'),
      putOf('transfer-encoding: chunked\r\n\r\n5\r\n{"a"'),
      handshake,
      `${handshake}sec-websocket-version: 13\r\nsec-websocket-key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n\x81`,
    ];
    const sockets: Socket[] = [];
    for (let round = 0; round < 40; round++) {
      for (const start of starts) {
        const socket = connectSocket(emulator.port, '127.0.0.1');
        await once(socket, 'connect');
        socket.write(start);
        sockets.push(socket);
      }
    }
    const half = await connect();
    half.socket.send('3');
    half.socket.send('{"t":"d",');
    expect((await put('/a', '1')).status).toBe(204);
    const { ask, socket } = await connect();
    expect(await ask('g', '{"p":"/a","q":{}}')).toEqual({ s: 'ok', d: 1 });
    socket.close();
    half.socket.close();
    for (const each of sockets) each.destroy();
  });

  it('are disconnected once 64 MiB are queued for them, and others are not affected', async () => {
    const [slow, other] = [await connect(), await connect()];
    for (let tag = 1; tag <= 8; tag++) {
      await slow.ask('q', `{"p":"/texts","q":{"i":".key","l":1,"vf":"l"},"t":${tag},"h":""}`);
    }
    slow.socket.pause();
    const closed = once(slow.socket, 'close');
    await put('/texts/a', JSON.stringify('x'.repeat(9 * MIB)));
    slow.socket.resume();
    await closed;
    expect(await other.ask('p', '{"p":"/texts","d":"last"}')).toEqual({ s: 'ok', d: '' });
    other.socket.close();
  });
});

describe('expensive rules', () => {
  it('match a string of 10 MiB in linear time', () => {
    const { ruleset } = compileRuleset('{"rules": {".read": "data.val().matches(/^(a+)+$/)"}}');
    const root = Node.leaf(`${'a'.repeat(10 * MIB - 1)}!`);
    const operation = { path: [], query: EVERYTHING, auth: null, nowMs: 1, root };
    expect(cpuMilliseconds(() => expect(ruleset?.judgeRead(operation).isAllowed).toBe(false))).toBeLessThan(
      15_000,
    );
  });

  it('climb no further than the root, and do not loop', () => {
    const climb = `data${'.parent()'.repeat(200)}.child('a').val() == 1`;
    const { ruleset } = compileRuleset(JSON.stringify({ rules: { a: { '.read': climb } } }));
    const root = Node.EMPTY.withChild('a', Node.leaf(1));
    const operation = { path: ['a'], query: EVERYTHING, auth: null, nowMs: 1, root };
    expect(ruleset?.judgeRead(operation)).toMatchObject({ isAllowed: false });
  });
});

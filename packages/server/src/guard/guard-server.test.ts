import { once } from 'node:events';
import { type IncomingMessage, request, Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { guardEveryServer } from './guard-server.ts';
import { RequestGuard } from './request-guard.ts';

/** The guard patches a prototype. A subclass keeps it away from the servers of other tests. */
class GuardedServer extends Server {}

let nowMs = 0;
const printed: string[] = [];
const handled: string[] = [];
let headersHandled: object = {};
let server: GuardedServer;
let port: number;

beforeAll(async () => {
  const guard = new RequestGuard({
    allowedOrigins: ['https://tunnel.example', 'http://phone.lan:5173'],
    allow: { origin: 'savepoint start --allow-origin' },
    log: (line) => printed.push(line),
    nowMs: () => nowMs,
  });
  guardEveryServer({ Server: GuardedServer }, guard);
  server = new GuardedServer((incoming, response) => {
    handled.push(`${incoming.method} ${incoming.url}`);
    headersHandled = incoming.headers;
    let length = 0;
    incoming.on('data', (chunk: Buffer) => {
      length += chunk.length;
    });
    incoming.on('end', () => response.end(length === 0 ? 'handled' : `handled ${length}`));
  });
  server.on('checkContinue', (incoming, response) => {
    handled.push(`continue ${incoming.url}`);
    response.end();
  });
  server.on('upgrade', (_incoming, socket) => {
    handled.push('upgrade');
    socket.end('HTTP/1.1 101 Switching Protocols\r\nconnection: upgrade\r\n\r\n');
  });
  server.on('connect', (_incoming, socket) => {
    handled.push('connect');
    socket.end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  ({ port } = server.address() as AddressInfo);
});

afterEach(() => {
  printed.length = 0;
  handled.length = 0;
  nowMs += 60_000;
});

afterAll(() => {
  server.closeAllConnections();
  server.close();
});

type Headers = Readonly<Record<string, string>>;

async function send(
  headers: Headers,
  method = 'POST',
  path = '/',
): Promise<{ status: number; body: string }> {
  const sent = request({
    host: '127.0.0.1',
    port,
    method,
    path,
    headers: { host: 'localhost', ...headers },
    agent: false,
  }).end();
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  const chunks: Buffer[] = await response.toArray();
  return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
}

/** Sends bytes that no HTTP client would send. Resolves with the response. */
async function sendRaw(text: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  socket.write(text);
  const chunks: Buffer[] = await socket.toArray();
  return Buffer.concat(chunks).toString();
}

const EMBEDDED = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' };
const NAVIGATION = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' };

describe('a guarded server', () => {
  it.each<Headers>([
    { host: 'localhost:5173' },
    { host: '127.0.0.1:9099' },
    { host: '127.8.9.10' },
    { host: '[::1]:80' },
    { host: 'app.localhost' },
    { origin: 'http://localhost:5173' },
    { origin: 'http://127.0.0.1:5002' },
    { origin: 'https://[::1]:1' },
    { host: 'tunnel.example', origin: 'https://tunnel.example' },
    { host: 'PHONE.lan:5001', origin: 'http://phone.lan:5173' },
    { ...NAVIGATION, 'sec-fetch-dest': 'iframe', referer: 'http://localhost:5173/login' },
    { ...EMBEDDED, 'sec-fetch-site': 'same-site' },
  ])('passes requests from this machine or an allowed origin to the handler: %j', async (headers) => {
    expect(await send(headers)).toEqual({ status: 200, body: 'handled' });
    expect(printed).toEqual([]);
  });

  it('allows a link from another site, which opens a separate page', async () => {
    const link = { ...NAVIGATION, 'sec-fetch-dest': 'document' };
    expect(await send(link, 'GET')).toEqual({ status: 200, body: 'handled' });
    for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS', 'HEAD']) {
      expect((await send(link, method)).status, method).toBe(403);
    }
    expect(handled).toEqual(['GET /']);
  });

  it('does not start an editor for a link from another site', async () => {
    const link = { ...NAVIGATION, 'sec-fetch-dest': 'document' };
    for (const path of [
      '/__open-in-editor?file=/etc/hosts',
      '/__OPEN-in-editor',
      '/__nextjs_launch-editor',
    ]) {
      const response = await sendRaw(
        `GET ${path} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n${Object.entries(link)
          .map(([name, value]) => `${name}: ${value}\r\n`)
          .join('')}\r\n`,
      );
      expect(response).toMatch(/^HTTP\/1.1 403 Forbidden/);
    }
  });

  it('accepts longer names and larger bodies for an app that sets its own limits', async () => {
    const app = Object.assign(
      (_: IncomingMessage, response: { end(text: string): void }) => response.end('handled'),
      { locals: { limits: { segmentBytes: 1024, bodyBytes: 33 * 1024 * 1024 } } },
    );
    const other = new GuardedServer(app).listen(0, '127.0.0.1');
    await once(other, 'listening');
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`;
    const statusOf = async (bytes: number, name: string) =>
      (await fetch(`${url}/${name}`, { method: 'POST', body: new Uint8Array(bytes) })).status;
    try {
      expect(await statusOf(33 * 1024 * 1024, 'n'.repeat(1024))).toBe(200);
      expect(await statusOf(33 * 1024 * 1024 + 1, 'n')).toBe(413);
      expect(await statusOf(1, 'n'.repeat(1025))).toBe(414);
    } finally {
      other.closeAllConnections();
      other.close();
    }
  });

  it.each<Headers>([
    { host: 'evil.example' },
    { host: 'localhost.evil.example:80' },
    { host: '127.0.0.1.evil.example' },
    { host: 'evil.example#localhost' },
    { host: 'localhost@evil.example' },
    { host: 'evil.example/localhost' },
    { host: 'localhost:80:80' },
    { host: 'localhost, evil.example' },
    { host: '0.0.0.0:9099' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: '' },
    { origin: 'http://127.0.0.1.evil.example' },
    { origin: 'http://localhost@evil.example' },
    { origin: 'http://localhost, https://evil.example' },
    { origin: 'file://localhost' },
    { origin: 'chrome-extension://localhost' },
    { origin: 'http://tunnel.example' },
    { origin: 'https://tunnel.example:8443' },
    EMBEDDED,
    { ...EMBEDDED, referer: 'https://evil.example/' },
    { ...NAVIGATION, 'sec-fetch-dest': 'iframe', referer: 'https://evil.example/' },
  ])('rejects requests from elsewhere before the handler receives them: %j', async (headers) => {
    const { status, body } = await send(headers);
    expect(status).toBe(403);
    expect(JSON.parse(body)).toEqual({
      error: {
        code: 403,
        status: 'PERMISSION_DENIED',
        message: expect.stringMatching(/^Rejected POST on 127\.0\.0\.1:\d+: it.*\.( To allow it: .*)?$/),
      },
    });
    expect(handled).toEqual([]);
  });

  it.each(['GET', 'HEAD', 'OPTIONS', 'PUT', 'PATCH', 'DELETE'])(
    'rejects %s from another origin, too',
    async (method) => {
      expect((await send({ origin: 'https://evil.example' }, method)).status).toBe(403);
      expect(handled).toEqual([]);
    },
  );

  it.each(['//_admin/export', '/..%2f..', '/%2e%2e/', 'http://localhost/', '*'])(
    'rejects another origin for any path: %s',
    async (path) => {
      expect((await send({ origin: 'https://evil.example' }, 'OPTIONS', path)).status).toBe(403);
      expect(handled).toEqual([]);
    },
  );

  it.each([
    [
      'a WebSocket handshake',
      'GET / HTTP/1.1\r\nhost: HOST\r\nconnection: upgrade\r\nupgrade: websocket\r\n\r\n',
    ],
    ['CONNECT', 'CONNECT localhost:80 HTTP/1.1\r\nhost: HOST\r\n\r\n'],
    [
      'a request that waits for 100 Continue',
      'POST / HTTP/1.1\r\nhost: HOST\r\nconnection: close\r\nexpect: 100-continue\r\ncontent-length: 1\r\n\r\n',
    ],
  ])('rejects %s to another Host and passes it to localhost', async (_, text) => {
    expect(await sendRaw(text.replace('HOST', 'evil.example'))).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n/);
    expect(handled).toEqual([]);
    await sendRaw(text.replace('HOST', 'localhost'));
    expect(handled).toHaveLength(1);
  });

  it.each([
    ['without a Host header', 'GET / HTTP/1.0\r\n\r\n'],
    ['with an empty Host header', 'GET / HTTP/1.1\r\nhost:\r\n\r\n'],
    ['with two Host headers', 'GET / HTTP/1.1\r\nhost: localhost\r\nhost: evil.example\r\n\r\n'],
    ['with an absolute URL and another Host', 'GET http://localhost/ HTTP/1.1\r\nhost: evil.example\r\n\r\n'],
  ])('rejects a request %s', async (_, text) => {
    expect(await sendRaw(text)).toMatch(/^HTTP\/1\.1 403 Forbidden\r\n.*"PERMISSION_DENIED"/s);
    expect(handled).toEqual([]);
  });

  it.each(['//', '///', '//:', '//a:b:c/', 'http://'])(
    'responds with 400 to the path %s, which would make the Hosting emulator throw',
    async (path) => {
      const { status, body } = await send({}, 'GET', path);
      expect(status).toBe(400);
      expect(JSON.parse(body).error).toMatchObject({
        status: 'INVALID_ARGUMENT',
        message: expect.stringContaining(`its path "${path}" is not a path of a URL`),
      });
      expect(handled).toEqual([]);
    },
  );

  it.each(['/%', '/%zz', '/%ed%a0%80', '/assets/%ff'])(
    'responds with 400 to the path %s, which is not UTF-8',
    async (path) => {
      const { status, body } = await send({}, 'GET', path);
      expect([status, JSON.parse(body).error.status]).toEqual([400, 'INVALID_ARGUMENT']);
      expect(body).toContain('is not percent-encoded UTF-8');
      expect(handled).toEqual([]);
    },
  );

  it.each([
    ['a segment of 256 bytes', `/${'a'.repeat(256)}`, 414],
    ['a segment of 255 bytes', `/${'a'.repeat(255)}?${'a'.repeat(4_000)}`, 200],
    ['2,049 bytes', `/${'ab/'.repeat(683)}`.slice(0, 2_049), 414],
    ['2,048 bytes', `/${'ab/'.repeat(683)}`.slice(0, 2_048), 200],
  ])(
    'rejects a path of %s with 414 or passes it on, because a file system may fail for it',
    async (_, path, expected) => {
      expect((await send({}, 'GET', path)).status).toBe(expected);
      expect(handled).toHaveLength(expected === 200 ? 1 : 0);
    },
  );

  const LIMIT = 32 * 1024 * 1024;
  /** Sends a body in chunks of 1 MiB. */
  async function sendBody(length: number, headers: Headers): Promise<{ status: number; body: string }> {
    const sent = request({ host: '127.0.0.1', port, method: 'POST', headers, agent: false });
    const part = Buffer.alloc(1024 * 1024, 'x');
    for (let left = length; left > 0; left -= part.length)
      sent.write(part.subarray(0, Math.min(left, part.length)));
    sent.end();
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    const chunks: Buffer[] = await response.toArray();
    return { status: response.statusCode ?? 0, body: Buffer.concat(chunks).toString() };
  }

  it.each([
    ['announced', (length: number) => ({ 'content-length': String(length) })],
    ['sent in chunks', () => ({ 'transfer-encoding': 'chunked' })],
  ])('rejects with 413 a body over 32 MiB that is %s', async (_, headersOf) => {
    const tooLarge = await sendBody(LIMIT + 1, headersOf(LIMIT + 1));
    expect([tooLarge.status, JSON.parse(tooLarge.body).error.status]).toEqual([413, 'INVALID_ARGUMENT']);
    expect(tooLarge.body).toContain('its body is larger than 32 MiB');
    expect(handled).toEqual([]);
    const accepted = await sendBody(LIMIT, headersOf(LIMIT));
    expect(accepted).toEqual({ status: 200, body: `handled ${LIMIT}` });
  });

  it('removes connection headers and gives a chunked body a length', async () => {
    await send({
      te: 'trailers',
      'keep-alive': 'x',
      'transfer-encoding': 'chunked',
      upgrade: 'h2c',
      'x-own': '1',
    });
    expect(headersHandled).toEqual({ host: 'localhost', 'content-length': '0', 'x-own': '1' });
  });

  it('logs the origin and the flag that allows it once a minute', async () => {
    const origin = 'https://evil.example:8443';
    await send({ origin });
    await send({ origin });
    expect(printed).toEqual([
      `Rejected POST on 127.0.0.1:${port}: it comes from a page of another origin, "${origin}". To allow it: savepoint start --allow-origin ${origin}`,
    ]);
    nowMs += 60_000;
    await send({ origin });
    expect(printed).toHaveLength(2);
  });

  it('logs at most six lines a minute, the last of which says that there are more', async () => {
    for (let index = 0; index < 20; index += 1) await send({ host: `host-${index}.example` });
    expect(printed).toHaveLength(6);
    expect(printed.at(-1)).toContain('further requests');
  });

  it('logs no character of a header that a terminal or a shell interprets', async () => {
    await send({ host: 'evil\u009b31m.example' });
    await send({ origin: 'https://a;$(reboot)`id`.example' });
    expect(printed).toHaveLength(2);
    expect(printed.join('')).toMatch(/^[\x20-\x7e]+$/);
    expect(printed.join('')).not.toContain('--allow-origin');
  });
});

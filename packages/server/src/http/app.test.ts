import { request } from 'node:http';
import { html } from 'hono/html';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createApp, hangUp, pageResponse } from './app.ts';
import { listen } from './listen.ts';
import type { ListeningServer } from './listen-guarded.ts';

const LIMIT_BYTES = 1_000;

function createTestApp(log?: (line: string) => void) {
  const app = createApp({
    bodyLimitBytes: LIMIT_BYTES,
    log,
    onBadBody: (problem, context) => context.json({ error: problem }, 413),
    onError: (error, context) => context.json({ error: String(error) }, 500),
    onNotFound: (context) => context.json({ error: 'no route' }, 404),
  });
  app.post('/echo', (context) => context.text(context.var.body));
  app.get('/page', () => pageResponse({ status: 422, headers: { 'x-page': '1' }, body: html`<p>` }));
  app.get('/throw', () => {
    throw new Error('broken');
  });
  app.get('/hang-up', (context) => hangUp(context));
  return app;
}

/** Sends a GET request with exactly these headers. */
function statusOf(port: number, headers: Record<string, string>): Promise<number | undefined> {
  return new Promise((resolve, reject) => {
    const sent = request({ host: '127.0.0.1', port, path: '/page', headers });
    sent.on('error', reject);
    sent.on('response', (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    sent.end();
  });
}

describe('an emulator application', () => {
  let server: ListeningServer;
  const lines: string[] = [];
  beforeAll(async () => {
    server = await listen(
      createTestApp((line) => lines.push(line)),
      { host: '127.0.0.1', port: 0, log: (line) => lines.push(line) },
    );
  });
  afterAll(() => server.close());

  it('passes the body to the route as UTF-8 text', async () => {
    const response = await fetch(`${server.url}/echo`, { method: 'POST', body: 'größer' });
    expect(await response.text()).toBe('größer');
  });

  it.each([LIMIT_BYTES + 1, 10 * LIMIT_BYTES])(
    'responds with onBadBody to a body of %d bytes and keeps the connection',
    async (length) => {
      const post = (body: string) => fetch(`${server.url}/echo`, { method: 'POST', body });
      const response = await post('x'.repeat(length));
      expect([response.status, await response.json()]).toEqual([413, { error: 'too large' }]);
      expect((await post('x'.repeat(LIMIT_BYTES))).status).toBe(200);
    },
  );

  it('responds with onBadBody to a body that is not UTF-8', async () => {
    const response = await fetch(`${server.url}/echo`, { method: 'POST', body: new Uint8Array([0xff]) });
    expect(await response.json()).toEqual({ error: 'not UTF-8' });
  });

  it('limits a chunked body, which has no content-length', async () => {
    const body = new Blob(['x'.repeat(LIMIT_BYTES + 1)]).stream();
    const response = await fetch(`${server.url}/echo`, {
      method: 'POST',
      body,
      duplex: 'half',
    } as RequestInit);
    expect(response.status).toBe(413);
  });

  it('responds to a route that throws with onError and to an unknown path with onNotFound', async () => {
    expect(await (await fetch(`${server.url}/throw`)).json()).toEqual({ error: 'Error: broken' });
    expect((await fetch(`${server.url}/nowhere`)).status).toBe(404);
  });

  it('sends a page with its status and headers, and no body for HEAD', async () => {
    const response = await fetch(`${server.url}/page`);
    expect([response.status, response.headers.get('x-page'), await response.text()]).toEqual([
      422,
      '1',
      '<p>',
    ]);
    expect(await (await fetch(`${server.url}/page`, { method: 'HEAD' })).text()).toBe('');
  });

  it('closes the connection without a response for hangUp', async () => {
    await expect(fetch(`${server.url}/hang-up`)).rejects.toThrow();
  });

  it('logs the origin of a request that is not from this machine', async () => {
    await statusOf(server.port, { host: 'localhost', origin: 'https://evil.example' });
    await vi.waitFor(() => expect(lines).toContainEqual(expect.stringContaining('"https://evil.example"')));
  });

  it('logs method, path without query, status and duration of each request', async () => {
    await fetch(`${server.url}/page?token=secret`);
    await vi.waitFor(() => expect(lines.at(-1)).toMatch(/^GET \/page 422 \d+ ms$/));
  });
});

describe('listen', () => {
  it('rejects a host that other machines can reach', async () => {
    await expect(listen(createTestApp(), { host: '0.0.0.0', port: 0 })).rejects.toThrow('this machine only');
  });

  it('rejects a port that is in use with EADDRINUSE', async () => {
    const first = await listen(createTestApp(), { host: '127.0.0.1', port: 0 });
    await expect(listen(createTestApp(), { host: '127.0.0.1', port: first.port })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
    await first.close();
  });

  it('leaves the global Request and Response as they are', async () => {
    const globals = [globalThis.Request, globalThis.Response];
    const server = await listen(createTestApp(), { host: '127.0.0.1', port: 0 });
    await fetch(`${server.url}/page`);
    await server.close();
    expect([globalThis.Request, globalThis.Response]).toEqual(globals);
  });
});

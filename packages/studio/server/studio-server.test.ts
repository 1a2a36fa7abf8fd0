import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type RunningStudio, startStudio } from './studio-server.ts';

interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly authorization: string | undefined;
  readonly cookie: string | undefined;
  readonly traceparent: string | undefined;
  readonly body: string;
}

let emulator: Server;
let emulatorUrl: string;
let received: Received[] = [];
let studio: RunningStudio;
let folder: string;
let token: string;

const PAGE = '<!doctype html><meta name="studio-token" content="__STUDIO_TOKEN__"><title>Studio</title>';

function exchange(
  path: string,
  {
    method = 'GET',
    headers = {},
    body = '',
  }: { method?: string; headers?: Record<string, string>; body?: string } = {},
): Promise<{ status: number; text: string; headers: Record<string, unknown> }> {
  return new Promise((resolve, reject) => {
    const request = send(`${studio.url}${path}`, { method, headers }, async (response) => {
      let text = '';
      for await (const chunk of response) text += chunk;
      resolve({ status: response.statusCode ?? 0, text, headers: response.headers });
    });
    request.on('error', reject);
    request.end(body);
  });
}

beforeAll(async () => {
  emulator = createServer(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    const { authorization, cookie } = request.headers;
    const traceparent = request.headers.traceparent as string | undefined;
    received.push({ method: request.method, url: request.url, authorization, cookie, traceparent, body });
    if (request.url === '/silent') return response.writeHead(200).flushHeaders();
    response.writeHead(200, { 'content-type': 'text/html', 'set-cookie': 'a=b' }).end('<script>1</script>');
  }).listen(0, '127.0.0.1');
  await once(emulator, 'listening');
  emulatorUrl = `http://127.0.0.1:${(emulator.address() as AddressInfo).port}`;
  folder = mkdtempSync(join(tmpdir(), 'studio-'));
  writeFileSync(join(folder, 'index.html'), PAGE);
  writeFileSync(join(folder, 'command.mjs'), 'console.log(process.argv.slice(2).join(" "))');
  studio = await startStudio({
    port: 0,
    pageFolder: folder,
    stack: {
      projectId: 'demo-test',
      folder,
      servers: [
        { name: 'firestore', label: 'Firestore', url: emulatorUrl, state: 'running' },
        { name: 'auth', label: 'Authentication', url: 'http://127.0.0.1:1', state: 'running' },
      ],
      firestore: { url: emulatorUrl, rulesFile: 'firestore.rules' },
      auth: { url: emulatorUrl },
      storage: { url: 'http://127.0.0.1:1' },
      commandLine: { argv: [process.execPath, 'command.mjs'], flags: ['--port-offset', '7'], folder },
    },
  });
  token = /content="([^"]+)"/.exec((await exchange('/')).text)?.[1] as string;
});

beforeEach(() => {
  received = [];
});

afterAll(async () => {
  await studio.close();
  emulator.closeAllConnections();
  emulator.close();
  rmSync(folder, { recursive: true });
});

const withToken = (headers: Record<string, string> = {}) => ({ 'x-studio-token': token, ...headers });
const DELETE_DOCUMENT = '/api/firestore/v1/projects/demo-test/databases/(default)/documents/users/a';

describe('the API', () => {
  it("sends a request with the token to the emulator as its owner, without the browser's cookies", async () => {
    const { status } = await exchange(`${DELETE_DOCUMENT}?a=1`, {
      method: 'POST',
      headers: withToken({ cookie: 'session=1', 'content-type': 'application/json' }),
      body: '{}',
    });
    expect(status).toBe(200);
    expect(received).toEqual([
      {
        method: 'POST',
        url: '/v1/projects/demo-test/databases/(default)/documents/users/a?a=1',
        authorization: 'Bearer owner',
        cookie: undefined,
        traceparent: undefined,
        body: '{}',
      },
    ]);
  });

  it.each([
    ['GET', '/users/a', 'unsampled'],
    ['POST', ':runQuery', 'unsampled'],
    ['POST', ':runAggregationQuery', 'unsampled'],
    ['POST', '/users/a:listCollectionIds', 'unsampled'],
    ['POST', ':commit', 'none'],
    ['PATCH', '/users/a', 'none'],
    ['DELETE', '/users/a', 'none'],
  ])('sends %s …/documents%s to Firestore with the traceparent: %s', async (method, path, expected) => {
    const documents = '/api/firestore/v1/projects/demo-test/databases/(default)/documents';
    await exchange(`${documents}${path}`, { method, headers: withToken() });
    expect(received).toHaveLength(1);
    const { traceparent = 'none' } = received[0] as Received;
    expect(traceparent.replace(/^00-[\da-f]{32}-[\da-f]{16}-00$/, 'unsampled')).toBe(expected);
  });

  it.each([
    ['GET', '/accounts:batchGet?maxResults=100', 'unsampled'],
    ['POST', '/accounts:lookup', 'unsampled'],
    ['POST', '/accounts:query', 'unsampled'],
    ['POST', '/accounts:update', 'none'],
    ['POST', '/accounts', 'none'],
  ])('sends %s …/projects/demo-test%s to Auth with the traceparent: %s', async (method, path, expected) => {
    await exchange(`/api/auth/identitytoolkit.googleapis.com/v1/projects/demo-test${path}`, {
      method,
      headers: withToken(),
    });
    expect(received).toHaveLength(1);
    const { traceparent = 'none' } = received[0] as Received;
    expect(traceparent.replace(/^00-[\da-f]{32}-[\da-f]{16}-00$/, 'unsampled')).toBe(expected);
  });

  it('forwards the headers of a stream without data', async () => {
    const response = await fetch(`${studio.url}/api/firestore/silent`, { headers: withToken() });
    expect(response.status).toBe(200);
    await response.body?.cancel();
  });

  it('forwards the traceparent of a trace begun by the page', async () => {
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    await exchange(DELETE_DOCUMENT, { headers: withToken({ traceparent }) });
    expect(received).toMatchObject([{ traceparent }]);
  });

  it.each([
    ['no token', () => ({})],
    ['a wrong token of the same length', () => ({ 'x-studio-token': 'x'.repeat(token.length) })],
    ['an empty token', () => ({ 'x-studio-token': '' })],
    ['the token as a cookie', () => ({ cookie: `x-studio-token=${token}` })],
  ])('rejects a request with %s with 401, and the emulator receives nothing', async (_, headers) => {
    for (const method of ['GET', 'POST', 'PATCH', 'DELETE']) {
      expect((await exchange(DELETE_DOCUMENT, { method, headers: headers() })).status).toBe(401);
    }
    expect(received).toEqual([]);
  });

  it.each(['//x/api/stack', '/./api/stack', '/x/../api/stack', '/%2e/api/stack', '//', '/\\x/api/stack'])(
    'serves no part of the API for %s without the token',
    async (path) => {
      const { status, text } = await exchange(path);
      expect(status).toBeLessThan(500);
      expect(text).not.toContain('demo-test');
    },
  );

  it.each([
    ['another site', { origin: 'https://evil.example' }],
    ['another port of this machine', { origin: 'http://127.0.0.1:5173' }],
    ['a sandboxed frame', { origin: 'null' }],
    ['the same address over https', { origin: 'https://127.0.0.1' }],
    ['an element of another site, which sends no Origin', { 'sec-fetch-site': 'cross-site' }],
    ['an element of another port, which sends no Origin', { 'sec-fetch-site': 'same-site' }],
    ['a rebound name', { host: 'evil.example' }],
    ['a rebound name with the port', { host: 'evil.example:4000', origin: 'http://evil.example:4000' }],
    ['the right name with another port', { host: '127.0.0.1:1' }],
  ])(
    'rejects a request from %s with 403 even with the token, and the emulator receives nothing',
    async (_, headers) => {
      const { status, headers: sent } = await exchange(DELETE_DOCUMENT, {
        method: 'DELETE',
        headers: withToken(headers),
      });
      expect(status).toBe(403);
      expect(sent['access-control-allow-origin']).toBeUndefined();
      expect(received).toEqual([]);
    },
  );

  it('rejects the preflight of another origin, so that its page never sends the token', async () => {
    const { status, headers } = await exchange(DELETE_DOCUMENT, {
      method: 'OPTIONS',
      headers: {
        origin: 'http://127.0.0.1:5173',
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'x-studio-token',
      },
    });
    expect(status).toBe(403);
    expect(headers['access-control-allow-headers']).toBeUndefined();
  });

  it("sends an emulator's response so that a browser neither runs nor stores it as a page of Studio", async () => {
    const { headers } = await exchange('/api/firestore/', { headers: withToken() });
    expect(headers['content-security-policy']).toBe("default-src 'none'; sandbox");
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['set-cookie']).toBeUndefined();
  });

  it('reports a server that does not respond, and a part that the stack lacks', async () => {
    const stopped = await exchange('/api/storage/x', { headers: withToken() });
    expect([stopped.status, JSON.parse(stopped.text).error.message]).toEqual([
      502,
      'Storage does not respond at http://127.0.0.1:1.',
    ]);
    for (const part of ['log', 'constructor', '__proto__', 'toString'])
      expect((await exchange(`/api/${part}/health`, { headers: withToken() })).status, part).toBe(404);
  });

  it('reports which servers accept connections', async () => {
    const { servers } = JSON.parse((await exchange('/api/servers', { headers: withToken() })).text);
    expect(servers.map(({ name, state }: { name: string; state: string }) => [name, state])).toEqual([
      ['firestore', 'running'],
      ['auth', 'not responding'],
    ]);
  });
});

describe('a command of the kit', () => {
  const run = async (command: unknown) => {
    const { status, text } = await exchange('/api/command', {
      method: 'POST',
      headers: withToken(),
      body: typeof command === 'string' ? command : JSON.stringify(command),
    });
    return { status, body: JSON.parse(text) };
  };

  it('runs with the flags of the stack', async () => {
    expect(await run({ name: 'snapshot', arguments: ['save', 'before'] })).toEqual({
      status: 200,
      body: { ok: true, output: 'snapshot save before --port-offset 7' },
    });
    const advise = await run({ name: 'advise', arguments: ['--json'] });
    expect(advise.body.output).toBe('advise --json --port-offset 7');
    expect((await run({ name: 'seed', arguments: [] })).body.output).toBe('seed --port-offset 7');
    expect((await run({ name: 'schedule', arguments: ['--json'] })).body.output).toBe(
      'schedule --json --port-offset 7',
    );
    const restart = await run({ name: 'server', arguments: ['restart', 'web'] });
    expect(restart.body.output).toBe('server restart web --port-offset 7');
  });

  it.each([
    ['is not one of the kit', { name: 'deploy', arguments: [] }],
    ['has a flag as an argument', { name: 'snapshot', arguments: ['save', '--port-offset'] }],
    ['advises with other flags', { name: 'advise', arguments: ['--stack'] }],
    ['changes a server in a way that there is none', { name: 'server', arguments: ['explode', 'web'] }],
    ['changes no server', { name: 'server', arguments: ['stop'] }],
    ['has a path as a name', { name: 'snapshot', arguments: ['load', '../../etc/passwd'] }],
    ['is a property of objects', { name: 'constructor', arguments: [] }],
    ['is no JSON', '{'],
  ])('is rejected with 400 when it %s', async (_, command) => {
    expect((await run(command)).status).toBe(400);
  });
});

describe('the page', () => {
  it('contains a token, is not cached, and cannot be framed by or run scripts of other pages', async () => {
    const { text, headers } = await exchange('/data/users?x=1');
    expect(text).toContain(token);
    expect(token.length).toBeGreaterThanOrEqual(32);
    expect(headers['cache-control']).toBe('no-store');
    expect(headers['content-security-policy']).toMatch(/script-src 'self';.*frame-ancestors 'none'/);
  });

  it('opens from a link of another site, but not in its frame or as its script', async () => {
    const site = { 'sec-fetch-site': 'cross-site' };
    const opened = { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' };
    expect((await exchange('/rules', { headers: opened })).status).toBe(200);
    const framed = { ...site, 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' };
    expect((await exchange('/rules', { headers: framed })).status).toBe(403);
    const script = { ...site, 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'script' };
    expect((await exchange('/rules', { headers: script })).status).toBe(403);
  });

  it('does not serve files outside the build folder', async () => {
    for (const path of ['/assets/../command.mjs', '/assets/%2e%2e/command.mjs', '/assets/..%2fcommand.mjs']) {
      expect((await exchange(path)).text).not.toContain('process.argv');
    }
  });
});

describe('a description of a stack', () => {
  it.each([
    [{}, '"projectId" must be a string'],
    [[], 'must be a JSON object'],
    [{ projectId: 'p', folder: '/', servers: {} }, '"servers" must be a list'],
    [
      { projectId: 'p', folder: '/', firestore: { url: 'https://firestore.googleapis.com' } },
      '"firestore.url" must be an http address of this machine',
    ],
    [
      { projectId: 'p', folder: '/', auth: { url: 'http://10.0.0.1:9099' } },
      '"auth.url" must be an http address of this machine',
    ],
    [
      { projectId: 'p', folder: '/', commandLine: { argv: 'x', flags: [], folder: '/' } },
      '"commandLine.argv" must be a list of strings',
    ],
  ])('is rejected when it is %j: %s', async (stack, message) => {
    await expect(startStudio({ port: 0, stack })).rejects.toThrow(message);
  });
});

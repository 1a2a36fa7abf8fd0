// The emulator as a server: malformed and cross-origin requests, the command line, the end of the parent process.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { request } from 'node:http';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ShopifyEmulator } from '../../emulator/shopify/src/server.ts';
import { startShopifyEmulator } from '../../emulator/shopify/src/server.ts';
import { adminClientOf, dataOf } from './backends.ts';

const COMMAND = fileURLToPath(new URL('../../emulator/shopify/bin/savepoint-shopify.mjs', import.meta.url));

describe('the server', () => {
  let emulator: ShopifyEmulator;
  beforeAll(async () => {
    emulator = await startShopifyEmulator({ products: 3 });
  });
  afterAll(() => emulator.close());

  const post = (body: string, path = '/admin/api/2026-10/graphql.json') =>
    fetch(`${emulator.url}${path}`, {
      method: 'POST',
      body,
      headers: {
        'x-shopify-access-token': 'x',
        'x-shopify-storefront-access-token': 'x',
        'content-type': 'application/json',
      },
    });

  async function expectStillServing(): Promise<void> {
    await dataOf(adminClientOf(emulator), '{ shop { id } }');
  }

  it.each([
    ['a body that is not JSON', '{', 400],
    ['a body without a query', '{"variables":{}}', 400],
    ['a body of more than 2 MiB', `{"query":"${'x'.repeat(2_200_000)}"}`, 413],
    ['a query nested 10,000 levels deep', JSON.stringify({ query: '{shop'.repeat(10_000) }), 200],
  ])('responds to %s with errors and keeps serving', async (_, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(await response.text()).toContain('errors');
    await expectStillServing();
  });

  it('responds to malformed Storefront API requests with errors and keeps serving', async () => {
    const response = await post('{', '/api/2026-10/graphql.json');
    expect(response.status).toBe(400);
    const deep = await post(JSON.stringify({ query: '{shop'.repeat(10_000) }), '/api/2026-10/graphql.json');
    expect(await deep.text()).toContain('errors');
    expect((await post('{}', '/api/2026-11/graphql.json')).status).toBe(404);
    await expectStillServing();
  });

  it.each([{ host: 'evil.example' }, { origin: 'https://evil.example' }, { origin: 'null' }])(
    'responds with 403 to a request with the header %j',
    async (headers) => {
      const sent = request({
        host: '127.0.0.1',
        port: emulator.port,
        method: 'POST',
        path: '/_savepoint/reset',
        headers,
      });
      sent.end('{}');
      const [response] = await once(sent, 'response');
      response.resume();
      expect(response.statusCode).toBe(403);
    },
  );
  it('names an unknown fault, and lists the routes of the control API for an unknown path', async () => {
    const fault = await post('{"explode":1}', '/_savepoint/faults');
    expect(fault.status).toBe(400);
    expect(await fault.text()).toContain('explode');
    expect(await (await post('{}', '/_savepoint/nothing')).text()).toContain('There are: GET /state');
  });

  it('resets to a catalogue of another size through the control API', async () => {
    const response = await post('{"products":7}', '/_savepoint/reset');
    expect(await response.json()).toEqual({ products: 7 });
    const { productsCount } = await dataOf<{ productsCount: { count: number } }>(
      adminClientOf(emulator),
      '{ productsCount { count } }',
    );
    expect(productsCount.count).toBe(7);
  });
});

describe('the command', () => {
  function run(args: string[], env: Record<string, string> = {}) {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    return { child, errors: () => errors };
  }

  async function ready(child: ReturnType<typeof run>['child']): Promise<string> {
    if (child.stdout === null) throw new Error('stdout is not a pipe');
    for await (const line of createInterface(child.stdout)) {
      const url = /ready on (\S+)/.exec(line)?.[1];
      if (url !== undefined) return url;
    }
    throw new Error('the command ended before it was ready');
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('stops with exit code 0 on %s', async (signal) => {
    const { child } = run(['--port', '0', '--products', '2']);
    expect((await fetch(await ready(child))).status).toBe(200);
    child.kill(signal);
    const [code] = await once(child, 'exit');
    expect(code).toBe(0);
  });

  it('stops when the process SAVEPOINT_PARENT_PID ends', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { child } = run(['--port', '0'], { SAVEPOINT_PARENT_PID: String(parent.pid) });
    await ready(child);
    parent.kill('SIGKILL');
    await once(child, 'exit');
  });

  it.each([
    [['--products', 'many'], 2, /--products takes a number/],
    [['--host', '0.0.0.0'], 2, /--host takes 127.0.0.1/],
    [['--currency', 'dollars'], 2, /--currency takes three capital letters/],
    [['--port', '0', '--webhook-url', 'https://example.com/x'], 1, /not on this machine/],
  ])('prints one line that explains the error and exits for %j', async (args, code, message) => {
    const { child, errors } = run(args);
    const [exit] = await once(child, 'close');
    expect(exit).toBe(code);
    expect(errors().trim().split('\n')).toHaveLength(1);
    expect(errors()).toMatch(message);
  });
});

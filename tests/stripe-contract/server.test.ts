// The stand-in as a server: hostile requests, restarts, command line, the end of its parent.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStripeStandIn } from '../../emulator/stripe/src/server.ts';
import { aSession, clientOf } from './backends.ts';

const COMMAND = fileURLToPath(new URL('../../emulator/stripe/bin/savepoint-stripe.mjs', import.meta.url));

describe('hostile requests', () => {
  let standIn: Awaited<ReturnType<typeof startStripeStandIn>>;
  beforeAll(async () => {
    standIn = await startStripeStandIn();
  });
  afterAll(() => standIn.close());

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${standIn.url}/v1/customers`, {
      method: 'POST',
      body,
      headers: {
        authorization: 'Bearer sk_test_x',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });

  async function stillLives(): Promise<void> {
    expect((await clientOf(standIn.port).balance.retrieve()).object).toBe('balance');
  }

  it.each([
    ['a broken escape', 'name=%zz', 400],
    ['a tree too deep', `name${'[a]'.repeat(40)}=1`, 400],
    ['too many parameters', 'a=1&'.repeat(3_000), 400],
    ['a body too large', `name=${'x'.repeat(1_100_000)}`, 413],
  ])('answers %s', async (_, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: { message: string } }).error.message).not.toBe('');
    await stillLives();
  });

  it('answers an unknown version by naming it', async () => {
    const response = await post('name=A', { 'stripe-version': 'tomorrow' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Invalid Stripe API version: tomorrow');
  });

  it.each([
    { host: 'evil.example:80' },
    { host: '127.0.0.1.evil.example' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
  ])('refuses a page from elsewhere: %j', async (headers) => {
    const sent = request({
      host: '127.0.0.1',
      port: standIn.port,
      method: 'POST',
      path: '/_savepoint/reset',
      headers,
    });
    sent.end('{}');
    const [response] = await once(sent, 'response');
    response.resume();
    expect(response.statusCode).toBe(403);
  });

  it('outlives a client that speaks no HTTP and one that hangs up', async () => {
    const rude = connect(standIn.port, '127.0.0.1');
    rude.end('\x16\x03\x01 not http\r\n\r\n');
    rude.resume();
    await once(rude, 'close');
    const quitter = request({
      host: '127.0.0.1',
      port: standIn.port,
      method: 'POST',
      path: '/v1/customers',
      headers: { 'content-length': '1000' },
    });
    quitter.on('error', () => {});
    quitter.write('name=');
    quitter.destroy();
    await stillLives();
  });

  it('answers a bad control body', async () => {
    const response = await fetch(`${standIn.url}/_savepoint/faults`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
    await stillLives();
  });
});

describe('a data file', () => {
  it('brings sessions, keys and ids back, and expires what fell due meanwhile', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'savepoint-stripe-'));
    const dataFile = join(folder, 'state.json');
    const first = await startStripeStandIn({ dataFile });
    const options = { idempotencyKey: 'kept' };
    const session = await clientOf(first.port).checkout.sessions.create(aSession(), options);
    await first.close();
    expect(await readdir(folder)).toEqual(['state.json']);

    const second = await startStripeStandIn({ dataFile });
    const stripe = clientOf(second.port);
    expect((await stripe.checkout.sessions.create(aSession(), options)).id).toBe(session.id);
    await fetch(`${second.url}/_savepoint/clock/advance`, { method: 'POST', body: '{"seconds":86401}' });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    await second.close();

    await writeFile(dataFile, '{"half":');
    await expect(startStripeStandIn({ dataFile })).rejects.toThrow(/not a savepoint-stripe data file/);
    await rm(folder, { recursive: true });
  });
});

describe('a seed', () => {
  it('makes the same ids in every run', async () => {
    const ids: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      const standIn = await startStripeStandIn({ seed: 'same' });
      ids.push((await clientOf(standIn.port).checkout.sessions.create(aSession())).id);
      await standIn.close();
    }
    expect(ids[1]).toBe(ids[0]);
  });
});

describe('the command', () => {
  function run(args: string[], env: Record<string, string> = {}, stdin: 'pipe' | 'ignore' = 'ignore') {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      stdio: [stdin, 'pipe', 'pipe'],
      env: { ...process.env, ...env },
    });
    let errors = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    return { child, errors: () => errors };
  }

  async function ready(child: ReturnType<typeof run>['child']): Promise<string> {
    if (child.stdout === null) throw new Error('no output');
    for await (const line of createInterface(child.stdout)) {
      const url = /ready on (\S+)/.exec(line)?.[1];
      if (url !== undefined) return url;
    }
    throw new Error('it ended before it was ready');
  }

  it.each(['SIGINT', 'SIGTERM'] as const)(
    'stops on %s though a client holds its connection',
    async (signal) => {
      const { child } = run(['--port', '0']);
      const url = await ready(child);
      expect((await fetch(url)).status).toBe(200);
      const held = connect({ port: Number(new URL(url).port), host: '127.0.0.1', allowHalfOpen: true });
      held.on('error', () => {});
      held.write('POST /v1/customers HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9\r\n\r\nname');
      await once(held, 'connect');
      child.kill(signal);
      const [code] = await once(child, 'exit');
      expect(code).toBe(0);
      held.destroy();
    },
  );

  it('ends with the process named in SAVEPOINT_PARENT_PID', async () => {
    const parent = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    const { child } = run(['--port', '0'], { SAVEPOINT_PARENT_PID: String(parent.pid) });
    await ready(child);
    parent.kill('SIGKILL');
    await once(child, 'exit');
  });

  it('ends with --exit-with-parent when standard input closes', async () => {
    const { child } = run(['--port', '0', '--exit-with-parent'], { SAVEPOINT_PARENT_PID: '' }, 'pipe');
    await ready(child);
    child.stdin?.end();
    await once(child, 'exit');
  });

  it.each([
    [['--port', 'many'], 2, /--port takes a number/],
    [['--host', '0.0.0.0'], 2, /--host takes 127.0.0.1/],
    [['--nonsense'], 2, /nonsense/],
    [['--webhook-url', 'http://localhost:1/x'], 2, /has no secret/],
    [
      ['--port', '0', '--webhook-url', 'https://example.com/x', '--webhook-secret', 'w'],
      1,
      /this machine only/,
    ],
  ])('says in one line what is wrong with %j', async (args, code, message) => {
    const { child, errors } = run(args, { STRIPE_WEBHOOK_SECRET: '' });
    const [exit] = await once(child, 'close');
    expect(exit).toBe(code);
    expect(errors().trim().split('\n')).toHaveLength(1);
    expect(errors()).toMatch(message);
  });

  it('names a port that is taken', async () => {
    const standIn = await startStripeStandIn();
    const { child, errors } = run(['--port', String(standIn.port)]);
    const [exit] = await once(child, 'close');
    expect(exit).toBe(1);
    expect(errors()).toContain('The port is taken');
    await standIn.close();
  });
});

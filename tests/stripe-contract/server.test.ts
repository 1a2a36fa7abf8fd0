// The stand-in as a server: hostile requests and restarts.

import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startStripeEmulator } from 'savepoint-stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSession, clientOf } from './backends.ts';

describe('hostile requests', () => {
  let standIn: Awaited<ReturnType<typeof startStripeEmulator>>;
  beforeAll(async () => {
    standIn = await startStripeEmulator();
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
    const first = await startStripeEmulator({ dataFile });
    const options = { idempotencyKey: 'kept' };
    const session = await clientOf(first.port).checkout.sessions.create(aSession(), options);
    await first.close();
    expect(await readdir(folder)).toEqual(['state.json']);

    const second = await startStripeEmulator({ dataFile });
    const stripe = clientOf(second.port);
    expect((await stripe.checkout.sessions.create(aSession(), options)).id).toBe(session.id);
    await fetch(`${second.url}/_savepoint/clock/advance`, { method: 'POST', body: '{"seconds":86401}' });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    await second.close();

    await writeFile(dataFile, '{"half":');
    await expect(startStripeEmulator({ dataFile })).rejects.toThrow(/not a savepoint-stripe data file/);
    await rm(folder, { recursive: true });
  });
});

describe('a seed', () => {
  it('makes the same ids in every run', async () => {
    const ids: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      const standIn = await startStripeEmulator({ seed: 'same' });
      ids.push((await clientOf(standIn.port).checkout.sessions.create(aSession())).id);
      await standIn.close();
    }
    expect(ids[1]).toBe(ids[0]);
  });
});

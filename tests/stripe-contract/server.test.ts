// The emulator as a server: hostile requests, data file and seed.

import { once } from 'node:events';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startStripeEmulator } from '../../packages/stripe/src/server.ts';
import { clientOf, sessionParameters } from './backends.ts';

describe('the server', () => {
  let emulator: Awaited<ReturnType<typeof startStripeEmulator>>;
  beforeAll(async () => {
    emulator = await startStripeEmulator();
  });
  afterAll(() => emulator.close());

  const post = (body: string, headers: Record<string, string> = {}) =>
    fetch(`${emulator.url}/v1/customers`, {
      method: 'POST',
      body,
      headers: {
        authorization: 'Bearer sk_test_x',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
    });

  async function expectResponsive(): Promise<void> {
    expect((await clientOf(emulator.port).balance.retrieve()).object).toBe('balance');
  }

  it.each([
    ['an invalid percent escape', 'name=%zz', 400],
    ['parameters nested too deep', `name${'[a]'.repeat(40)}=1`, 400],
    ['too many parameters', 'a=1&'.repeat(3_000), 400],
    ['a body above the limit', `name=${'x'.repeat(1_100_000)}`, 413],
  ])('rejects %s and responds to the next request', async (_, body, status) => {
    const response = await post(body);
    expect(response.status).toBe(status);
    expect(((await response.json()) as { error: { message: string } }).error.message).not.toBe('');
    await expectResponsive();
  });

  it('rejects an invalid API version with 400 and its name', async () => {
    const response = await post('name=A', { 'stripe-version': 'tomorrow' });
    expect(response.status).toBe(400);
    expect(await response.text()).toContain('Invalid Stripe API version: tomorrow');
  });

  it('responds to others after a client that sends no HTTP and one that disconnects within its body', async () => {
    const garbage = connect(emulator.port, '127.0.0.1');
    garbage.end('\x16\x03\x01 not http\r\n\r\n');
    garbage.resume();
    await once(garbage, 'close');
    const aborted = request({
      host: '127.0.0.1',
      port: emulator.port,
      method: 'POST',
      path: '/v1/customers',
      headers: { 'content-length': '1000' },
    });
    aborted.on('error', () => {});
    aborted.write('name=');
    aborted.destroy();
    await expectResponsive();
  });

  it('rejects a control request whose body is not JSON with 400', async () => {
    const response = await fetch(`${emulator.url}/_savepoint/faults`, { method: 'POST', body: '{' });
    expect(response.status).toBe(400);
    await expectResponsive();
  });
});

describe('a data file', () => {
  it('restores sessions and idempotency keys, and expires sessions that are due', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'savepoint-stripe-'));
    const dataFile = join(folder, 'state.json');
    const first = await startStripeEmulator({ dataFile });
    const options = { idempotencyKey: 'stored' };
    const session = await clientOf(first.port).checkout.sessions.create(sessionParameters(), options);
    await first.close();
    expect(await readdir(folder)).toEqual(['state.json']);

    const second = await startStripeEmulator({ dataFile });
    const stripe = clientOf(second.port);
    expect((await stripe.checkout.sessions.create(sessionParameters(), options)).id).toBe(session.id);
    await fetch(`${second.url}/_savepoint/clock/advance`, { method: 'POST', body: '{"seconds":86401}' });
    expect((await stripe.checkout.sessions.retrieve(session.id)).status).toBe('expired');
    await second.close();

    await writeFile(dataFile, '{"half":');
    await expect(startStripeEmulator({ dataFile })).rejects.toThrow(/not a savepoint-stripe data file/);
    await rm(folder, { recursive: true });
  });
});

describe('a seed', () => {
  it('generates the same ids in every run', async () => {
    const ids: string[] = [];
    for (let run = 0; run < 2; run += 1) {
      const emulator = await startStripeEmulator({ seed: 'same' });
      ids.push((await clientOf(emulator.port).checkout.sessions.create(sessionParameters())).id);
      await emulator.close();
    }
    expect(ids[1]).toBe(ids[0]);
  });
});

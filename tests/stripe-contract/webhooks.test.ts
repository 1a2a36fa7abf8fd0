// How events reach an endpoint: envelope, signature, retries, and every fault a test can ask for.

import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSession, failureOf } from './backends.ts';
import type { Bench } from './emulator.ts';
import { startBench } from './emulator.ts';

interface DeliveryView {
  readonly eventId: string;
  readonly eventType: string;
  readonly status: string;
  readonly attempts: { readonly status: number | null; readonly signature: string }[];
}

let bench: Bench;
beforeEach(async () => {
  bench = await startBench({ retryDelaysSeconds: [10, 60] });
});
afterEach(() => bench.close());

function customer(name = 'A'): Promise<Stripe.Customer> {
  return bench.stripe.customers.create({ name });
}

async function settled(): Promise<DeliveryView[]> {
  await bench.control('POST', '/deliveries/settle');
  return bench.control<DeliveryView[]>('GET', '/deliveries');
}

function namesReceived(): (string | null)[] {
  return bench.receiver.received.map(({ event }) =>
    event === null ? null : ((event.data.object as Stripe.Customer).name ?? null),
  );
}

describe('an event', () => {
  it('has the envelope of the API, names its request and is found by its id', async () => {
    const made = await bench.stripe.customers.create({ name: 'A' }, { idempotencyKey: 'made' });
    const deliveries = await settled();
    const { event, body } = bench.receiver.received[0] ?? {};
    expect(event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
      request: { id: made.lastResponse.requestId, idempotency_key: 'made' },
      data: { object: { id: made.id, object: 'customer', name: 'A' } },
    });
    expect(JSON.parse(String(body))).not.toHaveProperty('secret');
    expect(await bench.stripe.events.retrieve(String(event?.id))).toMatchObject({
      type: 'customer.created',
      pending_webhooks: 0,
    });
    expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{ status: 200 }] }]);
  });

  it('says what changed', async () => {
    const { id } = await customer('A');
    await bench.stripe.customers.update(id, { name: 'B' });
    await settled();
    expect(bench.receiver.received[1]?.event?.data).toMatchObject({
      object: { name: 'B' },
      previous_attributes: { name: 'A' },
    });
    const list = await bench.stripe.events.list({ type: 'customer.updated' });
    expect(list.data).toHaveLength(1);
  });
});

describe('delivery', () => {
  it('tries again after each wait with a fresh signature, until it is taken', async () => {
    bench.receiver.answers.push(500, 302);
    await customer();
    expect(await settled()).toMatchObject([{ status: 'waiting', attempts: [{ status: 500 }] }]);
    await bench.control('POST', '/clock/advance', { seconds: 9 });
    expect(bench.receiver.received).toHaveLength(1);
    await bench.control('POST', '/clock/advance', { seconds: 61 });
    const [delivery] = await settled();
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 500 }, { status: 302 }, { status: 200 }],
    });
    expect(new Set(delivery?.attempts.map(({ signature }) => signature)).size).toBe(3);
    expect(new Set(bench.receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(bench.receiver.received.every(({ event }) => event !== null)).toBe(true);
  });

  it('gives up after the last wait, also when nobody listens', async () => {
    await bench.receiver.close();
    await customer();
    await bench.control('POST', '/clock/advance', { seconds: 3_600 });
    expect(await settled()).toMatchObject([
      { status: 'failed', attempts: [{ status: null }, { status: null }, { status: null }] },
    ]);
  });

  it('goes to endpoints made over the API, which get what they asked for', async () => {
    const endpoint = await bench.stripe.webhookEndpoints.create({
      url: bench.receiver.url,
      enabled_events: ['customer.updated'],
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect((await bench.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
    const { id } = await customer();
    await bench.stripe.customers.update(id, { name: 'B' });
    expect((await settled()).map(({ eventType }) => eventType)).toEqual([
      'customer.updated',
      'customer.updated',
      'customer.created',
    ]);
    await bench.stripe.webhookEndpoints.del(endpoint.id);
    expect((await bench.stripe.webhookEndpoints.list()).data).toHaveLength(1);
  });

  it('never leaves this machine', async () => {
    const refused = await failureOf(
      bench.stripe.webhookEndpoints.create({ url: 'https://example.com/hook', enabled_events: ['*'] }),
    );
    expect(refused.message).toContain('this machine only');
  });
});

describe('faults', () => {
  it('duplicate', async () => {
    await bench.control('POST', '/faults', { duplicateNext: 1 });
    await customer('A');
    await customer('B');
    await settled();
    expect(namesReceived()).toEqual(['A', 'A', 'B']);
    expect(bench.receiver.received[0]?.event?.id).toBe(bench.receiver.received[1]?.event?.id);
  });

  it('drop', async () => {
    await bench.control('POST', '/faults', { dropNext: 1 });
    await customer('A');
    await customer('B');
    await bench.control('POST', '/clock/advance', { seconds: 100_000 });
    expect(namesReceived()).toEqual(['B']);
    expect((await settled()).map(({ status }) => status)).toEqual(['delivered', 'dropped']);
  });

  it('late', async () => {
    await bench.control('POST', '/faults', { delaySeconds: 300 });
    await customer('A');
    await bench.control('POST', '/clock/advance', { seconds: 299 });
    expect(namesReceived()).toEqual([]);
    await bench.control('POST', '/clock/advance', { seconds: 1 });
    expect(namesReceived()).toEqual(['A']);
  });

  it('late, but sent now on demand', async () => {
    await bench.control('POST', '/faults', { delaySeconds: 300 });
    await customer('A');
    expect(await bench.control('POST', '/deliveries/now')).toEqual({ sent: 1 });
    expect(namesReceived()).toEqual(['A']);
    await bench.control('POST', '/clock/advance', { seconds: 301 });
    expect(namesReceived()).toEqual(['A']);
  });

  it('reorder', async () => {
    await bench.control('POST', '/faults', { reorderWindow: 3 });
    for (const name of ['A', 'B', 'C', 'D']) await customer(name);
    await settled();
    expect(namesReceived()).toEqual(['C', 'B', 'A']);
    await bench.control('POST', '/deliveries/release', {});
    expect(namesReceived()).toEqual(['C', 'B', 'A', 'D']);
  });

  it('hold, then release in either order', async () => {
    await bench.control('POST', '/faults', { hold: true });
    await customer('A');
    await customer('B');
    await settled();
    expect(namesReceived()).toEqual([]);
    expect(await bench.control('POST', '/deliveries/release', { order: 'last-first' })).toEqual({
      released: 2,
    });
    expect(namesReceived()).toEqual(['B', 'A']);
  });

  it('a signature that does not fit', async () => {
    await bench.control('POST', '/faults', { badSignatureNext: 1 });
    await customer('A');
    await settled();
    expect(bench.receiver.received).toMatchObject([{ event: null }]);
  });

  it('resend, with another body, with a bad signature, several times', async () => {
    await customer('A');
    const [delivery] = await settled();
    const path = `/events/${delivery?.eventId}/resend`;
    await bench.control('POST', path, { times: 2 });
    await bench.control('POST', path, {
      body: { id: 'evt_forged', object: 'event', type: 'edited', data: { object: {} } },
    });
    await bench.control('POST', path, { badSignature: true });
    expect(bench.receiver.types()).toEqual([
      'customer.created',
      'customer.created',
      'customer.created',
      'edited',
    ]);
    expect(bench.receiver.received.at(-1)?.event).toBeNull();
  });

  it('are refused by name when there is no such fault', async () => {
    await expect(bench.control('POST', '/faults', { explode: true })).rejects.toThrow(/400.*explode/s);
    await expect(bench.control('POST', '/nothing')).rejects.toThrow(/404.*There are: .*GET \/state/s);
  });
});

describe('the control API', () => {
  it('pays, declines and expires sessions without a browser', async () => {
    const pay = async (body: object) => {
      const { id } = await bench.stripe.checkout.sessions.create(aSession());
      const { outcome } = await bench.control<{ outcome: { kind: string } }>(
        'POST',
        `/sessions/${id}/pay`,
        body,
      );
      return outcome.kind;
    };
    expect(await pay({})).toBe('paid');
    expect(await pay({ card: '4000000000000002' })).toBe('declined');
    expect(await pay({ card: '4000002760003184' })).toBe('paid');
    expect(await pay({ card: '4000002760003184', authenticate: 'fail' })).toBe('declined');
    const { id } = await bench.stripe.checkout.sessions.create(aSession());
    await bench.control('POST', `/sessions/${id}/expire`);
    expect(bench.receiver.types().at(-1)).toBe('checkout.session.expired');
  });

  it('forgets everything but the endpoints', async () => {
    await bench.stripe.checkout.sessions.create(aSession());
    await bench.control('POST', '/faults', { hold: true });
    await bench.control('POST', '/reset');
    const state = await bench.control<Record<string, unknown>>('GET', '/state');
    expect(state).toMatchObject({ checkouts: [], events: [], deliveries: [], faults: { hold: false } });
    expect(state.endpoints).toHaveLength(1);
    await customer('after');
    await settled();
    expect(namesReceived()).toEqual(['after']);
  });
});

import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionParameters, stripeErrorOf } from './backends.ts';
import type { EmulatorSetup } from './emulator.ts';
import { setUpEmulator } from './emulator.ts';

interface DeliveryView {
  readonly eventId: string;
  readonly eventType: string;
  readonly status: string;
  readonly attempts: { readonly status: number | null; readonly signature: string }[];
}

let setup: EmulatorSetup;
beforeEach(async () => {
  setup = await setUpEmulator({ retryDelaysSeconds: [10, 60] });
});
afterEach(() => setup.close());

function customer(name = 'A'): Promise<Stripe.Customer> {
  return setup.stripe.customers.create({ name });
}

async function finishedDeliveries(): Promise<DeliveryView[]> {
  await setup.control('POST', '/deliveries/settle');
  return setup.control<DeliveryView[]>('GET', '/deliveries');
}

function receivedNames(): (string | null)[] {
  return setup.receiver.received.map(({ event }) =>
    event === null ? null : ((event.data.object as Stripe.Customer).name ?? null),
  );
}

describe('an event', () => {
  it("has Stripe's event format, names its request and is retrieved by its id", async () => {
    const created = await setup.stripe.customers.create({ name: 'A' }, { idempotencyKey: 'created' });
    const deliveries = await finishedDeliveries();
    const { event, body } = setup.receiver.received[0] ?? {};
    expect(event).toMatchObject({
      object: 'event',
      type: 'customer.created',
      api_version: '2026-10-28.endive',
      livemode: false,
      pending_webhooks: 1,
      request: { id: created.lastResponse.requestId, idempotency_key: 'created' },
      data: { object: { id: created.id, object: 'customer', name: 'A' } },
    });
    expect(JSON.parse(String(body))).not.toHaveProperty('secret');
    expect(await setup.stripe.events.retrieve(String(event?.id))).toMatchObject({
      type: 'customer.created',
      pending_webhooks: 0,
    });
    expect(deliveries).toMatchObject([{ status: 'delivered', attempts: [{ status: 200 }] }]);
  });

  it('contains the previous values of changed fields', async () => {
    const { id } = await customer('A');
    await setup.stripe.customers.update(id, { name: 'B' });
    await finishedDeliveries();
    expect(setup.receiver.received[1]?.event?.data).toMatchObject({
      object: { name: 'B' },
      previous_attributes: { name: 'A' },
    });
    const list = await setup.stripe.events.list({ type: 'customer.updated' });
    expect(list.data).toHaveLength(1);
  });
});

describe('a delivery', () => {
  it('is retried after each delay with a new signature until the endpoint accepts it', async () => {
    setup.receiver.statuses.push(500, 302);
    await customer();
    expect(await finishedDeliveries()).toMatchObject([{ status: 'waiting', attempts: [{ status: 500 }] }]);
    await setup.control('POST', '/clock/advance', { seconds: 9 });
    expect(setup.receiver.received).toHaveLength(1);
    await setup.control('POST', '/clock/advance', { seconds: 61 });
    const [delivery] = await finishedDeliveries();
    expect(delivery).toMatchObject({
      status: 'delivered',
      attempts: [{ status: 500 }, { status: 302 }, { status: 200 }],
    });
    expect(new Set(delivery?.attempts.map(({ signature }) => signature)).size).toBe(3);
    expect(new Set(setup.receiver.received.map(({ body }) => body)).size).toBe(1);
    expect(setup.receiver.received.every(({ event }) => event !== null)).toBe(true);
  });

  it('fails after the last retry when nothing listens at the URL', async () => {
    await setup.receiver.close();
    await customer();
    await setup.control('POST', '/clock/advance', { seconds: 3_600 });
    expect(await finishedDeliveries()).toMatchObject([
      { status: 'failed', attempts: [{ status: null }, { status: null }, { status: null }] },
    ]);
  });

  it('is sent to webhook endpoints created over the API, for the events that they enable', async () => {
    const endpoint = await setup.stripe.webhookEndpoints.create({
      url: setup.receiver.url,
      enabled_events: ['customer.updated'],
    });
    expect(endpoint.secret).toMatch(/^whsec_/);
    expect((await setup.stripe.webhookEndpoints.retrieve(endpoint.id)).secret).toBeUndefined();
    const { id } = await customer();
    await setup.stripe.customers.update(id, { name: 'B' });
    expect((await finishedDeliveries()).map(({ eventType }) => eventType)).toEqual([
      'customer.updated',
      'customer.updated',
      'customer.created',
    ]);
    await setup.stripe.webhookEndpoints.del(endpoint.id);
    expect((await setup.stripe.webhookEndpoints.list()).data).toHaveLength(1);
  });

  it('is never sent to another machine: such a URL is rejected', async () => {
    const error = await stripeErrorOf(
      setup.stripe.webhookEndpoints.create({ url: 'https://example.com/hook', enabled_events: ['*'] }),
    );
    expect(error.message).toContain('this machine only');
  });
});

describe('fault injection', () => {
  it('sends the next event twice with duplicateNext', async () => {
    await setup.control('POST', '/faults', { duplicateNext: 1 });
    await customer('A');
    await customer('B');
    await finishedDeliveries();
    expect(receivedNames()).toEqual(['A', 'A', 'B']);
    expect(setup.receiver.received[0]?.event?.id).toBe(setup.receiver.received[1]?.event?.id);
  });

  it('never sends the next event with dropNext', async () => {
    await setup.control('POST', '/faults', { dropNext: 1 });
    await customer('A');
    await customer('B');
    await setup.control('POST', '/clock/advance', { seconds: 100_000 });
    expect(receivedNames()).toEqual(['B']);
    expect((await finishedDeliveries()).map(({ status }) => status)).toEqual(['delivered', 'dropped']);
  });

  it('sends events late by delaySeconds', async () => {
    await setup.control('POST', '/faults', { delaySeconds: 300 });
    await customer('A');
    await setup.control('POST', '/clock/advance', { seconds: 299 });
    expect(receivedNames()).toEqual([]);
    await setup.control('POST', '/clock/advance', { seconds: 1 });
    expect(receivedNames()).toEqual(['A']);
  });

  it('sends a delayed event at once, and only once, on /deliveries/now', async () => {
    await setup.control('POST', '/faults', { delaySeconds: 300 });
    await customer('A');
    expect(await setup.control('POST', '/deliveries/now')).toEqual({ sent: 1 });
    expect(receivedNames()).toEqual(['A']);
    await setup.control('POST', '/clock/advance', { seconds: 301 });
    expect(receivedNames()).toEqual(['A']);
  });

  it('sends every three events in reverse order with reorderWindow 3', async () => {
    await setup.control('POST', '/faults', { reorderWindow: 3 });
    for (const name of ['A', 'B', 'C', 'D']) await customer(name);
    await finishedDeliveries();
    expect(receivedNames()).toEqual(['C', 'B', 'A']);
    await setup.control('POST', '/deliveries/release', {});
    expect(receivedNames()).toEqual(['C', 'B', 'A', 'D']);
  });

  it('holds events until a release, which can reverse their order', async () => {
    await setup.control('POST', '/faults', { hold: true });
    await customer('A');
    await customer('B');
    await finishedDeliveries();
    expect(receivedNames()).toEqual([]);
    expect(await setup.control('POST', '/deliveries/release', { order: 'last-first' })).toEqual({
      released: 2,
    });
    expect(receivedNames()).toEqual(['B', 'A']);
  });

  it('sends a signature that does not verify with badSignatureNext', async () => {
    await setup.control('POST', '/faults', { badSignatureNext: 1 });
    await customer('A');
    await finishedDeliveries();
    expect(setup.receiver.received).toMatchObject([{ event: null }]);
  });

  it('resends an event several times, with another body, and with a bad signature', async () => {
    await customer('A');
    const [delivery] = await finishedDeliveries();
    const path = `/events/${delivery?.eventId}/resend`;
    await setup.control('POST', path, { times: 2 });
    await setup.control('POST', path, {
      body: { id: 'evt_forged', object: 'event', type: 'edited', data: { object: {} } },
    });
    await setup.control('POST', path, { badSignature: true });
    expect(setup.receiver.types()).toEqual([
      'customer.created',
      'customer.created',
      'customer.created',
      'edited',
    ]);
    expect(setup.receiver.received.at(-1)?.event).toBeNull();
  });

  it('rejects an unknown fault by name, and an unknown path with the list of paths', async () => {
    await expect(setup.control('POST', '/faults', { explode: true })).rejects.toThrow(/400.*explode/s);
    await expect(setup.control('POST', '/nothing')).rejects.toThrow(/404.*There are: .*GET \/state/s);
  });
});

describe('the control API', () => {
  it('pays, declines and expires sessions without a browser', async () => {
    const pay = async (body: object) => {
      const { id } = await setup.stripe.checkout.sessions.create(sessionParameters());
      const { outcome } = await setup.control<{ outcome: { kind: string } }>(
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
    const { id } = await setup.stripe.checkout.sessions.create(sessionParameters());
    await setup.control('POST', `/sessions/${id}/expire`);
    expect(setup.receiver.types().at(-1)).toBe('checkout.session.expired');
  });

  it('deletes everything except the webhook endpoints on reset', async () => {
    await setup.stripe.checkout.sessions.create(sessionParameters());
    await setup.control('POST', '/faults', { hold: true });
    await setup.control('POST', '/reset');
    const state = await setup.control<Record<string, unknown>>('GET', '/state');
    expect(state).toMatchObject({
      checkoutSessions: [],
      events: [],
      deliveries: [],
      faults: { hold: false },
    });
    expect(state.webhookEndpoints).toHaveLength(1);
    await customer('after');
    await finishedDeliveries();
    expect(receivedNames()).toEqual(['after']);
  });
});

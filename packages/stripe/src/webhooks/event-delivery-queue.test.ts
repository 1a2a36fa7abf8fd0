import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { describe, expect, it } from 'vitest';
import { IdGenerator, seededBytes } from '../core/ids.ts';
import { signatureHeader } from '../core/signature.ts';
import type { Account } from '../state/account.ts';
import { EventLog } from '../state/event-log.ts';
import { NO_REQUEST } from '../state/event-request.ts';
import { Store } from '../state/store.ts';
import { EventDeliveryQueue } from './event-delivery-queue.ts';
import { createWebhookEndpoint } from './webhook-endpoint.ts';

const SECRET = 'whsec_test';

/**
 * An account with a queue whose endpoints respond with the next one of `statuses`, then with 200.
 */
function createAccount(statuses: number[] = []) {
  const clock = new Clock(frozenTime(1_800_000_000_000));
  const ids = new IdGenerator(seededBytes('queue'));
  const store = new Store();
  const events = new EventLog(clock, ids, store);
  const account: Account = { clock, ids, store, events, publicUrl: () => 'http://127.0.0.1:1' };
  const received: { url: string; type: string; verifies: boolean }[] = [];
  const queue = new EventDeliveryQueue({
    clock,
    ids,
    store,
    retryDelaysSeconds: [10],
    send: async (url, body, headers) => {
      const expected = signatureHeader(body, [SECRET], clock.nowSeconds());
      const { type } = JSON.parse(body) as { type: string };
      received.push({ url, type, verifies: headers['stripe-signature'] === expected });
      return { status: statuses.shift() ?? 200 };
    },
  });
  events.listen((event) => queue.publish(event));
  const addEndpoint = (path: string, enabledEvents: string[]) =>
    createWebhookEndpoint(account, { url: `http://127.0.0.1:1${path}`, secret: SECRET, enabledEvents });
  const record = (type: string) => events.record(type, {}, NO_REQUEST);
  return { clock, queue, store, received, addEndpoint, record };
}

describe('EventDeliveryQueue', () => {
  it('delivers an event to the enabled endpoints that are subscribed to its type', async () => {
    const { queue, received, addEndpoint, record } = createAccount();
    addEndpoint('/all', ['*']);
    addEndpoint('/refunds', ['refund.created', 'refund.updated']);
    addEndpoint('/disabled', ['*']).status = 'disabled';
    record('refund.created');
    record('customer.created');
    await queue.idle();
    expect(received.map(({ url, type }) => `${new URL(url).pathname} ${type}`).sort()).toEqual([
      '/all customer.created',
      '/all refund.created',
      '/refunds refund.created',
    ]);
  });

  it('signs each attempt with the time at which it is made', async () => {
    const { clock, queue, store, received, addEndpoint, record } = createAccount([500]);
    addEndpoint('/', ['*']);
    record('customer.created');
    await queue.idle();
    await clock.advance(10_000, () => queue.idle());
    expect(received.map(({ verifies }) => verifies)).toEqual([true, true]);
    const [delivery] = store.deliveries.values();
    expect(delivery?.attempts).toMatchObject([
      { status: 500, signature: expect.stringContaining('t=1800000000,') },
      { status: 200, signature: expect.stringContaining('t=1800000010,') },
    ]);
  });

  it('counts pending_webhooks down when an endpoint has accepted the event', async () => {
    const { queue, addEndpoint, record } = createAccount([200, 500]);
    addEndpoint('/a', ['*']);
    addEndpoint('/b', ['*']);
    const event = record('customer.created');
    expect(event.pending_webhooks).toBe(2);
    await queue.idle();
    expect(event.pending_webhooks).toBe(1);
  });

  it('sends every endpoint its copy twice for one duplicateNext', async () => {
    const { queue, store, addEndpoint, record } = createAccount();
    addEndpoint('/a', ['*']);
    addEndpoint('/b', ['*']);
    queue.faults.duplicateNext = 1;
    record('customer.created');
    record('customer.updated');
    await queue.idle();
    expect([...store.deliveries.values()].map(({ note }) => note)).toEqual([
      null,
      'duplicate',
      null,
      'duplicate',
      null,
      null,
    ]);
  });

  it('does not send to an endpoint that was deleted before the retry', async () => {
    const { clock, queue, store, received, addEndpoint, record } = createAccount([500]);
    const endpoint = addEndpoint('/', ['*']);
    record('customer.created');
    await queue.idle();
    store.webhookEndpoints.delete(endpoint.id);
    await clock.advance(10_000, () => queue.idle());
    expect(received).toHaveLength(1);
    expect([...store.deliveries.values()]).toMatchObject([{ status: 'failed' }]);
  });
});

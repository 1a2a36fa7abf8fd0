import { Clock, frozenTime } from '@savepoint/server/core/clock';
import { createApp } from '@savepoint/server/http/app';
import qs from 'qs';
import { beforeEach, describe, expect, it } from 'vitest';
import { IdGenerator, seededBytes } from '../core/ids.ts';
import { attemptPayment } from '../payments/pay-session.ts';
import type { Account } from '../state/account.ts';
import { EventLog } from '../state/event-log.ts';
import { Store } from '../state/store.ts';
import { noFaults } from '../webhooks/stripe-faults.ts';
import { createApi, errorResponse } from './api-routes.ts';
import { Idempotency } from './idempotency.ts';

type Json = Record<string, unknown> & { id: string };

let account: Account;
let send: (
  method: 'GET' | 'POST',
  path: string,
  parameters?: object,
  headers?: Record<string, string>,
) => Promise<{ status: number; body: Json & { error?: Record<string, string>; data?: Json[] } }>;

beforeEach(() => {
  const clock = new Clock(frozenTime(1_800_000_000_000));
  const ids = new IdGenerator(seededBytes('api'));
  const store = new Store();
  account = {
    clock,
    ids,
    store,
    events: new EventLog(clock, ids, store),
    publicUrl: () => 'http://127.0.0.1:1',
  };
  const app = createApp({
    bodyLimitBytes: 100_000,
    onBadBody: (_problem, context) => context.text('', 413),
    onError: errorResponse,
    onNotFound: (context) => context.text('', 404),
  });
  app.route(
    '/',
    createApi({ account, idempotency: new Idempotency(clock, store), faults: noFaults(), apiKey: null }),
  );
  send = async (method, path, parameters = {}, headers = {}) => {
    const form = qs.stringify(parameters);
    const response = await app.request(`http://127.0.0.1${path}${method === 'GET' ? `?${form}` : ''}`, {
      method,
      headers: {
        host: '127.0.0.1',
        authorization: 'Bearer sk_test_1',
        'content-type': 'application/x-www-form-urlencoded',
        ...headers,
      },
      ...(method === 'GET' ? {} : { body: form }),
    });
    return { status: response.status, body: (await response.json()) as Json };
  };
});

function session(amount: number, currency: string, shipping?: number): object {
  return {
    mode: 'payment',
    success_url: 'http://localhost/ok',
    line_items: [
      { quantity: 1, price_data: { currency, unit_amount: amount, product_data: { name: 'Tee' } } },
    ],
    ...(shipping === undefined
      ? {}
      : {
          shipping_options: [
            { shipping_rate_data: { display_name: 'Post', fixed_amount: { amount: shipping, currency } } },
          ],
        }),
  };
}

const WEBHOOK = { url: 'http://127.0.0.1:1/hook', enabled_events: ['customer.created'] };

describe('an empty value', () => {
  it.each([
    ['/v1/checkout/sessions', () => session(5_000, 'usd')],
    ['/v1/customers', () => ({})],
    ['/v1/webhook_endpoints', () => WEBHOOK],
  ])('unsets a metadata key at %s, and all keys as the value of all metadata', async (path, parameters) => {
    const { body } = await send('POST', path, { ...parameters(), metadata: { a: '1', b: '2', no: '' } });
    expect(body.metadata).toEqual({ a: '1', b: '2' });
    const update = async (changes: object) =>
      (await send('POST', `${path}/${body.id}`, changes)).body.metadata;
    expect(await update({ metadata: { b: '', c: '3', none: '' } })).toEqual({ a: '1', c: '3' });
    expect(await update({})).toEqual({ a: '1', c: '3' });
    expect(await update({ metadata: '' })).toEqual({});
  });

  it('unsets the metadata of a refund, too', async () => {
    const { body } = await send('POST', '/v1/checkout/sessions', session(5_000, 'usd'));
    const record = account.store.checkoutSessions.get(body.id);
    if (record === undefined) throw new Error('There is no session.');
    attemptPayment(account, record, {
      number: '4242424242424242',
      expMonth: 12,
      expYear: 2040,
      name: null,
      email: 'a@example.com',
    });
    const refund = await send('POST', '/v1/refunds', {
      payment_intent: record.session.payment_intent,
      metadata: { a: '1', b: '2' },
    });
    const update = (metadata: unknown) => send('POST', `/v1/refunds/${refund.body.id}`, { metadata });
    expect((await update({ a: '' })).body.metadata).toEqual({ b: '2' });
    expect((await update('')).body.metadata).toEqual({});
  });

  it('unsets the optional fields of a customer and of a webhook endpoint, but no required one', async () => {
    const values = { name: 'A', email: 'a@example.com', phone: '1', description: 'x' };
    const unset = { name: '', email: '', phone: '', description: '' };
    const none = { name: null, email: null, phone: null, description: null };
    const { body: customer } = await send('POST', '/v1/customers', values);
    expect((await send('POST', `/v1/customers/${customer.id}`, unset)).body).toMatchObject(none);
    expect((await send('POST', '/v1/customers', unset)).body).toMatchObject(none);
    const { body: webhook } = await send('POST', '/v1/webhook_endpoints', { ...WEBHOOK, description: 'x' });
    const path = `/v1/webhook_endpoints/${webhook.id}`;
    expect((await send('POST', path, { description: '' })).body.description).toBeNull();
    expect((await send('POST', path, { url: '' })).body.error?.code).toBe('parameter_invalid_empty');
  });

  it('allows 50 metadata keys per object, counted after a change', async () => {
    const keys = (from: number, count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, index) => [`k${from + index}`, 'v']));
    const { body } = await send('POST', '/v1/customers', { metadata: keys(0, 50) });
    const update = (metadata: object) => send('POST', `/v1/customers/${body.id}`, { metadata });
    expect((await update({ more: 'v' })).body.error?.message).toContain('up to 50 keys');
    expect((await update({ k0: '', more: 'v' })).status).toBe(200);
  });
});

describe('events.list', () => {
  beforeEach(async () => {
    const { body } = await send('POST', '/v1/customers');
    await send('POST', `/v1/customers/${body.id}`, { name: 'A' });
    const { body: created } = await send('POST', '/v1/checkout/sessions', session(5_000, 'usd'));
    await send('POST', `/v1/checkout/sessions/${created.id}/expire`);
  });

  it.each([
    [{ type: 'customer.*' }, ['customer.updated', 'customer.created']],
    [{ type: 'checkout.session.*' }, ['checkout.session.expired']],
    [{ type: 'customer.created' }, ['customer.created']],
    [{ type: 'invoice.paid' }, []],
    [
      { types: ['customer.created', 'checkout.session.expired'] },
      ['checkout.session.expired', 'customer.created'],
    ],
  ])('returns the events of the types in %j', async (filter, expected) => {
    const { body } = await send('GET', '/v1/events', filter);
    expect(body.data?.map(({ type }) => type)).toEqual(expected);
  });

  it.each([
    [{ type: 'customer.creatd' }, 'customer.creatd'],
    [{ type: 'custom.*' }, 'custom.*'],
    [{ type: '*' }, '*'],
    [{ types: ['customer.*'] }, 'customer.*'],
    [{ type: 'customer.created', types: ['customer.created'] }, 'only specify one'],
  ])('responds to %j with a 400 that explains the error', async (filter, text) => {
    const { status, body } = await send('GET', '/v1/events', filter);
    expect(status).toBe(400);
    expect(body.error?.message).toContain(text);
  });
});

describe('a name that Stripe does not know', () => {
  it.each([
    [{ enabled_events: ['customer.created', 'no.such.event'] }, 'enabled_events[1]', 'no.such.event'],
    [{ enabled_events: ['customer.*'] }, 'enabled_events[0]', 'customer.*'],
    [{ api_version: '2099-01-01' }, 'api_version', '2099-01-01'],
  ])('is a 400 in a webhook endpoint: %j', async (changes, param, text) => {
    const { status, body } = await send('POST', '/v1/webhook_endpoints', { ...WEBHOOK, ...changes });
    expect(status).toBe(400);
    expect(body.error).toMatchObject({ param, message: expect.stringContaining(text) });
    expect(account.store.webhookEndpoints.size).toBe(0);
  });

  it('is a 400 in an update of a webhook endpoint, whose events do not change', async () => {
    const { body } = await send('POST', '/v1/webhook_endpoints', WEBHOOK);
    const path = `/v1/webhook_endpoints/${body.id}`;
    expect((await send('POST', path, { enabled_events: ['foo.bar'] })).status).toBe(400);
    expect((await send('GET', path)).body.enabled_events).toEqual(WEBHOOK.enabled_events);
    expect((await send('POST', path, { enabled_events: ['*'] })).body.enabled_events).toEqual(['*']);
  });

  it('is a 400 as the API version of a request, unlike an earlier version', async () => {
    const get = (version: string) => send('GET', '/v1/events', {}, { 'stripe-version': version });
    expect((await get('2099-01-01')).body.error?.message).toBe('Invalid Stripe API version: 2099-01-01');
    expect((await get('2020-08-27')).status).toBe(200);
  });
});

it.each(['Stripe-Account', 'Stripe-Context'])('the header %s is refused by name', async (name) => {
  const { status, body } = await send('GET', '/v1/events', {}, { [name]: 'acct_1' });
  expect(status).toBe(400);
  expect(body.error?.message).toContain(name);
});

it("a locale that Stripe's hosted page lacks is refused by name", async () => {
  const create = (locale: string) =>
    send('POST', '/v1/checkout/sessions', { ...session(5_000, 'usd'), locale });
  expect((await create('xx')).body.error?.param).toBe('locale');
  expect((await create('pt-BR')).body.locale).toBe('pt-BR');
});

describe('a checkout session in a currency with special rules', () => {
  it.each([
    [500_005, 'ugx', 'evenly divisible by 100'],
    [50_005, 'isk', 'evenly divisible by 100'],
    [5_125, 'kwd', 'evenly divisible by 10.'],
    [5_125, 'tnd', 'evenly divisible by 10.'],
    [100, 'ugx', 'UGX\u00a01 is too small'],
    [49, 'jpy', '¥49 is too small'],
    [49, 'usd', '$0.49 is too small'],
    [29, 'gbp', '£0.29 is too small'],
    [17_400, 'huf', 'HUF\u00a0174.00 is too small'],
  ])('refuses %d %s', async (amount, currency, text) => {
    const { status, body } = await send('POST', '/v1/checkout/sessions', session(amount, currency));
    expect(status).toBe(400);
    expect(body.error?.message).toContain(text);
  });

  it.each([
    [500_000, 'ugx'],
    [50_000, 'isk'],
    [5_120, 'kwd'],
    [50, 'jpy'],
    [30, 'gbp'],
    [17_501, 'huf'],
    [5_001, 'twd'],
  ])('accepts %d %s', async (amount, currency) => {
    expect((await send('POST', '/v1/checkout/sessions', session(amount, currency))).status).toBe(200);
  });

  it('refuses a fraction in its shipping costs', async () => {
    const { body } = await send('POST', '/v1/checkout/sessions', session(500_000, 'ugx', 50));
    expect(body.error?.param).toBe('shipping_options[0][shipping_rate_data][fixed_amount][amount]');
  });
});

// The contract: what the unmodified SDK sees of checkout, errors and idempotency. The same on every backend.

import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { aSession, BACKENDS, failureOf, SANDBOX_SKIPPED } from './backends.ts';

if (SANDBOX_SKIPPED !== null) console.log(SANDBOX_SKIPPED);

for (const backend of BACKENDS) {
  describe.skipIf(!backend.available)(`the API of ${backend.name}`, () => {
    let opened: Awaited<ReturnType<typeof backend.open>>;
    let stripe: Stripe;
    beforeAll(async () => {
      opened = await backend.open();
      stripe = opened.stripe;
    });
    afterAll(() => opened.close());

    describe('checkout sessions', () => {
      it('makes an open session with a page, totals and the default life of a day', async () => {
        const session = await stripe.checkout.sessions.create(
          aSession({
            client_reference_id: 'order_1',
            customer_email: 'a@example.com',
            metadata: { orderId: 'order_1' },
          }),
        );
        expect(session).toMatchObject({
          object: 'checkout.session',
          mode: 'payment',
          status: 'open',
          payment_status: 'unpaid',
          amount_subtotal: 9_000,
          amount_total: 9_000,
          currency: 'usd',
          client_reference_id: 'order_1',
          customer_email: 'a@example.com',
          livemode: false,
          metadata: { orderId: 'order_1' },
          payment_intent: null,
          ui_mode: 'hosted_page',
        });
        expect(session.id).toMatch(/^cs_test_/);
        expect(session.url).toContain(session.id);
        expect(session.expires_at - session.created).toBe(86_400);
        expect(session.line_items).toBeUndefined();
        expect(session.lastResponse.requestId).toMatch(/^req_/);
      });

      it('is found again, with its lines when they are asked for', async () => {
        const { id } = await stripe.checkout.sessions.create(aSession());
        const session = await stripe.checkout.sessions.retrieve(id, { expand: ['line_items'] });
        expect(session.line_items?.data).toMatchObject([
          {
            object: 'item',
            description: 'Pixel Knight Tee',
            quantity: 2,
            amount_total: 9_000,
            price: { unit_amount: 4_500 },
          },
        ]);
        const lines = await stripe.checkout.sessions.listLineItems(id, { limit: 1 });
        expect(lines.data[0]?.id).toBe(session.line_items?.data[0]?.id);
      });

      it('adds the shipping that was chosen', async () => {
        const session = await stripe.checkout.sessions.create(
          aSession({
            shipping_options: [
              {
                shipping_rate_data: {
                  display_name: 'Post',
                  type: 'fixed_amount',
                  fixed_amount: { amount: 599, currency: 'usd' },
                },
              },
            ],
          }),
        );
        expect(session).toMatchObject({
          amount_subtotal: 9_000,
          amount_total: 9_599,
          shipping_cost: { amount_total: 599 },
          total_details: { amount_shipping: 599 },
        });
      });

      it('expires on request, once', async () => {
        const { id } = await stripe.checkout.sessions.create(aSession());
        const expired = await stripe.checkout.sessions.expire(id);
        expect(expired).toMatchObject({ status: 'expired', url: null });
        const again = await failureOf(stripe.checkout.sessions.expire(id));
        expect(again).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
        expect(again.message).toContain('expired');
      });

      it('lists newest first, in pages, and the SDK walks through all of them', async () => {
        const made: string[] = [];
        for (let count = 0; count < 3; count += 1)
          made.unshift((await stripe.checkout.sessions.create(aSession())).id);
        const first = await stripe.checkout.sessions.list({ limit: 2 });
        expect(first.data.map(({ id }) => id)).toEqual(made.slice(0, 2));
        expect(first.has_more).toBe(true);
        const next = await stripe.checkout.sessions.list({ limit: 1, starting_after: made[1] as string });
        expect(next.data[0]?.id).toBe(made[2]);
        const walked = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 3 });
        expect(walked.map(({ id }) => id)).toEqual(made);
      });

      it('holds to the limits of a life', async () => {
        const now = Math.floor(Date.now() / 1000);
        const session = await stripe.checkout.sessions.create(aSession({ expires_at: now + 31 * 60 }));
        expect(session.expires_at).toBe(now + 31 * 60);
        for (const expires_at of [now + 60, now + 25 * 3_600]) {
          const refused = await failureOf(stripe.checkout.sessions.create(aSession({ expires_at })));
          expect(refused).toMatchObject({ statusCode: 400, param: 'expires_at' });
        }
      });
    });

    describe('errors', () => {
      const lines = (item: object) =>
        ({ line_items: [item] }) as Partial<Stripe.Checkout.SessionCreateParams>;
      const price = { currency: 'usd', unit_amount: 4_500, product_data: { name: 'Tee' } };

      it.each([
        ['an unknown parameter', { surprise: 1 } as object, { code: 'parameter_unknown', param: 'surprise' }],
        ['a missing quantity', lines({ price_data: price }), { param: 'line_items[0][quantity]' }],
        [
          'no number as quantity',
          lines({ quantity: 'two', price_data: price }),
          { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
        ],
        [
          'a quantity of zero',
          lines({ quantity: 0, price_data: price }),
          { param: 'line_items[0][quantity]' },
        ],
        [
          'a price of half a cent',
          lines({ quantity: 1, price_data: { ...price, unit_amount: 0.5 } }),
          { code: 'parameter_invalid_integer' },
        ],
        ['an unknown currency', lines({ quantity: 1, price_data: { ...price, currency: 'zzz' } }), {}],
        ['an unknown price', lines({ quantity: 1, price: 'price_none' }), { code: 'resource_missing' }],
        [
          'a success_url that is none',
          { success_url: 'nowhere' },
          { code: 'url_invalid', param: 'success_url' },
        ],
        ['an unknown mode', { mode: 'gift' } as object, { param: 'mode' }],
        ['an email that is none', { customer_email: 'nobody' }, { param: 'customer_email' }],
        [
          'a total below the smallest charge',
          lines({ quantity: 1, price_data: { ...price, unit_amount: 10 } }),
          { code: 'amount_too_small' },
        ],
      ])('refuses %s', async (_, changes, expected) => {
        const refused = await failureOf(stripe.checkout.sessions.create(aSession(changes)));
        expect(refused).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, ...expected });
        expect(refused.requestId).toMatch(/^req_/);
        expect(refused.message).not.toBe('');
      });

      it.each([
        ['session', (client: Stripe) => client.checkout.sessions.retrieve('cs_test_none')],
        ['payment intent', (client: Stripe) => client.paymentIntents.retrieve('pi_none')],
        ['charge', (client: Stripe) => client.charges.retrieve('ch_none')],
        ['refund', (client: Stripe) => client.refunds.retrieve('re_none')],
        ['event', (client: Stripe) => client.events.retrieve('evt_none')],
        ['customer', (client: Stripe) => client.customers.retrieve('cus_none')],
      ])('says that there is no such %s', async (_, call) => {
        const refused = await failureOf(call(stripe));
        expect(refused).toMatchObject({ statusCode: 404, code: 'resource_missing' });
        expect(refused.message).toMatch(/^No such /);
      });

      it('names an endpoint that does not exist', async () => {
        const refused = await failureOf(stripe.rawRequest('GET', '/v1/no_such_thing'));
        expect(refused.statusCode).toBe(404);
        expect(refused.message).toContain('Unrecognized request URL (GET: /v1/no_such_thing)');
      });

      it.each([
        [undefined, /did not provide an API key/],
        ['sk_test_', /Invalid API Key|did not provide/],
        ['nonsense', /Invalid API Key provided: \*+/],
      ])('refuses the key %s', async (key, message) => {
        const response = await fetch(`${opened.address.url}/v1/balance`, {
          headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        });
        expect(response.status).toBe(401);
        const { error } = (await response.json()) as { error: { type: string; message: string } };
        expect(error.type).toBe('invalid_request_error');
        expect(error.message).toMatch(message);
      });

      it('refuses a JSON body', async () => {
        const response = await fetch(`${opened.address.url}/v1/customers`, {
          method: 'POST',
          headers: { authorization: `Bearer ${opened.address.key}`, 'content-type': 'application/json' },
          body: '{"name":"x"}',
        });
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('application/x-www-form-urlencoded');
      });

      it('refuses to expand what cannot be', async () => {
        const { id } = await stripe.checkout.sessions.create(aSession());
        const refused = await failureOf(stripe.checkout.sessions.retrieve(id, { expand: ['amount_total'] }));
        expect(refused.message).toContain('This property cannot be expanded');
      });
    });

    describe('idempotency', () => {
      it('answers the same key with the same session', async () => {
        const idempotencyKey = randomUUID();
        const first = await stripe.checkout.sessions.create(aSession(), { idempotencyKey });
        const second = await stripe.checkout.sessions.create(aSession(), { idempotencyKey });
        expect(second).toEqual(first);
        expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
        expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
      });

      it('refuses the key for other parameters and for another endpoint', async () => {
        const idempotencyKey = randomUUID();
        await stripe.customers.create({ name: 'A' }, { idempotencyKey });
        const other = await failureOf(stripe.customers.create({ name: 'B' }, { idempotencyKey }));
        expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
        expect(other.message).toContain('same parameters');
        const elsewhere = await failureOf(stripe.checkout.sessions.create(aSession(), { idempotencyKey }));
        expect(elsewhere).toMatchObject({ type: 'StripeIdempotencyError' });
      });

      it('keeps nothing when the parameters were wrong', async () => {
        const idempotencyKey = randomUUID();
        await failureOf(
          stripe.checkout.sessions.create(aSession({ success_url: 'nowhere' }), { idempotencyKey }),
        );
        const session = await stripe.checkout.sessions.create(aSession(), { idempotencyKey });
        expect(session.status).toBe('open');
      });
    });

    it('keeps customers', async () => {
      const made = await stripe.customers.create({
        email: 'c@example.com',
        name: 'C',
        metadata: { uid: 'u1' },
      });
      expect(await stripe.customers.retrieve(made.id)).toMatchObject({
        email: 'c@example.com',
        metadata: { uid: 'u1' },
      });
      const session = await stripe.checkout.sessions.create(aSession({ customer: made.id }));
      expect(session.customer).toBe(made.id);
      const changed = await stripe.customers.update(made.id, { name: 'D' });
      expect(changed.name).toBe('D');
    });

    it('shows a balance', async () => {
      const balance = await stripe.balance.retrieve();
      expect(balance.object).toBe('balance');
      expect(balance.available.length).toBeGreaterThan(0);
    });
  });
}

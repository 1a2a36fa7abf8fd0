// Checkout, errors and idempotency through the unmodified SDK, the same on every backend.

import { randomUUID } from 'node:crypto';
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKENDS, SANDBOX_SKIP_REASON, sessionParameters, stripeErrorOf } from './backends.ts';

if (SANDBOX_SKIP_REASON !== null) console.log(SANDBOX_SKIP_REASON);

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
      it('are created open, with a URL, totals and an expiry after 24 hours', async () => {
        const session = await stripe.checkout.sessions.create(
          sessionParameters({
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

      it('are retrieved with their line items if these are expanded', async () => {
        const { id } = await stripe.checkout.sessions.create(sessionParameters());
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

      it('include the first shipping option in the total', async () => {
        const session = await stripe.checkout.sessions.create(
          sessionParameters({
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

      it('are expired by the expire endpoint once; a second call fails with 400', async () => {
        const { id } = await stripe.checkout.sessions.create(sessionParameters());
        const expired = await stripe.checkout.sessions.expire(id);
        expect(expired).toMatchObject({ status: 'expired', url: null });
        const again = await stripeErrorOf(stripe.checkout.sessions.expire(id));
        expect(again).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400 });
        expect(again.message).toContain('expired');
      });

      it("are listed newest first in pages that the SDK's auto-pagination follows", async () => {
        const created: string[] = [];
        for (let count = 0; count < 3; count += 1)
          created.unshift((await stripe.checkout.sessions.create(sessionParameters())).id);
        const first = await stripe.checkout.sessions.list({ limit: 2 });
        expect(first.data.map(({ id }) => id)).toEqual(created.slice(0, 2));
        expect(first.has_more).toBe(true);
        const next = await stripe.checkout.sessions.list({ limit: 1, starting_after: created[1] as string });
        expect(next.data[0]?.id).toBe(created[2]);
        const listed = await stripe.checkout.sessions.list({ limit: 2 }).autoPagingToArray({ limit: 3 });
        expect(listed.map(({ id }) => id)).toEqual(created);
      });

      it('expire at expires_at, which must be 30 minutes to 24 hours ahead', async () => {
        const now = Math.floor(Date.now() / 1000);
        const session = await stripe.checkout.sessions.create(
          sessionParameters({ expires_at: now + 31 * 60 }),
        );
        expect(session.expires_at).toBe(now + 31 * 60);
        for (const expires_at of [now + 60, now + 25 * 3_600]) {
          const error = await stripeErrorOf(
            stripe.checkout.sessions.create(sessionParameters({ expires_at })),
          );
          expect(error).toMatchObject({ statusCode: 400, param: 'expires_at' });
        }
      });
    });

    describe('the validation of requests', () => {
      const lines = (item: object) =>
        ({ line_items: [item] }) as Partial<Stripe.Checkout.SessionCreateParams>;
      const price = { currency: 'usd', unit_amount: 4_500, product_data: { name: 'Tee' } };

      it.each([
        ['an unknown parameter', { surprise: 1 } as object, { code: 'parameter_unknown', param: 'surprise' }],
        ['a missing quantity', lines({ price_data: price }), { param: 'line_items[0][quantity]' }],
        [
          'a quantity that is not a number',
          lines({ quantity: 'two', price_data: price }),
          { code: 'parameter_invalid_integer', param: 'line_items[0][quantity]' },
        ],
        [
          'a quantity of zero',
          lines({ quantity: 0, price_data: price }),
          { param: 'line_items[0][quantity]' },
        ],
        [
          'a fractional unit amount',
          lines({ quantity: 1, price_data: { ...price, unit_amount: 0.5 } }),
          { code: 'parameter_invalid_integer' },
        ],
        ['an unknown currency', lines({ quantity: 1, price_data: { ...price, currency: 'zzz' } }), {}],
        ['an unknown price', lines({ quantity: 1, price: 'price_none' }), { code: 'resource_missing' }],
        [
          'a success_url that is not a URL',
          { success_url: 'nowhere' },
          { code: 'url_invalid', param: 'success_url' },
        ],
        ['an unknown mode', { mode: 'gift' } as object, { param: 'mode' }],
        [
          'a customer_email that is not an email address',
          { customer_email: 'nobody' },
          { param: 'customer_email' },
        ],
        [
          'a total below the minimum charge',
          lines({ quantity: 1, price_data: { ...price, unit_amount: 10 } }),
          { code: 'amount_too_small' },
        ],
      ])('rejects a session with %s with 400 and the name of the parameter', async (_, changes, expected) => {
        const error = await stripeErrorOf(stripe.checkout.sessions.create(sessionParameters(changes)));
        expect(error).toMatchObject({ type: 'StripeInvalidRequestError', statusCode: 400, ...expected });
        expect(error.requestId).toMatch(/^req_/);
        expect(error.message).not.toBe('');
      });

      it.each([
        ['checkout session', (client: Stripe) => client.checkout.sessions.retrieve('cs_test_none')],
        ['payment intent', (client: Stripe) => client.paymentIntents.retrieve('pi_none')],
        ['charge', (client: Stripe) => client.charges.retrieve('ch_none')],
        ['refund', (client: Stripe) => client.refunds.retrieve('re_none')],
        ['event', (client: Stripe) => client.events.retrieve('evt_none')],
        ['customer', (client: Stripe) => client.customers.retrieve('cus_none')],
      ])('rejects the id of a %s that does not exist with 404 and resource_missing', async (_, call) => {
        const error = await stripeErrorOf(call(stripe));
        expect(error).toMatchObject({ statusCode: 404, code: 'resource_missing' });
        expect(error.message).toMatch(/^No such /);
      });

      it('rejects an unknown endpoint with 404, its method and its path', async () => {
        const error = await stripeErrorOf(stripe.rawRequest('GET', '/v1/no_such_thing'));
        expect(error.statusCode).toBe(404);
        expect(error.message).toContain('Unrecognized request URL (GET: /v1/no_such_thing)');
      });

      it.each([
        [undefined, /did not provide an API key/],
        ['sk_test_', /Invalid API Key|did not provide/],
        ['nonsense', /Invalid API Key provided: \*+/],
      ])('rejects the API key %s with 401', async (key, message) => {
        const response = await fetch(`${opened.api.url}/v1/balance`, {
          headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
        });
        expect(response.status).toBe(401);
        const { error } = (await response.json()) as { error: { type: string; message: string } };
        expect(error.type).toBe('invalid_request_error');
        expect(error.message).toMatch(message);
      });

      it('rejects a JSON body with 400', async () => {
        const response = await fetch(`${opened.api.url}/v1/customers`, {
          method: 'POST',
          headers: { authorization: `Bearer ${opened.api.key}`, 'content-type': 'application/json' },
          body: '{"name":"x"}',
        });
        expect(response.status).toBe(400);
        expect(await response.text()).toContain('application/x-www-form-urlencoded');
      });

      it('rejects the expansion of a property that cannot be expanded', async () => {
        const { id } = await stripe.checkout.sessions.create(sessionParameters());
        const error = await stripeErrorOf(
          stripe.checkout.sessions.retrieve(id, { expand: ['amount_total'] }),
        );
        expect(error.message).toContain('This property cannot be expanded');
      });
    });

    describe('idempotency', () => {
      it('replays the response to a request with the same key', async () => {
        const idempotencyKey = randomUUID();
        const first = await stripe.checkout.sessions.create(sessionParameters(), { idempotencyKey });
        const second = await stripe.checkout.sessions.create(sessionParameters(), { idempotencyKey });
        expect(second).toEqual(first);
        expect(second.lastResponse.headers['idempotent-replayed']).toBe('true');
        expect(second.lastResponse.headers['original-request']).toBe(first.lastResponse.requestId);
      });

      it('rejects a key that was used with other parameters or for another endpoint', async () => {
        const idempotencyKey = randomUUID();
        await stripe.customers.create({ name: 'A' }, { idempotencyKey });
        const other = await stripeErrorOf(stripe.customers.create({ name: 'B' }, { idempotencyKey }));
        expect(other).toMatchObject({ type: 'StripeIdempotencyError', statusCode: 400 });
        expect(other.message).toContain('same parameters');
        const elsewhere = await stripeErrorOf(
          stripe.checkout.sessions.create(sessionParameters(), { idempotencyKey }),
        );
        expect(elsewhere).toMatchObject({ type: 'StripeIdempotencyError' });
      });

      it('stores no response for a key when the parameters were invalid', async () => {
        const idempotencyKey = randomUUID();
        await stripeErrorOf(
          stripe.checkout.sessions.create(sessionParameters({ success_url: 'nowhere' }), { idempotencyKey }),
        );
        const session = await stripe.checkout.sessions.create(sessionParameters(), { idempotencyKey });
        expect(session.status).toBe('open');
      });
    });

    it('creates, retrieves and updates customers, and accepts them in sessions', async () => {
      const created = await stripe.customers.create({
        email: 'c@example.com',
        name: 'C',
        metadata: { uid: 'u1' },
      });
      expect(await stripe.customers.retrieve(created.id)).toMatchObject({
        email: 'c@example.com',
        metadata: { uid: 'u1' },
      });
      const session = await stripe.checkout.sessions.create(sessionParameters({ customer: created.id }));
      expect(session.customer).toBe(created.id);
      const changed = await stripe.customers.update(created.id, { name: 'D' });
      expect(changed.name).toBe('D');
    });

    it('retrieves the balance with available funds', async () => {
      const balance = await stripe.balance.retrieve();
      expect(balance.object).toBe('balance');
      expect(balance.available.length).toBeGreaterThan(0);
    });
  });
}

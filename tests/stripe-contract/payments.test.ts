// Payments on the hosted page: cards, 3-D Secure, double submission, refunds, expiry, and faults of
// the API.

import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sessionParameters, stripeErrorOf } from './backends.ts';
import type { EmulatorSetup } from './emulator.ts';
import { setUpEmulator } from './emulator.ts';

let setup: EmulatorSetup;
beforeEach(async () => {
  setup = await setUpEmulator();
});
afterEach(() => setup.close());

async function createSession(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<{ id: string; url: string }> {
  const { id, url } = await setup.stripe.checkout.sessions.create(sessionParameters(changes));
  return { id, url: String(url) };
}

async function statusOf(id: string): Promise<string> {
  const { status, payment_status } = await setup.stripe.checkout.sessions.retrieve(id);
  return `${status} ${payment_status}`;
}

async function payIntent(): Promise<string> {
  const { id, url } = await createSession();
  await setup.submit(url);
  return String((await setup.stripe.checkout.sessions.retrieve(id)).payment_intent);
}

describe('the hosted page', () => {
  it('charges a valid card, delivers the events before it redirects, and puts the session id into success_url', async () => {
    const { id, url } = await createSession({ payment_intent_data: { metadata: { orderId: 'o1' } } });
    const response = await setup.submit(url);
    expect(response.status).toBe(303);
    expect(response.headers.get('location')).toBe(`http://localhost:5000/payment/success?session_id=${id}`);
    expect(setup.receiver.types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
    const session = await setup.stripe.checkout.sessions.retrieve(id, {
      expand: ['payment_intent.latest_charge.balance_transaction'],
    });
    expect(session).toMatchObject({
      status: 'complete',
      payment_status: 'paid',
      url: null,
      customer_details: { email: 'a@example.com' },
    });
    expect(session.payment_intent).toMatchObject({
      status: 'succeeded',
      amount_received: 9_000,
      metadata: { orderId: 'o1' },
      latest_charge: { paid: true, balance_transaction: { amount: 9_000, fee: 291, net: 8_709 } },
    });
  });

  it.each([
    ['4000000000000002', 'Your card was declined.', 'generic_decline'],
    ['4000000000009995', 'Your card has insufficient funds.', 'insufficient_funds'],
    ['4111111111111111', /non test card/, 'test_mode_live_card'],
  ])(
    'declines %s and accepts another card, because the session stays open',
    async (number, message, declineCode) => {
      const { id, url } = await createSession();
      const declined = await setup.submit(url, { number });
      expect(declined.status).toBe(422);
      expect(await declined.text()).toMatch(message);
      const intent = await setup.stripe.paymentIntents.retrieve(
        String((await setup.stripe.checkout.sessions.retrieve(id)).payment_intent),
      );
      expect(intent).toMatchObject({
        status: 'requires_payment_method',
        last_payment_error: { code: 'card_declined', decline_code: declineCode },
      });
      expect(await statusOf(id)).toBe('open unpaid');
      await setup.control('POST', '/deliveries/settle');
      expect(setup.receiver.types()).toContain('payment_intent.payment_failed');
      expect((await setup.submit(url)).status).toBe(303);
      expect(await statusOf(id)).toBe('complete paid');
    },
  );

  it.each([
    ['4000002760003184', 'complete', 303, 'complete paid'],
    ['4000002760003184', 'fail', 422, 'open unpaid'],
    ['4000008260003178', 'complete', 422, 'open unpaid'],
  ])(
    'redirects card %s to 3-D Secure, where the result "%s" responds with %i',
    async (number, result, status, expectedState) => {
      const { id, url } = await createSession();
      const submitted = await setup.submit(url, { number });
      expect(submitted.headers.get('location')).toBe(`/c/pay/${id}/authenticate`);
      const authenticateUrl = `${url}/authenticate`;
      expect(await (await fetch(authenticateUrl)).text()).toContain('Complete authentication');
      const response = await fetch(authenticateUrl, {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ result }),
      });
      expect(response.status).toBe(status);
      expect(await statusOf(id)).toBe(expectedState);
      if (result === 'fail') expect(await response.text()).toContain('unable to authenticate');
    },
  );

  it('charges once for a form that is submitted ten times at once, and for one submitted again', async () => {
    const { url } = await createSession();
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => setup.submit(url, { attempt: 'same' })),
    );
    expect(responses.map(({ status }) => status)).toEqual(Array(10).fill(303));
    expect((await setup.stripe.charges.list()).data).toHaveLength(1);
    const failing = await createSession();
    await Promise.all(
      [1, 2].map(() => setup.submit(failing.url, { number: '4000000000000002', attempt: 'options' })),
    );
    expect((await setup.stripe.charges.list()).data).toHaveLength(2);
    expect(setup.receiver.types().filter((type) => type === 'checkout.session.completed')).toHaveLength(1);
  });

  it('shows a separate page for a session that is paid, expired or unknown', async () => {
    const paid = await createSession();
    await setup.submit(paid.url);
    const response = await fetch(paid.url);
    expect(response.status).toBe(200);
    expect(await response.text()).toContain('Already paid');
    const expired = await createSession();
    await setup.stripe.checkout.sessions.expire(expired.id);
    expect((await fetch(expired.url)).status).toBe(410);
    expect((await setup.submit(expired.url)).status).toBe(410);
    expect((await setup.stripe.charges.list()).data).toHaveLength(1);
    expect((await fetch(`${setup.emulator.url}/c/pay/cs_test_none`)).status).toBe(404);
  });

  it('shows an error for each invalid field and escapes the input', async () => {
    const { url } = await createSession();
    const response = await setup.submit(url, {
      email: '"><script>alert(1)</script>',
      number: '1',
      expiry: '',
      cvc: 'x',
    });
    const text = await response.text();
    expect(response.status).toBe(422);
    expect(text).not.toContain('<script>alert');
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(4);
    expect((await setup.stripe.charges.list()).data).toHaveLength(0);
  });

  it('charges the selected shipping rate', async () => {
    const rate = (name: string, amount: number) => ({
      shipping_rate_data: {
        display_name: name,
        type: 'fixed_amount' as const,
        fixed_amount: { amount, currency: 'usd' },
      },
    });
    const { id, url } = await createSession({ shipping_options: [rate('Post', 0), rate('Express', 1_500)] });
    const chosen = /value="(shr_\w+)"[^>]*data-shipping="\$15\.00"/.exec(
      await (await fetch(url)).text(),
    )?.[1];
    await setup.submit(url, { shipping: String(chosen) });
    const session = await setup.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(session).toMatchObject({
      amount_total: 10_500,
      payment_intent: { amount_received: 10_500 },
      shipping_cost: { shipping_rate: chosen },
    });
  });

  it('needs only an email if the total is 0', async () => {
    const { id, url } = await createSession({
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 0, product_data: { name: 'Sticker' } } },
      ],
    });
    expect((await setup.submit(url, { number: '', cvc: '', expiry: '' })).status).toBe(303);
    expect(await statusOf(id)).toBe('complete no_payment_required');
  });
});

describe('refunds', () => {
  it('are created for part of a charge until all of it is refunded', async () => {
    const payment_intent = await payIntent();
    const partial = await setup.stripe.refunds.create({
      payment_intent,
      amount: 4_000,
      reason: 'requested_by_customer',
    });
    expect(partial).toMatchObject({ status: 'succeeded', amount: 4_000, payment_intent });
    const error = await stripeErrorOf(setup.stripe.refunds.create({ payment_intent, amount: 5_001 }));
    expect(error).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(error.message).toContain('$50.00');
    const remaining = await setup.stripe.refunds.create({ payment_intent });
    expect(remaining.amount).toBe(5_000);
    const secondError = await stripeErrorOf(setup.stripe.refunds.create({ payment_intent }));
    expect(secondError.code).toBe('charge_already_refunded');
    const charge = await setup.stripe.charges.retrieve(String(partial.charge), { expand: ['refunds'] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 9_000 });
    expect(charge.refunds?.data.map(({ id }) => id)).toEqual([remaining.id, partial.id]);
    expect((await setup.stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
    await setup.control('POST', '/deliveries/settle');
    expect(setup.receiver.types().slice(4)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
  });

  it('replay an error under the same idempotency key', async () => {
    const payment_intent = await payIntent();
    await setup.stripe.refunds.create({ payment_intent });
    const options = { idempotencyKey: 'refund-twice' };
    const first = await stripeErrorOf(setup.stripe.refunds.create({ payment_intent }, options));
    const second = await stripeErrorOf(setup.stripe.refunds.create({ payment_intent }, options));
    expect(second.message).toBe(first.message);
    expect(second.headers?.['idempotent-replayed']).toBe('true');
  });

  it.each([
    ['4000000000007726', 'pending', 'succeeded', ['refund.updated']],
    ['4000000000005126', 'succeeded', 'failed', ['refund.updated', 'refund.failed']],
  ])('to card %s are %s at first and %s after a minute', async (number, first, later, events) => {
    const { id, url } = await createSession();
    await setup.submit(url, { number });
    const payment_intent = String((await setup.stripe.checkout.sessions.retrieve(id)).payment_intent);
    const refund = await setup.stripe.refunds.create({ payment_intent });
    expect(refund.status).toBe(first);
    await setup.control('POST', '/clock/advance', { seconds: 61 });
    expect((await setup.stripe.refunds.retrieve(refund.id)).status).toBe(later);
    expect(setup.receiver.types().slice(-events.length)).toEqual(events);
  });

  it('are rejected for a PaymentIntent without a successful charge', async () => {
    const { id, url } = await createSession();
    await setup.submit(url, { number: '4000000000000002' });
    const intent = String((await setup.stripe.checkout.sessions.retrieve(id)).payment_intent);
    const error = await stripeErrorOf(setup.stripe.refunds.create({ payment_intent: intent }));
    expect(error.message).toContain('does not have a successful charge');
    expect((await stripeErrorOf(setup.stripe.paymentIntents.cancel(intent))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });
});

describe('the clock', () => {
  it('expires an open session at expires_at, cancels its PaymentIntent and delivers the events', async () => {
    const now = Math.floor(Date.now() / 1000);
    const { id, url } = await createSession({ expires_at: now + 1_860 });
    await setup.submit(url, { number: '4000000000000002' });
    await setup.control('POST', '/clock/advance', { seconds: 1_800 });
    expect(await statusOf(id)).toBe('open unpaid');
    await setup.control('POST', '/clock/advance', { seconds: 61 });
    expect(await statusOf(id)).toBe('expired unpaid');
    expect(setup.receiver.types().slice(-2)).toEqual(['payment_intent.canceled', 'checkout.session.expired']);
    expect((await setup.submit(url)).status).toBe(410);
  });

  it('expires an idempotency key after 24 hours', async () => {
    const idempotencyKey = 'day';
    const first = await setup.stripe.customers.create({ name: 'A' }, { idempotencyKey });
    await setup.control('POST', '/clock/advance', { seconds: 86_399 });
    expect((await setup.stripe.customers.create({ name: 'A' }, { idempotencyKey })).id).toBe(first.id);
    await setup.control('POST', '/clock/advance', { seconds: 2 });
    expect((await setup.stripe.customers.create({ name: 'A' }, { idempotencyKey })).id).not.toBe(first.id);
  });
});

describe('fault injection', () => {
  it('responds to a second request with 409 while a delayed one holds the idempotency key', async () => {
    await setup.control('POST', '/faults', { apiDelayMs: 50 });
    const options = { idempotencyKey: 'held' };
    const both = await Promise.allSettled([
      setup.stripe.customers.create({ name: 'A' }, options),
      setup.stripe.customers.create({ name: 'A' }, options),
    ]);
    const error = both.find((result) => result.status === 'rejected');
    expect(error?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it("fails a request after it was executed, and the SDK's retry gets the response", async () => {
    await setup.control('POST', '/faults', { apiFailNext: 1, apiFailAfterWork: true });
    const customer = await setup.stripe.customers.create({ name: 'A' }, { maxNetworkRetries: 1 });
    expect(customer.name).toBe('A');
    expect((await setup.stripe.customers.list()).data).toHaveLength(1);
  });

  it("closes the connection after a request was executed, and the SDK's retry gets the response", async () => {
    await setup.control('POST', '/faults', { apiHangUpNext: 1 });
    const customer = await setup.stripe.customers.create({ name: 'A' }, { maxNetworkRetries: 1 });
    expect(customer.name).toBe('A');
    expect((await setup.stripe.customers.list()).data).toHaveLength(1);
  });

  it('stores a failure for its key with apiFailStored, and tells the SDK not to retry', async () => {
    await setup.control('POST', '/faults', { apiFailNext: 1, apiFailAfterWork: true, apiFailStored: true });
    const options = { idempotencyKey: 'failed', maxNetworkRetries: 3 };
    const error = await stripeErrorOf(setup.stripe.customers.create({ name: 'A' }, options));
    expect(error.headers).toMatchObject({ 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' });
    expect(await stripeErrorOf(setup.stripe.customers.create({ name: 'A' }, options))).toMatchObject({
      statusCode: 500,
    });
    expect((await setup.stripe.customers.list()).data).toHaveLength(1);
  });

  it('fails a request before it is executed', async () => {
    await setup.control('POST', '/faults', { apiFailNext: 1, apiFailStatus: 503 });
    expect((await stripeErrorOf(setup.stripe.customers.create({ name: 'A' }))).statusCode).toBe(503);
    expect((await setup.stripe.customers.list()).data).toHaveLength(0);
  });
});

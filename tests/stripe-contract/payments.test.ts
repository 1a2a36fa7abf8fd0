// What happens when a session is paid on the stand-in's page: cards, 3-D Secure, double clicks, refunds, expiry.

import type Stripe from 'stripe';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { aSession, failureOf } from './backends.ts';
import type { Bench } from './emulator.ts';
import { startBench } from './emulator.ts';

let bench: Bench;
beforeEach(async () => {
  bench = await startBench();
});
afterEach(() => bench.close());

async function open(
  changes: Partial<Stripe.Checkout.SessionCreateParams> = {},
): Promise<{ id: string; url: string }> {
  const { id, url } = await bench.stripe.checkout.sessions.create(aSession(changes));
  return { id, url: String(url) };
}

async function state(id: string): Promise<string> {
  const { status, payment_status } = await bench.stripe.checkout.sessions.retrieve(id);
  return `${status} ${payment_status}`;
}

async function paidIntent(): Promise<string> {
  const { id, url } = await open();
  await bench.submit(url);
  return String((await bench.stripe.checkout.sessions.retrieve(id)).payment_intent);
}

describe('the hosted page', () => {
  it('takes a good card, tells the endpoint before it leaves, and leads to success_url with the id put in', async () => {
    const { id, url } = await open({ payment_intent_data: { metadata: { orderId: 'o1' } } });
    const answer = await bench.submit(url);
    expect(answer.status).toBe(303);
    expect(answer.headers.get('location')).toBe(`http://localhost:5000/payment/success?session_id=${id}`);
    expect(bench.receiver.types()).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.succeeded',
      'checkout.session.completed',
    ]);
    const session = await bench.stripe.checkout.sessions.retrieve(id, {
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
  ])('declines %s, stays open, and takes another card', async (number, message, declineCode) => {
    const { id, url } = await open();
    const declined = await bench.submit(url, { number });
    expect(declined.status).toBe(422);
    expect(await declined.text()).toMatch(message);
    const intent = await bench.stripe.paymentIntents.retrieve(
      String((await bench.stripe.checkout.sessions.retrieve(id)).payment_intent),
    );
    expect(intent).toMatchObject({
      status: 'requires_payment_method',
      last_payment_error: { code: 'card_declined', decline_code: declineCode },
    });
    expect(await state(id)).toBe('open unpaid');
    await bench.control('POST', '/deliveries/settle');
    expect(bench.receiver.types()).toContain('payment_intent.payment_failed');
    expect((await bench.submit(url)).status).toBe(303);
    expect(await state(id)).toBe('complete paid');
  });

  it.each([
    ['4000002760003184', 'complete', 303, 'complete paid'],
    ['4000002760003184', 'fail', 422, 'open unpaid'],
    ['4000008260003178', 'complete', 422, 'open unpaid'],
  ])('sends %s to the bank, where %s leads to %i', async (number, verdict, status, end) => {
    const { id, url } = await open();
    const sent = await bench.submit(url, { number });
    expect(sent.headers.get('location')).toBe(`/c/pay/${id}/authenticate`);
    const bank = `${url}/authenticate`;
    expect(await (await fetch(bank)).text()).toContain('Complete authentication');
    const back = await fetch(bank, {
      method: 'POST',
      redirect: 'manual',
      body: new URLSearchParams({ verdict }),
    });
    expect(back.status).toBe(status);
    expect(await state(id)).toBe(end);
    if (verdict === 'fail') expect(await back.text()).toContain('unable to authenticate');
  });

  it('charges once for ten forms sent at once, and for a form sent again', async () => {
    const { url } = await open();
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => bench.submit(url, { attempt: 'same' })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(10).fill(303));
    expect((await bench.stripe.charges.list()).data).toHaveLength(1);
    const failing = await open();
    await Promise.all(
      [1, 2].map(() => bench.submit(failing.url, { number: '4000000000000002', attempt: 'twice' })),
    );
    expect((await bench.stripe.charges.list()).data).toHaveLength(2);
    expect(bench.receiver.types().filter((type) => type === 'checkout.session.completed')).toHaveLength(1);
  });

  it('says so when the session is paid, expired or unknown', async () => {
    const paid = await open();
    await bench.submit(paid.url);
    const again = await fetch(paid.url);
    expect(again.status).toBe(200);
    expect(await again.text()).toContain('Already paid');
    const gone = await open();
    await bench.stripe.checkout.sessions.expire(gone.id);
    expect((await fetch(gone.url)).status).toBe(410);
    expect((await bench.submit(gone.url)).status).toBe(410);
    expect((await bench.stripe.charges.list()).data).toHaveLength(1);
    expect((await fetch(`${bench.standIn.url}/c/pay/cs_test_none`)).status).toBe(404);
  });

  it('shows what is wrong with the form beside the field, and escapes what was typed', async () => {
    const { url } = await open();
    const answer = await bench.submit(url, {
      email: '"><script>alert(1)</script>',
      number: '1',
      expiry: '',
      cvc: 'x',
    });
    const text = await answer.text();
    expect(answer.status).toBe(422);
    expect(text).not.toContain('<script>alert');
    expect(text.match(/aria-invalid="true"/g)).toHaveLength(4);
    expect((await bench.stripe.charges.list()).data).toHaveLength(0);
  });

  it('charges the shipping that was chosen', async () => {
    const rate = (name: string, amount: number) => ({
      shipping_rate_data: {
        display_name: name,
        type: 'fixed_amount' as const,
        fixed_amount: { amount, currency: 'usd' },
      },
    });
    const { id, url } = await open({ shipping_options: [rate('Post', 0), rate('Express', 1_500)] });
    const chosen = /value="(shr_\w+)"[^>]*data-shipping="\$15\.00"/.exec(
      await (await fetch(url)).text(),
    )?.[1];
    await bench.submit(url, { shipping: String(chosen) });
    const session = await bench.stripe.checkout.sessions.retrieve(id, { expand: ['payment_intent'] });
    expect(session).toMatchObject({
      amount_total: 10_500,
      payment_intent: { amount_received: 10_500 },
      shipping_cost: { shipping_rate: chosen },
    });
  });

  it('asks for an email only when there is nothing to pay', async () => {
    const { id, url } = await open({
      line_items: [
        { quantity: 1, price_data: { currency: 'usd', unit_amount: 0, product_data: { name: 'Sticker' } } },
      ],
    });
    expect((await bench.submit(url, { number: '', cvc: '', expiry: '' })).status).toBe(303);
    expect(await state(id)).toBe('complete no_payment_required');
  });
});

describe('refunds', () => {
  it('go out in parts, never beyond the charge', async () => {
    const payment_intent = await paidIntent();
    const part = await bench.stripe.refunds.create({
      payment_intent,
      amount: 4_000,
      reason: 'requested_by_customer',
    });
    expect(part).toMatchObject({ status: 'succeeded', amount: 4_000, payment_intent });
    const tooMuch = await failureOf(bench.stripe.refunds.create({ payment_intent, amount: 5_001 }));
    expect(tooMuch).toMatchObject({ statusCode: 400, param: 'amount' });
    expect(tooMuch.message).toContain('$50.00');
    const rest = await bench.stripe.refunds.create({ payment_intent });
    expect(rest.amount).toBe(5_000);
    const again = await failureOf(bench.stripe.refunds.create({ payment_intent }));
    expect(again.code).toBe('charge_already_refunded');
    const charge = await bench.stripe.charges.retrieve(String(part.charge), { expand: ['refunds'] });
    expect(charge).toMatchObject({ refunded: true, amount_refunded: 9_000 });
    expect(charge.refunds?.data.map(({ id }) => id)).toEqual([rest.id, part.id]);
    expect((await bench.stripe.refunds.list({ payment_intent })).data).toHaveLength(2);
    await bench.control('POST', '/deliveries/settle');
    expect(bench.receiver.types().slice(4)).toEqual([
      'refund.created',
      'charge.refunded',
      'refund.created',
      'charge.refunded',
    ]);
  });

  it('replays a refusal under its key', async () => {
    const payment_intent = await paidIntent();
    await bench.stripe.refunds.create({ payment_intent });
    const twice = { idempotencyKey: 'refund-again' };
    const first = await failureOf(bench.stripe.refunds.create({ payment_intent }, twice));
    const second = await failureOf(bench.stripe.refunds.create({ payment_intent }, twice));
    expect(second.message).toBe(first.message);
    expect(second.headers?.['idempotent-replayed']).toBe('true');
  });

  it.each([
    ['4000000000007726', 'pending', 'succeeded', ['refund.updated']],
    ['4000000000005126', 'succeeded', 'failed', ['refund.updated', 'refund.failed']],
  ])('to %s are first %s, later %s', async (number, first, later, events) => {
    const { id, url } = await open();
    await bench.submit(url, { number });
    const payment_intent = String((await bench.stripe.checkout.sessions.retrieve(id)).payment_intent);
    const refund = await bench.stripe.refunds.create({ payment_intent });
    expect(refund.status).toBe(first);
    await bench.control('POST', '/clock/advance', { seconds: 61 });
    expect((await bench.stripe.refunds.retrieve(refund.id)).status).toBe(later);
    expect(bench.receiver.types().slice(-events.length)).toEqual(events);
  });

  it('need a charge that took money', async () => {
    const { id, url } = await open();
    await bench.submit(url, { number: '4000000000000002' });
    const intent = String((await bench.stripe.checkout.sessions.retrieve(id)).payment_intent);
    const refused = await failureOf(bench.stripe.refunds.create({ payment_intent: intent }));
    expect(refused.message).toContain('does not have a successful charge');
    expect((await failureOf(bench.stripe.paymentIntents.cancel(intent))).code).toBe(
      'payment_intent_unexpected_state',
    );
  });
});

describe('time', () => {
  it('expires an open session at its moment, cancels its intent and tells the endpoint', async () => {
    const now = Math.floor(Date.now() / 1000);
    const { id, url } = await open({ expires_at: now + 1_860 });
    await bench.submit(url, { number: '4000000000000002' });
    await bench.control('POST', '/clock/advance', { seconds: 1_800 });
    expect(await state(id)).toBe('open unpaid');
    await bench.control('POST', '/clock/advance', { seconds: 61 });
    expect(await state(id)).toBe('expired unpaid');
    expect(bench.receiver.types().slice(-2)).toEqual(['payment_intent.canceled', 'checkout.session.expired']);
    expect((await bench.submit(url)).status).toBe(410);
  });

  it('makes an idempotency key free again after a day', async () => {
    const idempotencyKey = 'day';
    const first = await bench.stripe.customers.create({ name: 'A' }, { idempotencyKey });
    await bench.control('POST', '/clock/advance', { seconds: 86_399 });
    expect((await bench.stripe.customers.create({ name: 'A' }, { idempotencyKey })).id).toBe(first.id);
    await bench.control('POST', '/clock/advance', { seconds: 2 });
    expect((await bench.stripe.customers.create({ name: 'A' }, { idempotencyKey })).id).not.toBe(first.id);
  });
});

describe('faults of the API', () => {
  it('answers 409 to a second request while the first holds the key', async () => {
    await bench.control('POST', '/faults', { apiDelayMs: 50 });
    const options = { idempotencyKey: 'held' };
    const both = await Promise.allSettled([
      bench.stripe.customers.create({ name: 'A' }, options),
      bench.stripe.customers.create({ name: 'A' }, options),
    ]);
    const refused = both.find((result) => result.status === 'rejected');
    expect(refused?.reason).toMatchObject({ statusCode: 409, code: 'idempotency_key_in_use' });
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('loses an answer after the work, and the SDK gets it with its second try', async () => {
    await bench.control('POST', '/faults', { apiFailNext: 1, apiFailAfterWork: true });
    const customer = await bench.stripe.customers.create({ name: 'A' }, { maxNetworkRetries: 1 });
    expect(customer.name).toBe('A');
    expect((await bench.stripe.customers.list()).data).toHaveLength(1);
  });

  it('breaks the connection after the work, and the SDK gets the answer with its second try', async () => {
    await bench.control('POST', '/faults', { apiHangUpNext: 1 });
    const customer = await bench.stripe.customers.create({ name: 'A' }, { maxNetworkRetries: 1 });
    expect(customer.name).toBe('A');
    expect((await bench.stripe.customers.list()).data).toHaveLength(1);
  });

  it('keeps a failure for its key when told so, and tells the SDK not to try again', async () => {
    await bench.control('POST', '/faults', { apiFailNext: 1, apiFailAfterWork: true, apiFailStored: true });
    const options = { idempotencyKey: 'failed', maxNetworkRetries: 3 };
    const refused = await failureOf(bench.stripe.customers.create({ name: 'A' }, options));
    expect(refused.headers).toMatchObject({ 'idempotent-replayed': 'true', 'stripe-should-retry': 'false' });
    expect(await failureOf(bench.stripe.customers.create({ name: 'A' }, options))).toMatchObject({
      statusCode: 500,
    });
    expect((await bench.stripe.customers.list()).data).toHaveLength(1);
  });

  it('fails before the work when told so', async () => {
    await bench.control('POST', '/faults', { apiFailNext: 1, apiFailStatus: 503 });
    expect((await failureOf(bench.stripe.customers.create({ name: 'A' }))).statusCode).toBe(503);
    expect((await bench.stripe.customers.list()).data).toHaveLength(0);
  });
});

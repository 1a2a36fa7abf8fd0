// Question: do payments that succeed, fail, come twice, late, in the wrong order or never leave order, stock, money and mail right?
import { createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { parseEnv } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import {
  call,
  createProduct,
  createUser,
  db,
  eventually,
  functionUrl,
  orderRequest,
  payOrder,
  sessionOf,
  statusOf,
  stockOf,
  stripeControl,
  type TestUser,
} from './stack.ts';

interface Placed {
  orderId: string;
  paymentUrl: string;
}

async function place(stock = 5): Promise<{ ada: TestUser; productId: string; orderId: string }> {
  const [ada, productId] = [await createUser(), await createProduct(stock)];
  const { result, error } = await call<Placed>('createOrder', orderRequest(productId), ada.token);
  if (error !== undefined) throw new Error(error.message);
  return { ada, productId, orderId: result.orderId };
}

async function refunded(orderId: string): Promise<unknown> {
  return (await db().doc(`orders/${orderId}`).get()).get('refundedCents');
}

const mailed = (orderId: string, status: string) =>
  eventually(
    `a letter for ${status}`,
    async () => (await db().doc(`mail/${orderId}-${status}`).get()).exists,
  );

/** The times are generous: the first call of each function starts a process. */
describe('a payment', { timeout: 90_000 }, () => {
  afterEach(async () => {
    await stripeControl('DELETE', '/faults');
  });

  it('makes the order paid by its event, once, and a letter confirms it', async () => {
    const { orderId, productId } = await place();
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
    const state = await stripeControl('GET', '/state');
    const events = state.events as {
      id: string;
      type: string;
      data: { object: { client_reference_id?: string } };
    }[];
    const completed = events.find(
      ({ type, data }) =>
        type === 'checkout.session.completed' && data.object.client_reference_id === orderId,
    );
    await stripeControl('POST', `/events/${completed?.id}/resend`, { times: 3 });
    const order = (await db().doc(`orders/${orderId}`).get()).data();
    expect(order?.timeline.map((entry: { status: string }) => entry.status)).toEqual(['pending', 'paid']);
    expect(await stockOf(productId)).toBe(4);
    await mailed(orderId, 'paid');
    const letter = (await db().doc(`mail/${orderId}-paid`).get()).data();
    expect(letter?.message.text).toContain('$50.99');
    expect(letter?.message.html).toContain('$50.99');
  });

  it('that is declined leaves the order pending; the next card pays it', async () => {
    const { orderId } = await place();
    await payOrder(orderId, '4000000000000002');
    expect(await statusOf(orderId)).toBe('pending');
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
  });

  it('can be begun again from the order, on the same page', async () => {
    const { orderId, ada } = await place();
    const again = await call<{ paymentUrl: string }>('createPaymentSession', { orderId }, ada.token);
    expect(again.result.paymentUrl).toContain(await sessionOf(orderId));
  });

  it('is refunded when the shopper cancels before packing, and stock comes back once', async () => {
    const { orderId, ada, productId } = await place();
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
    const answers = await Promise.all(
      [1, 2, 3].map(() => call('cancelOrder', { orderId, reason: 'Too red' }, ada.token)),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    await eventually('refunded', async () => (await statusOf(orderId)) === 'refunded');
    expect(await refunded(orderId)).toBe(5099);
    expect(await stockOf(productId)).toBe(5);
    await mailed(orderId, 'refunded');
  });

  it('that comes after the order was cancelled goes back', async () => {
    const { orderId, ada, productId } = await place();
    await stripeControl('POST', '/faults', { hold: true });
    await payOrder(orderId);
    expect((await call('cancelOrder', { orderId }, ada.token)).status).toBe(200);
    await stripeControl('POST', '/deliveries/release', { order: 'last-first' });
    await eventually('refunded', async () => (await statusOf(orderId)) === 'refunded');
    expect(await stockOf(productId)).toBe(5);
  });

  it('page that ends unpaid expires the order and gives the stock back', async () => {
    const { orderId, productId } = await place();
    await stripeControl('POST', `/sessions/${await sessionOf(orderId)}/expire`);
    await eventually('expired', async () => (await statusOf(orderId)) === 'expired');
    expect(await stockOf(productId)).toBe(5);
  });

  it('cannot be cancelled after packing; the admin moves it on and a return is refunded', async () => {
    const { orderId, ada, productId } = await place();
    const admin = await createUser({ admin: true });
    const move = (status: string, more: object = {}) =>
      call('updateOrder', { orderId, status, ...more }, admin.token);
    expect((await move('packed')).error.status).toBe('FAILED_PRECONDITION');
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
    expect((await move('packed')).status).toBe(200);
    expect((await call('cancelOrder', { orderId }, ada.token)).error.message).toContain('packed');
    expect((await move('shipped', { trackingUrl: 'https://post.test/1' })).status).toBe(200);
    await mailed(orderId, 'shipped');
    expect((await move('delivered')).status).toBe(200);
    expect((await call('requestReturn', { orderId, reason: 'Too small' }, ada.token)).result.status).toBe(
      'return-requested',
    );
    expect((await move('refunded')).status).toBe(200);
    expect(await refunded(orderId)).toBe(5099);
    expect(await stockOf(productId)).toBe(5);
    const audited = await db().collection('audit').where('target', '==', `orders/${orderId}`).get();
    expect(audited.docs.map((entry) => [entry.get('uid'), entry.get('summary')])).toEqual([
      [admin.uid, 'paid to packed'],
      [admin.uid, 'packed to shipped; tracking URL set'],
      [admin.uid, 'shipped to delivered'],
      [admin.uid, 'return-requested to refunded'],
    ]);
  });
});

describe('when something breaks', { timeout: 90_000 }, () => {
  afterEach(async () => {
    await stripeControl('DELETE', '/faults');
  });

  it('a payment whose event is lost is found by asking, once its shopper cancels', async () => {
    const { orderId, ada, productId } = await place();
    // Everything that a payment tells: the intent, the charge, the session.
    await stripeControl('POST', '/faults', { dropNext: 20 });
    await payOrder(orderId);
    expect(await statusOf(orderId)).toBe('pending');
    await stripeControl('DELETE', '/faults');
    await call('cancelOrder', { orderId }, ada.token);
    await eventually('refunded', async () => (await statusOf(orderId)) === 'refunded');
    expect(await stockOf(productId)).toBe(5);
  });

  it('a provider that is away costs the payment page, not the order; it opens later', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    await stripeControl('POST', '/faults', { apiFailNext: 20, apiFailStatus: 500 });
    const placed = await call<{ orderId: string; paymentUrl?: string }>(
      'createOrder',
      orderRequest(productId),
      ada.token,
    );
    expect([placed.status, placed.result.paymentUrl]).toEqual([200, undefined]);
    await stripeControl('DELETE', '/faults');
    const again = await call('createPaymentSession', { orderId: placed.result.orderId }, ada.token);
    expect(again.result.paymentUrl).toMatch(/^http/);
  });
});

describe('the webhook', { timeout: 60_000 }, () => {
  const secrets = parseEnv(readFileSync(new URL('../../functions/.secret.local', import.meta.url), 'utf8'));
  const send = (body: string, header: string | undefined) =>
    fetch(functionUrl('stripeWebhook'), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(header === undefined ? {} : { 'stripe-signature': header }),
      },
      body,
    });
  const sign = (
    body: string,
    secret = secrets.STRIPE_WEBHOOK_SECRET ?? '',
    at = Math.floor(Date.now() / 1000),
  ) => `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  const event = (over: object = {}) =>
    JSON.stringify({
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type: 'customer.created',
      data: { object: {} },
      ...over,
    });

  it('answers 400 without a good signature and 405 for GET', async () => {
    const body = event();
    expect((await send(body, undefined)).status).toBe(400);
    expect((await send(body, sign(body, 'whsec_wrong'))).status).toBe(400);
    expect((await send(`${body} `, sign(body))).status).toBe(400);
    expect((await send(body, sign(body, undefined, 1_000_000))).status).toBe(400);
    expect((await fetch(functionUrl('stripeWebhook'))).status).toBe(405);
  });

  it('answers 200 for events that it does not know and orders that are not ours', async () => {
    const unknown = event();
    expect((await send(unknown, sign(unknown))).status).toBe(200);
    const foreign = event({
      type: 'checkout.session.completed',
      data: {
        object: {
          id: 'cs_1',
          client_reference_id: 'not-ours',
          payment_intent: 'pi_1',
          payment_status: 'paid',
          amount_total: 1,
          currency: 'usd',
        },
      },
    });
    expect((await send(foreign, sign(foreign))).status).toBe(200);
  });
});

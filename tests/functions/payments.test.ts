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
  paymentIntentOf,
  payOrder,
  refundByHand,
  sessionOf,
  statusOf,
  stockOf,
  stripeControl,
  type TestUser,
} from './stack.ts';

interface CreatedOrder {
  orderId: string;
  paymentUrl: string;
}

async function createPendingOrder(stock = 5): Promise<{ ada: TestUser; productId: string; orderId: string }> {
  const [ada, productId] = [await createUser(), await createProduct(stock)];
  const { result, error } = await call<CreatedOrder>('createOrder', orderRequest(productId), ada.token);
  if (error !== undefined) throw new Error(error.message);
  return { ada, productId, orderId: result.orderId };
}

async function refunded(orderId: string): Promise<unknown> {
  return (await db().doc(`orders/${orderId}`).get()).get('refundedCents');
}

const mailed = (orderId: string, status: string) =>
  eventually(
    `an email for ${status}`,
    async () => (await db().doc(`mail/${orderId}-${status}`).get()).exists,
  );

/** Timeouts are long because the first call of each function starts a process. */
describe('a payment', { timeout: 90_000 }, () => {
  afterEach(async () => {
    await stripeControl('DELETE', '/faults');
  });

  it('marks the order as paid once, even if its event is delivered four times, and emails a confirmation', async () => {
    const { orderId, productId } = await createPendingOrder();
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
    const email = (await db().doc(`mail/${orderId}-paid`).get()).data();
    expect(email?.message.text).toContain('$50.99');
    expect(email?.message.html).toContain('$50.99');
  });

  it('leaves the order pending when the card is declined, and succeeds with the next card', async () => {
    const { orderId } = await createPendingOrder();
    await payOrder(orderId, '4000000000000002');
    expect(await statusOf(orderId)).toBe('pending');
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
  });

  it('can be resumed by createPaymentSession, which returns the URL of the same session', async () => {
    const { orderId, ada } = await createPendingOrder();
    const again = await call<{ paymentUrl: string }>('createPaymentSession', { orderId }, ada.token);
    expect(again.result.paymentUrl).toContain(await sessionOf(orderId));
  });

  it('is refunded when the shopper cancels before packing, and three concurrent requests release the stock once', async () => {
    const { orderId, ada, productId } = await createPendingOrder();
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
    const responses = await Promise.all(
      [1, 2, 3].map(() => call('cancelOrder', { orderId, reason: 'Too red' }, ada.token)),
    );
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
    await eventually('refunded', async () => (await statusOf(orderId)) === 'refunded');
    expect(await refunded(orderId)).toBe(5099);
    expect(await stockOf(productId)).toBe(5);
    await mailed(orderId, 'refunded');
  });

  it('is refunded to the last cent when the shopper cancels after a partial refund in the dashboard', async () => {
    const { orderId, ada } = await createPendingOrder();
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
    await refundByHand(await paymentIntentOf(orderId), 1000);
    await eventually('the part is shown', async () => (await refunded(orderId)) === 1000);
    expect((await call('cancelOrder', { orderId }, ada.token)).result.status).toBe('refunded');
    expect(await refunded(orderId)).toBe(5099);
  });

  it('shows a refund that fails later on the order, with the next attempt, and tells the shopper', async () => {
    const { orderId, ada } = await createPendingOrder();
    await payOrder(orderId, '4000000000005126');
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
    expect((await call('cancelOrder', { orderId }, ada.token)).result.status).toBe('refunded');
    await mailed(orderId, 'refunded');
    await stripeControl('POST', '/clock/advance', { seconds: 61 });
    await eventually('failed', async () => (await statusOf(orderId)) === 'refund-failed');
    const order = (await db().doc(`orders/${orderId}`).get()).data();
    expect(order).toMatchObject({ refundedCents: 0, refund: { state: 'failed', attempts: 1 } });
    expect(order?.refund.nextAttemptAt.toMillis()).toBeGreaterThan(Date.now());
    await mailed(orderId, 'refund-delayed');
  });

  it('is refunded if its event is delivered after the order was canceled', async () => {
    const { orderId, ada, productId } = await createPendingOrder();
    await stripeControl('POST', '/faults', { hold: true });
    await payOrder(orderId);
    expect((await call('cancelOrder', { orderId }, ada.token)).status).toBe(200);
    await stripeControl('POST', '/deliveries/release', { order: 'last-first' });
    await eventually('refunded', async () => (await statusOf(orderId)) === 'refunded');
    expect(await stockOf(productId)).toBe(5);
  });

  it('whose session expires unpaid expires the order and releases the stock', async () => {
    const { orderId, productId } = await createPendingOrder();
    await stripeControl('POST', `/sessions/${await sessionOf(orderId)}/expire`);
    await eventually('expired', async () => (await statusOf(orderId)) === 'expired');
    expect(await stockOf(productId)).toBe(5);
  });

  it('cannot be canceled by the shopper after packing, is shipped and delivered by staff, and refunded after a return', async () => {
    const { orderId, ada, productId } = await createPendingOrder();
    const admin = await createUser({ admin: true });
    const transition = (status: string, more: object = {}) =>
      call('updateOrder', { orderId, status, ...more }, admin.token);
    expect((await transition('packed')).error.status).toBe('FAILED_PRECONDITION');
    await payOrder(orderId);
    await eventually('paid', async () => (await statusOf(orderId)) === 'paid');
    expect((await transition('packed')).status).toBe(200);
    expect((await call('cancelOrder', { orderId }, ada.token)).error.message).toContain('packed');
    expect((await transition('shipped', { trackingUrl: 'https://post.test/1' })).status).toBe(200);
    await mailed(orderId, 'shipped');
    expect((await transition('delivered')).status).toBe(200);
    const { lines } = (await db().doc(`orders/${orderId}`).get()).data() ?? {};
    const units = [{ id: productId, ...(lines[0].size && { size: lines[0].size }), quantity: 1 }];
    const asked = { orderId, units, reason: 'too-small', outcome: 'refund', returns: 0 };
    expect((await call('requestReturn', asked, ada.token)).result.number).toBe(1);
    const onReturn = (action: string, more: object) =>
      call('changeReturn', { action, orderId, number: 1, ...more }, admin.token);
    expect((await onReturn('approve', { instructions: 'To 1 Way, Town' })).status).toBe(200);
    await mailed(orderId, 'return-approved-1');
    expect((await onReturn('receive', { units, restock: true })).result.sent).toBe(true);
    expect(await refunded(orderId)).toBe(4500);
    expect(await stockOf(productId)).toBe(5);
    const audited = await db().collection('audit').where('target', '==', `orders/${orderId}`).get();
    expect(audited.docs.map((entry) => [entry.get('uid'), entry.get('summary')])).toEqual([
      [admin.uid, 'paid to packed'],
      [admin.uid, 'packed to shipped; tracking URL set'],
      [admin.uid, 'shipped to delivered'],
      [admin.uid, expect.stringContaining('Return 1 approved')],
      [admin.uid, expect.stringContaining('Return 1 received')],
    ]);
  });
});

describe('a failure', { timeout: 90_000 }, () => {
  afterEach(async () => {
    await stripeControl('DELETE', '/faults');
  });

  it('of an event delivery is compensated when the shopper cancels: the payment is read from its session and refunded', async () => {
    const { orderId, ada, productId } = await createPendingOrder();
    // A payment sends several events: of the intent, the charge and the session.
    await stripeControl('POST', '/faults', { dropNext: 20 });
    await payOrder(orderId);
    expect(await statusOf(orderId)).toBe('pending');
    await stripeControl('DELETE', '/faults');
    await call('cancelOrder', { orderId }, ada.token);
    await eventually('refunded', async () => (await statusOf(orderId)) === 'refunded');
    expect(await stockOf(productId)).toBe(5);
  });

  it('of the payment provider leaves an order without a payment page, which createPaymentSession opens later', async () => {
    const [ada, productId] = [await createUser(), await createProduct(5)];
    await stripeControl('POST', '/faults', { apiFailNext: 20, apiFailStatus: 500 });
    const created = await call<{ orderId: string; paymentUrl?: string }>(
      'createOrder',
      orderRequest(productId),
      ada.token,
    );
    expect([created.status, created.result.paymentUrl]).toEqual([200, undefined]);
    await stripeControl('DELETE', '/faults');
    const again = await call('createPaymentSession', { orderId: created.result.orderId }, ada.token);
    expect(again.result.paymentUrl).toMatch(/^http/);
  });
});

describe('stripeWebhook', { timeout: 60_000 }, () => {
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
  const event = (overrides: object = {}) =>
    JSON.stringify({
      id: `evt_${crypto.randomUUID()}`,
      object: 'event',
      type: 'customer.created',
      data: { object: {} },
      ...overrides,
    });

  it('responds with 400 without a valid signature', async () => {
    const body = event();
    expect((await send(body, undefined)).status).toBe(400);
    expect((await send(body, sign(body, 'whsec_wrong'))).status).toBe(400);
    expect((await send(`${body} `, sign(body))).status).toBe(400);
    expect((await send(body, sign(body, undefined, 1_000_000))).status).toBe(400);
  });

  it('responds with 200 to events of unknown types and of unknown orders', async () => {
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

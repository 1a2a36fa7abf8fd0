import { describe, expect, it } from 'vitest';
import {
  cancelOrder,
  createPaymentSession,
  updateOrder,
} from '../../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { sendPendingRefund } from '../../../functions/src/orders/process-refund-outbox.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { PaymentProviderError } from '../../../functions/src/payments/payment-gateway.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

/** One mug with tax and shipping. */
const TOTAL_CENTS = 5609;
/** Each order has its own shopper, because a shopper can order 20 times in a burst. */
const shopper = (n: number) => ({ uid: `shopper-${n}`, email: undefined });
const admin = { uid: 'root', email: undefined, role: 'owner' } as const;

async function openShop(mugs = 4): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore(), { mug: { '': mugs } });
  await shop.open();
  return shop;
}

async function createOrders(shop: TestShop, count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += 1) {
    const request = {
      lines: [{ productId: 'mug', quantity: 1 }],
      address: ADDRESS,
      delivery: 'standard' as const,
      idempotencyKey: `key-of-checkout-${n}`,
    };
    ids.push((await replaceOrder(shop.context, shopper(n), request)).orderId);
  }
  return ids;
}

async function deliverNewEvents(shop: TestShop): Promise<void> {
  for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
}

/** A shop with one paid order. */
async function openShopWithPaidOrder() {
  const shop = await openShop();
  const [orderId = ''] = await createOrders(shop, 1);
  const session = shop.payments.sessions[0];
  if (session === undefined || !shop.payments.pay(session)) throw new Error('Not paid.');
  await deliverNewEvents(shop);
  const paymentIntentId = session.payment?.paymentIntentId ?? '';
  const state = () => shop.payments.paymentState(paymentIntentId);
  const cancel = () => cancelOrder(shop.context, shopper(0), { orderId });
  const emails = () => [...shop.emails.keys()].map((id) => id.slice(orderId.length + 1));
  return { shop, orderId, paymentIntentId, state, cancel, emails, order: () => shop.order(orderId) };
}

describe('the refund of a cancelled order', () => {
  it('is the rest of the payment after a partial manual refund', async () => {
    const { shop, paymentIntentId, cancel, order, emails } = await openShopWithPaidOrder();
    shop.payments.refundByHand(paymentIntentId, 1000);
    await deliverNewEvents(shop);
    expect(await order()).toMatchObject({ status: 'paid', refundedCents: 1000 });
    expect(await cancel()).toMatchObject({ status: 'refunded' });
    expect(shop.payments.refunds.map(({ amountCents }) => amountCents)).toEqual([1000, TOTAL_CENTS - 1000]);
    expect(await order()).toMatchObject({
      refundedCents: TOTAL_CENTS,
      refund: { state: 'sent', amountCents: TOTAL_CENTS },
    });
    expect(emails()).toEqual(['paid', 'refunded']);
  });

  it('is complete without another request if all was refunded manually before', async () => {
    const { shop, paymentIntentId, cancel } = await openShopWithPaidOrder();
    shop.payments.refundByHand(paymentIntentId, TOTAL_CENTS);
    expect(await cancel()).toMatchObject({ status: 'refunded' });
    expect(shop.payments.refunds).toHaveLength(1);
  });

  it('is shown, logged, emailed as delayed and sent again after five minutes, with one email each, if it fails after it was sent', async () => {
    const { shop, cancel, order, emails, state } = await openShopWithPaidOrder();
    await cancel();
    shop.payments.failRefund(shop.payments.refunds[0] as never);
    await deliverNewEvents(shop);
    expect(await order()).toMatchObject({
      status: 'refund-failed',
      refundedCents: 0,
      refund: {
        state: 'failed',
        failure: 'expired_or_canceled_card',
        attempts: 1,
        nextAttemptAt: new Date(shop.time.getTime() + 5 * 60_000),
      },
    });
    expect(shop.warnings).toEqual(['refund-failed']);
    expect(emails()).toEqual(['paid', 'refunded', 'refund-delayed']);
    expect(await expireOrders(shop.context)).toMatchObject({ refunded: 0, refundFailures: 0 });
    shop.passMinutes(5);
    expect(await expireOrders(shop.context)).toMatchObject({ refunded: 1, refundFailures: 0 });
    expect(await order()).toMatchObject({
      status: 'refunded',
      refundedCents: TOTAL_CENTS,
      refund: { state: 'sent', attempts: 2 },
    });
    expect((await order())?.refund).not.toHaveProperty('failure');
    expect(state().refundedCents).toBe(TOTAL_CENTS);
    expect(emails()).toEqual(['paid', 'refunded', 'refund-delayed']);
  });

  it('is attempted after 5, 10, 20 minutes, up to once a day, and never given up, if the provider rejects it', async () => {
    const { shop, cancel, order, emails } = await openShopWithPaidOrder();
    shop.payments.refundFailure = 'charge_disputed';
    expect(await cancel()).toMatchObject({ status: 'cancelled' });
    const minutes: number[] = [];
    for (let attempt = 1; attempt <= 12; attempt += 1) {
      const refund = (await order())?.refund;
      expect(refund).toMatchObject({ state: 'failed', failure: 'charge_disputed', attempts: attempt });
      minutes.push(((refund?.nextAttemptAt?.getTime() ?? 0) - shop.time.getTime()) / 60_000);
      shop.time = refund?.nextAttemptAt ?? shop.time;
      expect(await expireOrders(shop.context)).toMatchObject({ refundFailures: 1 });
    }
    expect(minutes).toEqual([5, 10, 20, 40, 80, 160, 320, 640, 1280, 1440, 1440, 1440]);
    expect(emails()).toEqual(['paid', 'refund-delayed']);
    shop.payments.refundFailure = undefined;
    shop.passMinutes(1440);
    expect(await expireOrders(shop.context)).toMatchObject({ refunded: 1 });
    expect(await order()).toMatchObject({ status: 'refunded' });
    expect(emails()).toEqual(['paid', 'refund-delayed', 'refunded']);
  });

  it('is sent once by two concurrent senders, and once when the response to the first was lost', async () => {
    const { shop, paymentIntentId, cancel } = await openShopWithPaidOrder();
    shop.payments.isDown = true;
    await cancel();
    shop.payments.isDown = false;
    shop.passMinutes(5);
    const send = () => sendPendingRefund(shop.context, paymentIntentId);
    expect((await Promise.all([send(), send()])).sort()).toEqual(['done', 'skipped']);
    expect(shop.payments.refunds).toHaveLength(1);
  });

  it('is not mistaken for a failed one because of an event with an older reading of the payment', async () => {
    const { shop, paymentIntentId, cancel, order, emails } = await openShopWithPaidOrder();
    shop.payments.refundByHand(paymentIntentId, 1000);
    const readPayment = shop.payments.readPayment.bind(shop.payments);
    let reads = 0;
    shop.payments.readPayment = async (id) => {
      const payment = await readPayment(id);
      reads += 1;
      // The second reading of the event is written; before that, the order is canceled and
      // refunded.
      if (reads === 2) await cancel();
      return payment;
    };
    await deliverNewEvents(shop);
    expect(await order()).toMatchObject({
      status: 'refunded',
      refundedCents: TOTAL_CENTS,
      refund: { state: 'sent' },
    });
    expect(emails()).toEqual(['paid', 'refunded']);
  });

  it('sends only the failed part again if a part fails later', async () => {
    const { shop, paymentIntentId, cancel, order } = await openShopWithPaidOrder();
    shop.payments.refundByHand(paymentIntentId, 1000);
    await cancel();
    shop.payments.failRefund(shop.payments.refunds[0] as never);
    await deliverNewEvents(shop);
    expect(await order()).toMatchObject({ status: 'refund-failed', refundedCents: TOTAL_CENTS - 1000 });
    shop.passMinutes(5);
    await expireOrders(shop.context);
    expect(shop.payments.refunds.at(-1)).toMatchObject({ amountCents: 1000 });
    expect(await order()).toMatchObject({ status: 'refunded', refundedCents: TOTAL_CENTS });
  });
});

describe("an admin's refund", () => {
  it('is not called sent, on the order or by email, while the provider is unavailable', async () => {
    const { shop, orderId, order, emails } = await openShopWithPaidOrder();
    await updateOrder(shop.context, admin, { orderId, status: 'packed' });
    shop.payments.isDown = true;
    const refunded = await updateOrder(shop.context, admin, {
      orderId,
      status: 'refunded',
      reason: 'Broken',
    });
    expect(refunded.status).toBe('refund-failed');
    expect(emails()).toEqual(['paid']);
    shop.payments.isDown = false;
    shop.passMinutes(5);
    await expireOrders(shop.context);
    expect(await order()).toMatchObject({ status: 'refunded', refundedCents: TOTAL_CENTS });
    expect(await shop.stockOf('mug')).toEqual({ '': 4 });
    expect(emails()).toEqual(['paid', 'refunded']);
  });
});

describe('the refund of a second payment', () => {
  it('shows its failure on the order, which stays paid', async () => {
    const { shop, orderId, order } = await openShopWithPaidOrder();
    const [first] = shop.payments.sessions;
    shop.payments.refundFailure = 'insufficient_funds';
    if (first === undefined) throw new Error('No session.');
    const second = await shop.payments.openSession({ ...first.request, replaces: 'cs_other' });
    shop.payments.pay(shop.payments.sessions.find(({ id }) => id === second.sessionId) as never);
    await deliverNewEvents(shop);
    const stored = await order();
    expect(stored).toMatchObject({ status: 'paid' });
    expect(Object.values(stored?.extraRefunds ?? {})).toMatchObject([
      { state: 'failed', failure: 'insufficient_funds', reason: 'Paid twice' },
    ]);
    expect(shop.emails.has(`${orderId}-refunded`)).toBe(false);
  });
});

describe('an event of a refund', () => {
  it('has no effect for an unknown payment, and is redelivered while the provider is unavailable', async () => {
    const { shop, paymentIntentId } = await openShopWithPaidOrder();
    const event = { id: 'evt_x', type: 'refund.failed', kind: 'refund-changed', failure: 'unknown' } as const;
    await expect(
      applyPaymentEvent(shop.context, { ...event, paymentIntentId: 'pi_of_another_account' }),
    ).resolves.toBe('applied');
    shop.payments.isDown = true;
    await expect(
      applyPaymentEvent(shop.context, { ...event, id: 'evt_y', paymentIntentId }),
    ).rejects.toBeInstanceOf(PaymentProviderError);
    shop.payments.isDown = false;
    await expect(applyPaymentEvent(shop.context, { ...event, id: 'evt_y', paymentIntentId })).resolves.toBe(
      'applied',
    );
  });
});

describe('expireOrders', () => {
  it('expires 250 orders with sessions unknown to the provider in one run', async () => {
    const shop = await openShop(250);
    await createOrders(shop, 250);
    for (const session of shop.payments.sessions) shop.payments.forget(session);
    shop.passMinutes(60);
    expect(await expireOrders(shop.context)).toMatchObject({
      expired: 250,
      expiryFailures: 0,
      hasMore: false,
    });
    expect(await shop.stockOf('mug')).toEqual({ '': 250 });
  });

  it('expires the order behind 250 whose sessions cannot be closed, and shows the next attempt on each of those', async () => {
    const shop = await openShop(251);
    const ids = await createOrders(shop, 251);
    const last = shop.payments.sessions.at(-1)?.id;
    const closeSession = shop.payments.closeSession.bind(shop.payments);
    shop.payments.closeSession = async (sessionId) => {
      if (sessionId !== last) throw new PaymentProviderError('api_error', 'Try again later.');
      return closeSession(sessionId);
    };
    shop.passMinutes(60);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 1, expiryFailures: 250 });
    expect(await shop.order(ids[0] ?? '')).toMatchObject({
      status: 'pending',
      expiryFailure: {
        attempts: 1,
        failure: 'api_error',
        nextAttemptAt: new Date(shop.time.getTime() + 5 * 60_000),
      },
    });
    expect(shop.warnings).toEqual(Array(250).fill('order-not-expired'));
    shop.payments.closeSession = closeSession;
    shop.passMinutes(5);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 250, expiryFailures: 0 });
  });

  it('stops after two minutes of slow requests, and the next run continues with the remaining orders', async () => {
    const shop = await openShop(30);
    await createOrders(shop, 30);
    const attempted: string[] = [];
    shop.payments.closeSession = async (sessionId) => {
      attempted.push(sessionId);
      shop.time = new Date(shop.time.getTime() + 15_000);
      throw new PaymentProviderError('StripeConnectionError', 'Timeout.');
    };
    shop.passMinutes(60);
    expect(await expireOrders(shop.context)).toMatchObject({ expiryFailures: 9, hasMore: true });
    expect(await expireOrders(shop.context)).toMatchObject({ expiryFailures: 9, hasMore: true });
    expect(new Set(attempted).size).toBe(18);
  });

  it('sends the refund behind 250 that the provider rejects', async () => {
    const shop = await openShop(251);
    const ids = await createOrders(shop, 251);
    for (const session of shop.payments.sessions) shop.payments.pay(session);
    await deliverNewEvents(shop);
    shop.payments.isDown = true;
    for (const [n, orderId] of ids.entries()) await cancelOrder(shop.context, shopper(n), { orderId });
    shop.payments.isDown = false;
    const last = shop.payments.sessions.at(-1)?.payment?.paymentIntentId;
    const refund = shop.payments.refund.bind(shop.payments);
    shop.payments.refund = async (request) => {
      if (request.paymentIntentId !== last) throw new PaymentProviderError('charge_disputed', 'Disputed.');
      return refund(request);
    };
    shop.passMinutes(5);
    expect(await expireOrders(shop.context)).toMatchObject({ refunded: 1, refundFailures: 250 });
  });

  it('continues after a crashing attempt, and retries that one after its back-off', async () => {
    const shop = await openShop(2);
    await createOrders(shop, 2);
    const closeSession = shop.payments.closeSession.bind(shop.payments);
    shop.payments.closeSession = async () => {
      shop.payments.closeSession = closeSession;
      throw new TypeError('A bug.');
    };
    shop.passMinutes(60);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 1, expiryFailures: 1 });
    expect(shop.warnings).toEqual(['attempt-failed']);
    shop.passMinutes(5);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 1, expiryFailures: 0 });
  });

  it('expires an order whose only payment had the wrong amount, and refunds that payment', async () => {
    const shop = await openShop();
    const [orderId = ''] = await createOrders(shop, 1);
    const [session] = shop.payments.sessions;
    if (session === undefined) throw new Error('No session.');
    shop.payments.pay(session);
    Object.assign(session.payment as object, { amountCents: 1 });
    shop.passMinutes(60);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 1 });
    expect(await shop.order(orderId)).toMatchObject({ status: 'expired' });
    expect(shop.payments.refunds).toMatchObject([{ amountCents: 1 }]);
    expect(await shop.stockOf('mug')).toEqual({ '': 4 });
  });
});

describe('createPaymentSession', () => {
  it("opens a new, payable session if the provider does not know the order's", async () => {
    const shop = await openShop();
    const [orderId = ''] = await createOrders(shop, 1);
    const [forgotten] = shop.payments.sessions;
    shop.payments.forget(forgotten as never);
    const { paymentUrl } = await createPaymentSession(shop.context, shopper(0), orderId);
    expect(paymentUrl).not.toContain(`${forgotten?.id}`);
    expect((await createPaymentSession(shop.context, shopper(0), orderId)).paymentUrl).toBe(paymentUrl);
    shop.payments.pay(shop.payments.sessions[1] as never);
    await deliverNewEvents(shop);
    expect(await shop.order(orderId)).toMatchObject({ status: 'paid' });
  });

  it('rejects with unavailable and a message if the provider is unreachable', async () => {
    const shop = await openShop();
    const [orderId = ''] = await createOrders(shop, 1);
    shop.payments.isDown = true;
    await expect(createPaymentSession(shop.context, shopper(0), orderId)).rejects.toMatchObject({
      code: 'unavailable',
      message: expect.stringContaining('try again in a few minutes'),
    });
  });
});

describe('a reservation and a refund without a time of their next attempt, as earlier versions wrote them,', () => {
  const withoutSchedule = async (shop: TestShop, path: string) => {
    const {
      nextAttemptAt: _,
      attempts: __,
      ...fields
    } = (await shop.store.get<object>(path)) as Record<string, unknown>;
    await shop.store.runTransaction(async (transaction) => transaction.set(path, fields));
  };

  it('are picked up by the next run of the job: the order expires and the refund is sent', async () => {
    const { shop, paymentIntentId, cancel, order } = await openShopWithPaidOrder();
    shop.payments.refundFailure = 'api_error';
    await cancel();
    shop.payments.refundFailure = undefined;
    const { orderId: unpaid } = await replaceOrder(shop.context, shopper(1), {
      lines: [{ productId: 'mug', quantity: 1 }],
      address: ADDRESS,
      delivery: 'standard',
      idempotencyKey: 'key-of-an-unpaid-checkout',
    });
    await withoutSchedule(shop, `refunds/${paymentIntentId}`);
    await withoutSchedule(shop, `reservations/${unpaid}`);
    shop.time = new Date(shop.time.getTime() + 48 * 3_600_000);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 1, refunded: 1 });
    expect(await shop.order(unpaid)).toMatchObject({ status: 'expired' });
    expect(await order()).toMatchObject({ status: 'refunded', refund: { state: 'sent' } });
    expect(await shop.refund(paymentIntentId)).toMatchObject({ attempts: expect.any(Number) });
  });
});

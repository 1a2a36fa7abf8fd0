// The order use cases on the real Stripe gateway and the Stripe emulator; its events are applied
// like the webhook applies them.
import type Stripe from 'stripe';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cancelOrder, createPaymentSession } from '../../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import type { OrderContext } from '../../../functions/src/orders/order-context.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import type { PaymentRecord } from '../../../functions/src/orders/records.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import {
  stripeClient,
  stripeGateway,
  toPaymentEvent,
} from '../../../functions/src/payments/stripe-gateway.ts';
import { type StripeEmulator, startStripeEmulator } from '../../../packages/stripe/src/server.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const SECRET_KEY = 'sk_test_orders';
const TOTAL_CENTS = 5609;
const REFUND_FAILS_LATER = '4000000000005126';
const ann = { uid: 'ann', email: undefined };

let emulator: StripeEmulator;
let stripe: Stripe;
beforeAll(async () => {
  emulator = await startStripeEmulator();
  stripe = stripeClient({ secretKey: SECRET_KEY, apiBase: emulator.url });
});
afterAll(() => emulator.close());

async function control(path: string, body: object = {}): Promise<void> {
  const response = await fetch(`${emulator.url}/_savepoint${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${await response.text()}`);
}

/** A shop with one pending order over the emulator. */
async function openShop() {
  const shop = new TestShop(new InMemoryDocumentStore());
  shop.time = new Date(emulator.clock.nowSeconds() * 1000);
  const payments = stripeGateway({
    secretKey: SECRET_KEY,
    apiBase: emulator.url,
    shopUrl: 'https://shop.test',
  });
  const context: OrderContext = { ...shop.context, payments };
  await shop.open();
  const request = {
    lines: [{ productId: 'mug', quantity: 1 }],
    address: ADDRESS,
    delivery: 'standard' as const,
    idempotencyKey: 'key-of-checkout-1',
  };
  // The tests of this file share an account, so each order has its own shopper.
  const shopper = { ...ann, uid: crypto.randomUUID() };
  const { orderId } = await replaceOrder(context, shopper, request);
  const record = () => shop.store.get<PaymentRecord>(`payments/${orderId}`);
  const deliverEvents = async () => {
    const { data } = await stripe.events.list({ limit: 100 });
    // Newest first: out of order.
    for (const event of data) await applyPaymentEvent(context, toPaymentEvent(event));
  };
  return {
    shop,
    context,
    orderId,
    record,
    deliverEvents,
    order: () => shop.order(orderId),
    pay: async (card: string) => {
      await control(`/sessions/${(await record())?.sessionId}/pay`, { card });
      await deliverEvents();
      return (await record())?.paymentIntentId ?? '';
    },
    cancel: () => cancelOrder(context, shopper, { orderId }),
    payAgain: () => createPaymentSession(context, shopper, orderId),
    passSeconds: async (seconds: number) => {
      await control('/clock/advance', { seconds });
      shop.time = new Date(emulator.clock.nowSeconds() * 1000);
    },
  };
}

describe('the Stripe gateway', () => {
  it('refunds the rest after a partial refund in the dashboard, and the order shows the sum', async () => {
    const { pay, cancel, deliverEvents, order } = await openShop();
    const payment_intent = await pay('4242424242424242');
    await stripe.refunds.create({ payment_intent, amount: 1000 });
    await deliverEvents();
    expect(await order()).toMatchObject({ status: 'paid', refundedCents: 1000 });
    expect(await cancel()).toMatchObject({ status: 'refunded' });
    expect(await order()).toMatchObject({ refundedCents: TOTAL_CENTS, refund: { state: 'sent' } });
    const { data } = await stripe.refunds.list({ payment_intent });
    expect(data.map(({ amount }) => amount)).toEqual([TOTAL_CENTS - 1000, 1000]);
  });

  it('shows a refund that fails a minute later as failed, and refunds again after the back-off', async () => {
    const { shop, context, pay, cancel, deliverEvents, order, orderId, passSeconds } = await openShop();
    const payment_intent = await pay(REFUND_FAILS_LATER);
    expect(await cancel()).toMatchObject({ status: 'refunded' });
    await passSeconds(61);
    await deliverEvents();
    expect(await order()).toMatchObject({
      status: 'refund-failed',
      refundedCents: 0,
      refund: { state: 'failed', failure: 'expired_or_canceled_card', attempts: 1 },
    });
    expect([...shop.emails.keys()]).toEqual([
      `${orderId}-paid`,
      `${orderId}-refunded`,
      `${orderId}-refund-delayed`,
    ]);
    await passSeconds(5 * 60);
    expect(await expireOrders(context)).toMatchObject({ refunded: 1 });
    expect(await order()).toMatchObject({ status: 'refunded', refund: { state: 'sent', attempts: 2 } });
    const { data } = await stripe.refunds.list({ payment_intent });
    expect(data.map(({ amount, status }) => [amount, status])).toEqual([
      [TOTAL_CENTS, 'succeeded'],
      [TOTAL_CENTS, 'failed'],
    ]);
    expect(shop.emails.size).toBe(3);
  });

  it('opens a new session for an order whose session Stripe does not know, even within the same second', async () => {
    const { record, payAgain } = await openShop();
    const before = (await record())?.sessionId;
    await control('/reset');
    expect((await payAgain()).paymentUrl).not.toContain(before);
    expect((await record())?.sessionId).not.toBe(before);
  });

  it('closes a session unknown to Stripe without an error, so that its order expires', async () => {
    const { shop, context, order } = await openShop();
    await control('/reset');
    shop.passMinutes(60);
    expect(await expireOrders(context)).toMatchObject({ expired: 1, expiryFailures: 0 });
    expect(await order()).toMatchObject({ status: 'expired' });
  });
});

describe('toPaymentEvent', () => {
  const event = (type: string, object: object) => ({ id: 'evt_1', type, data: { object } }) as Stripe.Event;
  const refund = (status: string) => ({
    object: 'refund',
    payment_intent: 'pi_1',
    status,
    ...(status === 'failed' ? { failure_reason: 'lost_or_stolen_card' } : {}),
  });

  it.each(['refund.failed', 'refund.updated', 'charge.refund.updated'])(
    'reads the reason of a failed refund from %s',
    (type) => {
      expect(toPaymentEvent(event(type, refund('failed')))).toMatchObject({
        kind: 'refund-changed',
        paymentIntentId: 'pi_1',
        failure: 'lost_or_stolen_card',
      });
      expect(toPaymentEvent(event(type, refund('canceled')))).toMatchObject({ failure: 'refund_canceled' });
    },
  );

  it('sees no failure in a refund that succeeded or a charge that was refunded', () => {
    expect(toPaymentEvent(event('refund.updated', refund('succeeded')))).toMatchObject({
      failure: undefined,
    });
    expect(
      toPaymentEvent(
        event('charge.refunded', { object: 'charge', payment_intent: 'pi_1', status: 'succeeded' }),
      ),
    ).toMatchObject({ kind: 'refund-changed', paymentIntentId: 'pi_1', failure: undefined });
  });
});

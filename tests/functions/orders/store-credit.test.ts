import type { CreateOrderRequest } from '@savepoint/model/order';
import { describe, expect, it } from 'vitest';
import { issueGiftCard, redeemGiftCard } from '../../../functions/src/credit/gift-cards.ts';
import { giveCredit } from '../../../functions/src/credit/give-credit.ts';
import { cancelOrder, updateOrder } from '../../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { refundOrder } from '../../../functions/src/orders/refund-order.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import type { PaymentEvent } from '../../../functions/src/payments/payment-gateway.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const OWNER = { uid: 'root', email: 'owner@example.com', role: 'owner' } as const;
const ANN = { uid: 'ann', email: undefined };
/** A mug of 45.00, delivery of 5.99 and a tenth of tax on both. */
const TOTAL_CENTS = 5609;

async function openShop(creditCents: number): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore(), { mug: { '': 10 } });
  await shop.open();
  await shop.store.runTransaction(async (transaction) => transaction.set('users/ann', {}));
  if (creditCents > 0) await give(shop, creditCents);
  return shop;
}

const give = (shop: TestShop, cents: number, requestId = 'request-of-credit-1') =>
  giveCredit(shop.store, OWNER, { userId: 'ann', cents, reason: 'Sorry', requestId }, shop.context.now());

const creditOf = async (shop: TestShop) =>
  (await shop.store.get<{ cents: number }>('storeCredit/ann'))?.cents ?? 0;

let keys = 0;
function order(shop: TestShop, creditCents: number, fields: Partial<CreateOrderRequest> = {}) {
  keys += 1;
  return replaceOrder(shop.context, ANN, {
    lines: [{ productId: 'mug', quantity: 1 }],
    address: ADDRESS,
    delivery: 'standard',
    idempotencyKey: `key-of-checkout-${keys}`,
    ...(creditCents > 0 && { creditCents }),
    ...fields,
  });
}

async function pay(shop: TestShop, orderId: string): Promise<void> {
  const session = shop.payments.sessions.find(({ request }) => request.orderId === orderId);
  if (session === undefined || !shop.payments.pay(session)) throw new Error(`${orderId} cannot be paid.`);
  await applyPaymentEvent(shop.context, shop.payments.events.at(-1) as PaymentEvent);
}

const refundedByCard = (shop: TestShop) =>
  shop.payments.refunds.reduce((sum, { amountCents }) => sum + amountCents, 0);

describe('giveCredit', () => {
  it('adds to the balance with an entry and the audit log, once for a repeated request', async () => {
    const shop = await openShop(0);
    expect(await give(shop, 2000)).toEqual({ cents: 2000, balanceCents: 2000 });
    expect(await give(shop, 2000)).toEqual({ cents: 2000, balanceCents: 2000 });
    expect(await creditOf(shop)).toBe(2000);
    expect(await shop.store.get('ledger/granted-ann-request-of-credit-1')).toMatchObject({
      from: 'shop',
      to: 'credit:ann',
      cents: 2000,
      kind: 'granted',
      userId: 'ann',
      reason: 'Sorry',
    });
    expect(await shop.store.get('audit/granted-ann-request-of-credit-1')).toMatchObject({
      uid: 'root',
      action: 'giveCredit',
      summary: 'Gave $20.00 of store credit: Sorry',
    });
  });

  it('rejects a repeated request with another amount', async () => {
    const shop = await openShop(2000);
    await expect(give(shop, 3000)).rejects.toMatchObject({ code: 'failed-precondition' });
    expect(await creditOf(shop)).toBe(2000);
  });

  it('rejects an unknown account', async () => {
    const shop = await openShop(0);
    const request = { userId: 'nobody', cents: 1, reason: 'x', requestId: 'request-of-credit-1' };
    await expect(giveCredit(shop.store, OWNER, request, shop.context.now())).rejects.toMatchObject({
      code: 'not-found',
    });
  });
});

describe('a gift card', () => {
  const issue = (shop: TestShop, more: object = {}, writeMore?: Parameters<typeof issueGiftCard>[4]) =>
    issueGiftCard(
      shop.store,
      OWNER,
      { cents: 5000, reason: 'Prize', requestId: 'request-of-a-card-1', ...more },
      shop.context.now(),
      writeMore,
    );
  const redeem = (shop: TestShop, code: string) =>
    redeemGiftCard(shop.store, { uid: 'ann', network: '192.0.2.1' }, { code }, shop.context.now());

  it('becomes store credit once, under concurrent attempts, and its code is stored nowhere', async () => {
    const shop = await openShop(0);
    const code = await issue(shop);
    const results = await Promise.allSettled([redeem(shop, code), redeem(shop, code), redeem(shop, code)]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(results.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'failed-precondition', details: { field: 'code' } },
    });
    expect(await creditOf(shop)).toBe(5000);
    const stored = JSON.stringify([...(shop.store as InMemoryDocumentStore).documents]);
    expect(stored).not.toContain(code.replaceAll('-', ''));
    expect(stored).not.toContain(code);
  });

  it('is issued once for a repeated request, with one email and the same code', async () => {
    const shop = await openShop(0);
    let emails = 0;
    const sendTwice = () => issue(shop, {}, () => (emails += 1));
    const codes = [await sendTwice(), await sendTwice()];
    expect(new Set(codes).size).toBe(1);
    expect(emails).toBe(1);
    const paths = [...(shop.store as InMemoryDocumentStore).documents.keys()];
    for (const collection of ['giftCards', 'ledger', 'audit'])
      expect(paths.filter((path) => path.startsWith(`${collection}/`))).toHaveLength(1);
    await expect(issue(shop, { cents: 6000 })).rejects.toMatchObject({ code: 'failed-precondition' });
    expect(await issue(shop, { requestId: 'request-of-a-card-2' })).not.toBe(codes[0]);
  });

  it('cannot be guessed: after ten unknown codes, no code works until later', async () => {
    const shop = await openShop(0);
    const code = await issue(shop);
    for (let n = 0; n < 10; n += 1)
      await expect(redeem(shop, `0000-0000-0000-000${n}`)).rejects.toMatchObject({ code: 'not-found' });
    await expect(redeem(shop, code)).rejects.toMatchObject({ code: 'resource-exhausted' });
    shop.passMinutes(5);
    await redeem(shop, code);
    expect(await creditOf(shop)).toBe(5000);
  });
});

describe('createOrder with store credit', () => {
  it('leaves the rest to the card, on a payment page for exactly that amount', async () => {
    const shop = await openShop(2000);
    const { orderId, totalCents } = await order(shop, 2000);
    expect(totalCents).toBe(TOTAL_CENTS);
    expect(await creditOf(shop)).toBe(0);
    const { lines, shippingCents, taxCents } = shop.payments.sessions[0]?.request ?? {};
    expect([lines, shippingCents, taxCents]).toEqual([
      [{ name: expect.stringContaining('after store credit'), unitCents: TOTAL_CENTS - 2000, quantity: 1 }],
      0,
      0,
    ]);
    await pay(shop, orderId);
    expect(await shop.order(orderId)).toMatchObject({ status: 'paid', creditCents: 2000 });
  });

  it('is paid at once if the credit covers everything', async () => {
    const shop = await openShop(10_000);
    const { orderId, paymentUrl } = await order(shop, TOTAL_CENTS);
    expect(paymentUrl).toBeUndefined();
    expect((await shop.order(orderId))?.status).toBe('paid');
    expect(await creditOf(shop)).toBe(10_000 - TOTAL_CENTS);
  });

  it('rejects credit that the account lacks, and more than the total, with the usable amount', async () => {
    const shop = await openShop(2000);
    await expect(order(shop, 2001)).rejects.toMatchObject({
      code: 'failed-precondition',
      details: { reason: 'credit-changed', creditCents: 2000 },
    });
    await give(shop, 50_000, 'request-of-credit-2');
    await expect(order(shop, TOTAL_CENTS + 1)).rejects.toMatchObject({
      details: { reason: 'credit-changed', creditCents: TOTAL_CENTS },
    });
    expect(await shop.stockOf('mug')).toEqual({ '': 10 });
  });

  it('rejects credit that leaves less than the minimum payment', async () => {
    const shop = await openShop(TOTAL_CENTS - 1);
    await expect(order(shop, TOTAL_CENTS - 1)).rejects.toMatchObject({
      details: { reason: 'total-too-small' },
    });
  });

  it('is spent once by concurrent orders', async () => {
    const shop = await openShop(TOTAL_CENTS);
    const results = await Promise.allSettled(Array.from({ length: 8 }, () => order(shop, TOTAL_CENTS)));
    const placed = results.flatMap((result) => (result.status === 'fulfilled' ? result.value.orderId : []));
    const statuses = await Promise.all(placed.map(async (id) => (await shop.order(id))?.status));
    expect(statuses.filter((status) => status === 'paid')).toHaveLength(1);
    expect(statuses.every((status) => status === 'paid' || status === 'cancelled')).toBe(true);
    expect(await creditOf(shop)).toBe(0);
  });

  it.each([
    [
      'expires',
      async (shop: TestShop) => {
        shop.passMinutes(60);
        await expireOrders(shop.context);
      },
    ],
    ['is canceled', (shop: TestShop, orderId: string) => cancelOrder(shop.context, ANN, { orderId })],
    ['is replaced by an order without it', (shop: TestShop) => order(shop, 0)],
  ])('gives it back when the unpaid order %s', async (_, end) => {
    const shop = await openShop(2000);
    const { orderId } = await order(shop, 2000);
    await end(shop, orderId);
    expect(await creditOf(shop)).toBe(2000);
    expect(await shop.order(orderId)).toMatchObject({ creditCents: 2000, creditReturnedCents: 2000 });
  });

  it('is taken over from the unpaid order that it replaces', async () => {
    const shop = await openShop(2000);
    await order(shop, 2000);
    const { orderId } = await order(shop, 2000, { note: 'Changed' });
    expect(await creditOf(shop)).toBe(0);
    expect(await shop.order(orderId)).toMatchObject({ status: 'pending', creditCents: 2000 });
  });
});

describe('a refund of an order that store credit paid a part of', () => {
  async function paidOrder(creditCents: number): Promise<{ shop: TestShop; orderId: string }> {
    const shop = await openShop(creditCents);
    const { orderId } = await order(shop, creditCents);
    if (creditCents < TOTAL_CENTS) await pay(shop, orderId);
    return { shop, orderId };
  }
  const part = (shop: TestShop, orderId: string, amountCents: number, more: object = {}) =>
    refundOrder(shop.context, OWNER, { orderId, amountCents, refundedCents: 0, reason: 'A flaw', ...more });

  it('goes back as it was paid when the order is canceled', async () => {
    const { shop, orderId } = await paidOrder(2000);
    await cancelOrder(shop.context, ANN, { orderId });
    expect([await creditOf(shop), refundedByCard(shop)]).toEqual([2000, TOTAL_CENTS - 2000]);
  });

  it('goes entirely to credit for an order without card payment', async () => {
    const { shop, orderId } = await paidOrder(TOTAL_CENTS);
    await cancelOrder(shop.context, ANN, { orderId });
    expect([await creditOf(shop), refundedByCard(shop)]).toEqual([TOTAL_CENTS, 0]);
    expect((await shop.order(orderId))?.status).toBe('cancelled');
  });

  it('goes entirely to credit if staff choose so', async () => {
    const { shop, orderId } = await paidOrder(2000);
    const request = { orderId, status: 'cancelled', reason: 'Sold out', refundTo: 'credit' } as const;
    await updateOrder(shop.context, OWNER, request);
    expect([await creditOf(shop), refundedByCard(shop)]).toEqual([TOTAL_CENTS, 0]);
    expect(shop.emails.has(`${orderId}-credited-${TOTAL_CENTS}`)).toBe(true);
  });

  it('goes first to the card, and the rest to credit, for a partial refund', async () => {
    const { shop, orderId } = await paidOrder(4000);
    const { refundedCents, sent } = await part(shop, orderId, 2000);
    expect([refundedCents, sent]).toEqual([2000, true]);
    expect([await creditOf(shop), refundedByCard(shop)]).toEqual([2000 - 1609, 1609]);
    await updateOrder(shop.context, OWNER, { orderId, status: 'cancelled', reason: 'Sold out' });
    expect([await creditOf(shop), refundedByCard(shop)]).toEqual([4000, 1609]);
  });

  it('goes to credit if staff choose so for a partial refund, and the card does not get it back', async () => {
    const { shop, orderId } = await paidOrder(0);
    await part(shop, orderId, 1000, { refundTo: 'credit' });
    expect([await creditOf(shop), refundedByCard(shop)]).toEqual([1000, 0]);
    await updateOrder(shop.context, OWNER, { orderId, status: 'cancelled', reason: 'Sold out' });
    expect([await creditOf(shop), refundedByCard(shop)]).toEqual([1000, TOTAL_CENTS - 1000]);
  });

  it('cannot go to the credit of a deleted account', async () => {
    const { shop, orderId } = await paidOrder(0);
    await shop.store.runTransaction(async (transaction) => transaction.delete('users/ann'));
    const whole = { orderId, status: 'cancelled', reason: 'Sold out', refundTo: 'credit' } as const;
    for (const refund of [
      () => part(shop, orderId, 1000, { refundTo: 'credit' }),
      () => updateOrder(shop.context, OWNER, whole),
    ])
      await expect(refund()).rejects.toMatchObject({ code: 'failed-precondition' });
    expect(await creditOf(shop)).toBe(0);
    await part(shop, orderId, 1000);
    expect(refundedByCard(shop)).toBe(1000);
  });

  it('rejects a partial refund that was chosen before another one', async () => {
    const { shop, orderId } = await paidOrder(2000);
    await part(shop, orderId, 1000, { refundTo: 'credit' });
    await expect(part(shop, orderId, 1000)).rejects.toMatchObject({ code: 'aborted' });
  });
});

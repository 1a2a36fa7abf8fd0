// Question: do limits and odd moments of placing an order end in one clear answer and nothing written?
import { describe, expect, it } from 'vitest';
import { createOrder } from '../../../functions/src/orders/create-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const request = (n: number, over: object = {}) => ({
  lines: [{ productId: 'mug', quantity: 1 }],
  address: ADDRESS,
  delivery: 'standard' as const,
  idempotencyKey: `key-of-checkout-${n}`,
  ...over,
});
const ann = { uid: 'ann', email: undefined };

async function aShop(ordersPerHour = 1000): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore());
  await shop.open();
  return Object.assign(shop, { desk: { ...shop.context, ordersPerHour } });
}

describe('createOrder', () => {
  it('lets a shopper place so many an hour; a repeated key costs nothing, another shopper is free', async () => {
    const shop = await aShop(2);
    await createOrder(shop.context, ann, request(1));
    await createOrder(shop.context, ann, request(1));
    await createOrder(shop.context, ann, request(2));
    await expect(createOrder(shop.context, ann, request(3))).rejects.toMatchObject({
      code: 'resource-exhausted',
      details: { retryAfterSeconds: 1800 },
    });
    await createOrder(shop.context, { uid: 'bob', email: undefined }, request(3));
    shop.time = new Date(shop.time.getTime() + 1_800_000);
    await createOrder(shop.context, ann, request(3));
    expect(await shop.stockOf('mug')).toEqual({ '': 0 });
  });

  it('adds up lines of one product against its limit', async () => {
    const shop = await aShop();
    const lines = [
      { productId: 'tee', size: 'S', quantity: 50 },
      { productId: 'tee', size: 'M', quantity: 50 },
    ];
    await expect(createOrder(shop.context, ann, request(1, { lines }))).rejects.toMatchObject({
      code: expect.stringMatching(/invalid-argument|failed-precondition/),
    });
    expect(await shop.stockOf('tee')).toEqual({ S: 3, M: 2 });
  });

  it('stands when the payment page cannot be opened, and says so to the operator', async () => {
    const shop = await aShop();
    shop.payments.nextFailure = 'before';
    const answer = await createOrder(shop.context, ann, request(1));
    expect(answer).not.toHaveProperty('paymentUrl');
    expect(shop.warnings).toEqual(['payment-page-failed']);
    // The same checkout sent again gets its page.
    expect(await createOrder(shop.context, ann, request(1))).toHaveProperty('paymentUrl');
  });
});

describe('the sweep', () => {
  it('believes the provider when the event of a payment was lost', async () => {
    const shop = await aShop();
    const { orderId } = await createOrder(shop.context, ann, request(1));
    shop.payments.pay(shop.payments.sessions[0] as never);
    shop.time = new Date(shop.time.getTime() + 3_600_000);
    expect(await expireOrders(shop.context)).toEqual({ expired: 0, refunded: 0 });
    expect((await shop.order(orderId))?.status).toBe('paid');
  });

  it('goes on after an order that cannot be expired now', async () => {
    const shop = await aShop();
    await createOrder(shop.context, ann, request(1));
    await createOrder(shop.context, ann, request(2));
    shop.time = new Date(shop.time.getTime() + 3_600_000);
    shop.payments.nextFailure = 'before';
    expect(await expireOrders(shop.context)).toEqual({ expired: 1, refunded: 0 });
    expect(await expireOrders(shop.context)).toEqual({ expired: 1, refunded: 0 });
    expect(await shop.stockOf('mug')).toEqual({ '': 4 });
  });
});

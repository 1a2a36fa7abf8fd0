import { arbitraryText } from '@savepoint/model/arbitrary-text';
import { CreateOrderRequestSchema } from '@savepoint/model/order';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { PaymentProviderError } from '../../../functions/src/payments/payment-gateway.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const request = (n: number, overrides: object = {}) => ({
  lines: [{ productId: 'mug', quantity: 1 }],
  address: ADDRESS,
  delivery: 'standard' as const,
  idempotencyKey: `key-of-checkout-${n}`,
  ...overrides,
});
const ann = { uid: 'ann', email: undefined };

async function openShop(ordersPerHour = 1000): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore());
  await shop.open();
  return Object.assign(shop, { context: { ...shop.context, ordersPerHour } });
}

describe('createOrder', () => {
  it('limits orders per hour and shopper, and does not count a repeated idempotency key', async () => {
    const shop = await openShop(2);
    const mugs = (n: number) => request(n, { lines: [{ productId: 'mug', quantity: n }] });
    await replaceOrder(shop.context, ann, mugs(1));
    await replaceOrder(shop.context, ann, mugs(1));
    await replaceOrder(shop.context, ann, mugs(2));
    await expect(replaceOrder(shop.context, ann, mugs(3))).rejects.toMatchObject({
      code: 'resource-exhausted',
      details: { retryAfterSeconds: 1800 },
    });
    await replaceOrder(shop.context, { uid: 'bob', email: undefined }, mugs(1));
    shop.time = new Date(shop.time.getTime() + 1_800_000);
    await replaceOrder(shop.context, ann, mugs(3));
    expect(await shop.stockOf('mug')).toEqual({ '': 0 });
  });

  it('reserves nothing for a request that has waited beyond its timeout', async () => {
    const shop = await openShop();
    const runExclusive: typeof shop.context.runExclusive = (_, task) => {
      shop.time = new Date(shop.time.getTime() + 61_000);
      return task();
    };
    await expect(replaceOrder({ ...shop.context, runExclusive }, ann, request(1))).rejects.toMatchObject({
      code: 'deadline-exceeded',
    });
    expect(await shop.stockOf('mug')).toEqual({ '': 4 });
  });

  it('rejects lines that together exceed the units of one product, and reserves nothing', async () => {
    const shop = await openShop();
    const lines = [
      { productId: 'tee', size: 'S', quantity: 50 },
      { productId: 'tee', size: 'M', quantity: 50 },
    ];
    await expect(replaceOrder(shop.context, ann, request(1, { lines }))).rejects.toMatchObject({
      code: expect.stringMatching(/invalid-argument|failed-precondition/),
    });
    expect(await shop.stockOf('tee')).toEqual({ S: 3, M: 2 });
  });

  it('rejects an order with another total than the shopper agreed to, with the current totals, and reserves nothing', async () => {
    const shop = await openShop();
    // 45.00, 5.99 shipping and 10 % tax on both.
    const totals = { subtotalCents: 4500, shippingCents: 599, taxCents: 510, totalCents: 5609 };
    await expect(
      replaceOrder(shop.context, ann, request(1, { expectedTotalCents: 5099 })),
    ).rejects.toMatchObject({
      code: 'failed-precondition',
      message: 'The total is now $56.09. Please check it and order again.',
      details: { reason: 'total-changed', totals },
    });
    expect(await shop.stockOf('mug')).toEqual({ '': 4 });
    const { totalCents } = await replaceOrder(shop.context, ann, request(2, { expectedTotalCents: 5609 }));
    expect(totalCents).toBe(5609);
  });

  it.each([
    ['a postal code of another country', { postalCode: 'SW1A 1AA' }, 'address.postalCode', /valid ZIP code/],
    [
      'a postal code of another state',
      { region: 'CA' },
      'address.postalCode',
      /does not belong to California/,
    ],
    ['no state where one is needed', { region: undefined }, 'address.region', /the state/],
    ['no postal code where one is needed', { postalCode: undefined }, 'address.postalCode', /ZIP code/],
    ['a country without delivery', { country: 'KP' }, 'address.country', /do not deliver to North Korea/],
  ])(
    'refuses an address with %s, whatever the browser has checked, and reserves nothing',
    async (_, fields, field, message) => {
      const shop = await openShop();
      await expect(
        replaceOrder(shop.context, ann, request(1, { address: { ...ADDRESS, ...fields } })),
      ).rejects.toMatchObject({
        code: 'invalid-argument',
        message: expect.stringMatching(message),
        details: { field },
      });
      expect(await shop.stockOf('mug')).toEqual({ '': 4 });
    },
  );

  it('accepts an address without a postal code in a country without them', async () => {
    const shop = await openShop();
    const address = { name: 'Ada', line1: '1 Nathan Road', city: 'Hong Kong', region: '九龍', country: 'HK' };
    const { orderId } = await replaceOrder(shop.context, ann, request(1, { address }));
    expect((await shop.order(orderId))?.address).toEqual(address);
  });

  it("charges delivery to the address's country, and rejects an unavailable option", async () => {
    const shop = await openShop();
    const inBerlin = { ...ADDRESS, city: 'Berlin', postalCode: '10117', region: undefined, country: 'DE' };
    const lines = [{ productId: 'mug', quantity: 2 }];
    const { totalCents } = await replaceOrder(shop.context, ann, request(1, { address: inBerlin, lines }));
    // With 10 % tax. Over $50, which ships free within the United States only.
    expect(totalCents).toBe(Math.round((9000 + 1999) * 1.1));
    const inHonolulu = { ...ADDRESS, city: 'Honolulu', postalCode: '96813', region: 'HI' };
    await expect(
      replaceOrder(shop.context, ann, request(2, { address: inHonolulu, delivery: 'express' })),
    ).rejects.toMatchObject({ code: 'invalid-argument', details: { field: 'delivery' } });
  });

  it('accepts any name, note and email address that the schema accepts, in any script and with any symbols', async () => {
    await fc.assert(
      fc.asyncProperty(arbitraryText, arbitraryText, async (name, note) => {
        const data = request(1, { address: { ...ADDRESS, name }, note });
        const parsed = CreateOrderRequestSchema.safeParse(data);
        fc.pre(parsed.success);
        const shop = await openShop();
        await replaceOrder(shop.context, { uid: 'ann', email: `${name}@example.com` }, parsed.data);
      }),
    );
  });

  it('creates the order without paymentUrl and logs a warning if the payment page cannot be opened', async () => {
    const shop = await openShop();
    shop.payments.nextFailure = 'before';
    const response = await replaceOrder(shop.context, ann, request(1));
    expect(response).not.toHaveProperty('paymentUrl');
    expect(shop.warnings).toEqual(['payment-page-failed']);
    // A retry with the same key returns the page.
    expect(await replaceOrder(shop.context, ann, request(1))).toHaveProperty('paymentUrl');
  });
});

describe('expireOrders', () => {
  it('records the payment of an order with a lost payment event instead of expiring it', async () => {
    const shop = await openShop();
    const { orderId } = await replaceOrder(shop.context, ann, request(1));
    shop.payments.pay(shop.payments.sessions[0] as never);
    shop.time = new Date(shop.time.getTime() + 3_600_000);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 0, expiryFailures: 0 });
    expect((await shop.order(orderId))?.status).toBe('paid');
  });

  it('expires the other orders when one of them fails, and that one after its back-off of five minutes', async () => {
    const shop = await openShop();
    await replaceOrder(shop.context, ann, request(1));
    await replaceOrder(shop.context, { uid: 'bob', email: undefined }, request(2));
    shop.time = new Date(shop.time.getTime() + 3_600_000);
    shop.payments.nextFailure = 'before';
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 1, expiryFailures: 1 });
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 0, expiryFailures: 0 });
    shop.passMinutes(5);
    expect(await expireOrders(shop.context)).toMatchObject({ expired: 1, expiryFailures: 0 });
    expect(await shop.stockOf('mug')).toEqual({ '': 4 });
  });

  it('expires an order behind 250 whose sessions the provider fails to close, and tries each of those once', async () => {
    const shop = new TestShop(new InMemoryDocumentStore(), { mug: { '': 10_000 } });
    await shop.open();
    const ids: string[] = [];
    for (let n = 0; n <= 250; n += 1) {
      const shopper = { uid: `shopper-${n}`, email: undefined };
      ids.push((await replaceOrder(shop.context, shopper, request(1000 + n))).orderId);
      shop.time = new Date(shop.time.getTime() + 1000);
    }
    const lastSession = shop.payments.sessions.at(-1)?.id;
    const close = shop.payments.closeSession.bind(shop.payments);
    let failures = 0;
    shop.payments.closeSession = async (sessionId) => {
      if (sessionId === lastSession) return close(sessionId);
      failures += 1;
      throw new PaymentProviderError('api_error', 'The session is unknown.');
    };
    shop.time = new Date(shop.time.getTime() + 3_600_000);
    expect(await expireOrders(shop.context)).toMatchObject({
      expired: 1,
      expiryFailures: 250,
      hasMore: false,
    });
    expect(failures).toBe(250);
    expect((await shop.order(ids.at(-1) ?? ''))?.status).toBe('expired');
  });
});

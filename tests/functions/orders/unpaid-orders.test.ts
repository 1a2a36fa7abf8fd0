import { unpaidUnitsMax } from '@savepoint/model/order-limits';
import { describe, expect, it } from 'vitest';
import { cancelOrder } from '../../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, STOCK, TestShop } from './test-shop.ts';

const LIMITED = { S: 3, M: 6, L: 8, XL: 7 };
const HOME = '203.0.113.7';

let keys = 0;
const request = (quantity: number, size: keyof typeof LIMITED = 'L') => {
  keys += 1;
  return {
    lines: [{ productId: 'limited', size, quantity }],
    address: ADDRESS,
    delivery: 'standard' as const,
    idempotencyKey: `key-of-checkout-${keys}`,
  };
};
const shopper = (uid: string) => ({ uid, email: undefined });
const TOO_MANY = {
  code: 'failed-precondition',
  details: { reason: 'too-many-unpaid', line: 0, productId: 'limited' },
};

async function openShop(): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore(), { ...STOCK, limited: LIMITED });
  await shop.open();
  return shop;
}

const unitsLeft = async (shop: TestShop) =>
  Object.values(await shop.stockOf('limited')).reduce((sum, units) => sum + units, 0);

/**
 * Orders increasing quantities, in one order each time, until the shop rejects one; returns the
 * reserved units.
 */
async function reserveAll(shop: TestShop, uid: string, network?: string): Promise<number> {
  const before = await shop.stockOf('limited');
  const inStock = Object.entries(before).flatMap(([size, stock]) => Array<string>(stock).fill(size));
  for (let units = 0; ; units += 1) {
    const wanted = inStock.slice(0, units + 1);
    if (wanted.length <= units) return units;
    const order = {
      ...request(1),
      lines: wanted.map((size) => ({ productId: 'limited', size, quantity: 1 })),
    };
    const isRefused = await replaceOrder(shop.context, shopper(uid), order, network).then(
      () => false,
      (error: { details?: { reason?: string } }) => {
        expect(error).toMatchObject(TOO_MANY);
        return true;
      },
    );
    if (isRefused) return units;
  }
}

describe('unpaidUnitsMax', () => {
  it('is a quarter of the units for an account and half of them for a network, but never under 5 and 10', () => {
    expect([0, 5, 24, 400].map((units) => unpaidUnitsMax(units, 'account'))).toEqual([5, 5, 6, 100]);
    expect([0, 5, 24, 400].map((units) => unpaidUnitsMax(units, 'network'))).toEqual([10, 10, 12, 200]);
  });
});

describe('createOrder', () => {
  it('rejects an account that would hold more than its share of a limited edition unpaid', async () => {
    const shop = await openShop();
    await expect(replaceOrder(shop.context, shopper('ann'), request(7))).rejects.toMatchObject({
      ...TOO_MANY,
      message: 'At most 6 of limited can be ordered at once.',
      details: { available: 6 },
    });
    expect(await unitsLeft(shop)).toBe(24);
    expect(await reserveAll(shop, 'ann')).toBe(6);
    expect(await unitsLeft(shop)).toBe(18);
  });

  it('rejects accounts of one network that together would hold more than half of a limited edition', async () => {
    const shop = await openShop();
    let reserved = 0;
    for (let n = 0; n < 6; n += 1) reserved += await reserveAll(shop, `account-${n}`, HOME);
    expect(reserved).toBe(12);
    await expect(replaceOrder(shop.context, shopper('new'), request(1), HOME)).rejects.toMatchObject({
      ...TOO_MANY,
      message: expect.stringMatching(/^Unpaid orders from your network hold 12 of limited/),
    });
    await replaceOrder(shop.context, shopper('bob'), request(1), '198.51.100.4');
  });

  it('lets two people of one household order up to their own limits', async () => {
    const shop = await openShop();
    await replaceOrder(shop.context, shopper('ann'), request(4), HOME);
    await replaceOrder(shop.context, shopper('bob'), request(4), HOME);
    expect(await unitsLeft(shop)).toBe(16);
  });

  it('lets an account order again after paying, canceling or expiry', async () => {
    const shop = await openShop();
    const paid = await replaceOrder(shop.context, shopper('ann'), request(6), HOME);
    await expect(replaceOrder(shop.context, shopper('ann'), request(7), HOME)).rejects.toMatchObject(
      TOO_MANY,
    );
    shop.payments.pay(shop.payments.sessions[0] as never);
    for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
    expect((await shop.order(paid.orderId))?.status).toBe('paid');
    const cancelled = await replaceOrder(shop.context, shopper('ann'), request(4, 'XL'), HOME);
    await cancelOrder(shop.context, shopper('ann'), { orderId: cancelled.orderId });
    await replaceOrder(shop.context, shopper('ann'), request(4, 'XL'), HOME);
    shop.time = new Date(shop.time.getTime() + 3_600_000);
    await expireOrders(shop.context);
    await replaceOrder(shop.context, shopper('ann'), request(3, 'M'), HOME);
  });

  it('lets an account order another product instead', async () => {
    const shop = await openShop();
    await reserveAll(shop, 'ann', HOME);
    const mugs = { ...request(1), lines: [{ productId: 'mug', quantity: 4 }] };
    await replaceOrder(shop.context, shopper('ann'), mugs, HOME);
    expect(await shop.stockOf('mug')).toEqual({ '': 0 });
  });

  it('limits the orders of a network, however many accounts place them', async () => {
    const shop = await openShop();
    Object.assign(shop.context, { ordersPerHour: 1 });
    const order = () => ({ ...request(1), lines: [{ productId: 'mug', quantity: 1 }] });
    const place = async (uid: string, network: string) => {
      const { orderId } = await replaceOrder(shop.context, shopper(uid), order(), network);
      await cancelOrder(shop.context, shopper(uid), { orderId });
    };
    for (let n = 0; n < 10; n += 1) await place(`account-${n}`, HOME);
    await expect(place('one-more', HOME)).rejects.toMatchObject({ code: 'resource-exhausted' });
    await place('one-more', '198.51.100.4');
  });

  it('reads as many documents for the tenth order as for the second, if a shopper pays for none', async () => {
    const store = new InMemoryDocumentStore();
    const shop = new TestShop(store, { mug: { '': 1000 } });
    await shop.open();
    Object.assign(shop.context, { payments: undefined });
    const reads: number[] = [];
    for (let n = 0; n < 10; n += 1) {
      const before = store.readCount;
      const mug = { ...request(1), lines: [{ productId: 'mug', quantity: (n % 2) + 1 }] };
      await replaceOrder(shop.context, shopper('ann'), mug, HOME);
      reads.push(store.readCount - before);
    }
    // The order, the shopper, the shipping and tax settings, the automatic promotions, the product
    // and a shard of its stock, and the quotas of the account and of the network.
    expect(reads[0]).toBe(9);
    // Plus the replaced order with its reservation, its payment and its shard, if that differs.
    expect(Math.max(...reads.slice(1))).toBeLessThanOrEqual(13);
  });

  it("removes paid orders from a holder's lists before they become long", async () => {
    const shop = await openShop();
    const order = () => ({ ...request(1), lines: [{ productId: 'mug', quantity: 1 }] });
    for (let n = 0; n < 60; n += 1) {
      const { orderId } = await replaceOrder(shop.context, shopper(`account-${n}`), order(), HOME);
      await cancelOrder(shop.context, shopper(`account-${n}`), { orderId });
    }
    const quota = await shop.store.get<{ orderIds: string[]; units: Record<string, number> }>(
      `rateLimits/createOrderNetwork:${HOME}`,
    );
    expect(quota?.orderIds.length).toBeLessThanOrEqual(20);
    expect(quota?.units.mug).toBe(quota?.orderIds.length);
  });
});

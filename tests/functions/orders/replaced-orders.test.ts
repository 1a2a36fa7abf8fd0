import { describe, expect, it } from 'vitest';
import { createPaymentSession } from '../../../functions/src/orders/change-order.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const ANN = { uid: 'ann', email: undefined };
const BOB = { uid: 'bob', email: undefined };

async function openShop(stock?: ConstructorParameters<typeof TestShop>[1]): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore(), stock);
  await shop.open();
  return shop;
}

const request = (
  key: string,
  quantity: number,
  more: { delivery?: 'express'; productId?: string; cartVersion?: number } = {},
) => {
  const { productId = 'mug', ...rest } = more;
  return {
    lines: [{ productId, quantity }],
    address: ADDRESS,
    delivery: 'standard' as const,
    idempotencyKey: `key-of-checkout-${key}`,
    ...rest,
  };
};

/** Sets the list of Ann's unpaid orders. */
const listUnpaidOrders = (shop: TestShop, orderIds: readonly string[] = []) =>
  shop.store.runTransaction(async (transaction) =>
    transaction.update('rateLimits/createOrder:ann', { orderIds }),
  );

const statusOf = async (shop: TestShop, id: string) => (await shop.order(id))?.status;

describe('createOrder of an account that has an unpaid order', () => {
  it('cancels the unpaid order and closes its payment page, and counts the units of both once', async () => {
    const shop = await openShop();
    const first = await replaceOrder(shop.context, ANN, request('1', 4));
    const second = await replaceOrder(shop.context, ANN, request('2', 4, { delivery: 'express' }));
    expect(await statusOf(shop, first.orderId)).toBe('cancelled');
    expect((await shop.order(first.orderId))?.timeline.at(-1)).toMatchObject({
      actor: 'shopper',
      reason: 'Replaced by a changed order',
    });
    expect(await statusOf(shop, second.orderId)).toBe('pending');
    expect(second.paymentUrl).toMatch(/^https:/);
    expect(shop.payments.sessions.map(({ status }) => status)).toEqual(['expired', 'open']);
    expect(await shop.stockOf('mug')).toEqual({ '': 0 });
  });

  it('returns the units of a product that the new order lacks', async () => {
    const shop = await openShop({ mug: { '': 4 }, cap: { '': 4 } });
    await replaceOrder(shop.context, ANN, request('1', 3));
    await replaceOrder(shop.context, ANN, request('2', 1, { productId: 'cap' }));
    expect([await shop.stockOf('mug'), await shop.stockOf('cap')]).toEqual([{ '': 4 }, { '': 3 }]);
  });

  it('does not count the replaced order among the units that may wait for payment', async () => {
    const shop = await openShop({ mug: { '': 20 } });
    await replaceOrder(shop.context, ANN, request('1', 5));
    await replaceOrder(shop.context, ANN, request('2', 4));
    expect(await shop.stockOf('mug')).toEqual({ '': 16 });
  });

  it('is rejected if the order has been paid, even if no event of the payment has arrived', async () => {
    const shop = await openShop();
    const first = await replaceOrder(shop.context, ANN, request('1', 2));
    shop.payments.pay(shop.payments.sessions[0] as never);
    const again = () => replaceOrder(shop.context, ANN, request('2', 1));
    const rejection = { code: 'failed-precondition', details: { reason: 'already-paid' } };
    await expect(again()).rejects.toMatchObject(rejection);
    expect(await statusOf(shop, first.orderId)).toBe('paid');
    for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
    await expect(replaceOrder(shop.context, ANN, request('2', 1, { cartVersion: 0 }))).rejects.toMatchObject(
      rejection,
    );
    expect(shop.payments.refunds).toEqual([]);
    expect(shop.payments.sessions).toHaveLength(1);
    expect(await shop.stockOf('mug')).toEqual({ '': 2 });
  });

  it("is rejected while the order's payment is under way", async () => {
    const shop = await openShop();
    const first = await replaceOrder(shop.context, ANN, request('1', 2));
    (shop.payments.sessions[0] as { status: string }).status = 'complete';
    await expect(replaceOrder(shop.context, ANN, request('2', 1))).rejects.toMatchObject({
      details: { reason: 'already-paid' },
    });
    expect(await statusOf(shop, first.orderId)).toBe('pending');
  });

  it('is rejected and changes nothing while the payment page cannot be closed', async () => {
    const shop = await openShop();
    const first = await replaceOrder(shop.context, ANN, request('1', 2));
    shop.payments.nextFailure = 'before';
    const again = () => replaceOrder(shop.context, ANN, request('2', 1));
    await expect(again()).rejects.toMatchObject({ code: 'unavailable' });
    expect(await statusOf(shop, first.orderId)).toBe('pending');
    await again();
    expect(await statusOf(shop, first.orderId)).toBe('cancelled');
  });

  it.each([
    ['more units than there are', { quantity: 5 }, 'out-of-stock'],
    ['another total than the shopper has seen', { expectedTotalCents: 1 }, 'total-changed'],
  ])(
    'leaves the order and its payment page as they are when the new one is refused for %s',
    async (_what, change, reason) => {
      const shop = await openShop();
      const first = await replaceOrder(shop.context, ANN, request('1', 2));
      const { quantity = 1, ...more } = change as { quantity?: number; expectedTotalCents?: number };
      await expect(
        replaceOrder(shop.context, ANN, { ...request('2', quantity), ...more }),
      ).rejects.toMatchObject({ details: { reason } });
      expect(shop.payments.sessions.map(({ status }) => status)).toEqual(['open']);
      for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
      expect(await statusOf(shop, first.orderId)).toBe('pending');
      expect(await createPaymentSession(shop.context, ANN, first.orderId)).toMatchObject({
        paymentUrl: first.paymentUrl,
      });
    },
  );

  it('also closes a payment page that another tab opens meanwhile', async () => {
    const shop = await openShop();
    shop.payments.nextFailure = 'before';
    const first = await replaceOrder(shop.context, ANN, request('1', 2));
    await createPaymentSession(shop.context, ANN, first.orderId);
    const [opened] = shop.payments.sessions;
    const { closeSession } = shop.payments;
    let isOpenedAgain = false;
    shop.payments.closeSession = async (id) => {
      const closed = await closeSession.call(shop.payments, id);
      if (!isOpenedAgain && opened !== undefined) {
        isOpenedAgain = true;
        opened.status = 'unknown';
        await createPaymentSession(shop.context, ANN, first.orderId);
      }
      return closed;
    };
    const second = await replaceOrder(shop.context, ANN, request('2', 1));
    expect(await statusOf(shop, first.orderId)).toBe('cancelled');
    expect(
      shop.payments.sessions.filter(({ status }) => status === 'open').map(({ request }) => request.orderId),
    ).toEqual([second.orderId]);
  });

  it("does not affect somebody else's order", async () => {
    const shop = await openShop();
    const first = await replaceOrder(shop.context, BOB, request('1', 1));
    await replaceOrder(shop.context, ANN, request('2', 1));
    expect(await statusOf(shop, first.orderId)).toBe('pending');
    expect(shop.payments.sessions.map(({ status }) => status)).toEqual(['open', 'open']);
  });

  it('returns that order, and its payment page, to another tab or device with the same request', async () => {
    const shop = await openShop();
    const first = await replaceOrder(shop.context, ANN, request('1', 3));
    expect(await replaceOrder(shop.context, ANN, request('2', 3))).toEqual(first);
    expect(shop.payments.sessions.map(({ status }) => status)).toEqual(['open']);
    expect(await shop.stockOf('mug')).toEqual({ '': 1 });
  });

  it('replaces that order by an equal one when it has expired, because nobody can pay for it any more', async () => {
    const shop = await openShop();
    const first = await replaceOrder(shop.context, ANN, request('1', 3));
    shop.passMinutes(40);
    shop.payments.expireSessions();
    const second = await replaceOrder(shop.context, ANN, request('2', 3));
    expect(await statusOf(shop, first.orderId)).toBe('cancelled');
    expect(second.paymentUrl).toMatch(/^https:/);
    expect(await shop.stockOf('mug')).toEqual({ '': 1 });
  });

  it('returns the same order when it is called twice', async () => {
    const shop = await openShop();
    await replaceOrder(shop.context, ANN, request('1', 1));
    const second = await replaceOrder(shop.context, ANN, request('2', 2));
    expect(await replaceOrder(shop.context, ANN, request('2', 2))).toEqual(second);
    expect(await shop.stockOf('mug')).toEqual({ '': 2 });
  });

  it('replaces all of them if an earlier version of the shop allowed several', async () => {
    const shop = await openShop({ mug: { '': 9 }, cap: { '': 4 } });
    const orderIds: string[] = [];
    for (const key of ['1', '2']) {
      const { orderId } = await replaceOrder(shop.context, ANN, request(key, 2));
      orderIds.push(orderId);
      if (key === '1') await listUnpaidOrders(shop);
    }
    await listUnpaidOrders(shop, orderIds);
    await replaceOrder(shop.context, ANN, request('3', 1, { productId: 'cap' }));
    expect(await Promise.all(orderIds.map((id) => statusOf(shop, id)))).toEqual(['cancelled', 'cancelled']);
    expect([await shop.stockOf('mug'), await shop.stockOf('cap')]).toEqual([{ '': 9 }, { '': 3 }]);
  });
});

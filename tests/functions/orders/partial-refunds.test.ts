import { unitsRefundCents } from '@savepoint/model/line-amounts';
import { refundedSoFar } from '@savepoint/model/order-changes';
import { may, ROLES } from '@savepoint/model/roles';
import { describe, expect, it } from 'vitest';
import { cancelOrder, updateOrder } from '../../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { refundOrder } from '../../../functions/src/orders/refund-order.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

/** Three mugs with tax and without shipping. */
const TOTAL_CENTS = 14_850;
const shopper = { uid: 'ann', email: 'ann@example.com' };
const owner = { uid: 'root', email: undefined, role: 'owner' } as const;

/** A shop with 5 mugs, 3 of which are in a paid order. */
async function openShopWithPaidOrder() {
  const shop = new TestShop(new InMemoryDocumentStore(), { mug: { '': 5 } });
  await shop.open();
  const { orderId } = await replaceOrder(shop.context, shopper, {
    lines: [{ productId: 'mug', quantity: 3 }],
    address: ADDRESS,
    delivery: 'standard',
    idempotencyKey: 'key-of-the-checkout',
  });
  const session = shop.payments.sessions[0];
  if (session === undefined || !shop.payments.pay(session)) throw new Error('Not paid.');
  const deliver = async () => {
    for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
  };
  await deliver();
  const order = async () => {
    const found = await shop.order(orderId);
    if (found === null) throw new Error('No order.');
    return found;
  };
  const refund = async (amountCents: number, more: object = {}) =>
    refundOrder(shop.context, owner, {
      orderId,
      amountCents,
      refundedCents: refundedSoFar(await order()),
      reason: 'A crack',
      ...more,
    });
  const move = (status: 'packed' | 'shipped' | 'delivered' | 'refunded', more: object = {}) =>
    updateOrder(shop.context, owner, { orderId, status, reason: 'Decided', ...more });
  const emails = () => [...shop.emails.keys()].map((id) => id.slice(orderId.length + 1));
  const sent = () =>
    shop.payments.refunds.filter(({ hasFailed }) => !hasFailed).map((each) => each.amountCents);
  return { shop, orderId, deliver, order, refund, move, emails, sent };
}

describe('a partial refund', () => {
  it('is sent, keeps the status, shows on the order and is emailed with the total refunded so far', async () => {
    const { shop, orderId, order, refund, emails, sent } = await openShopWithPaidOrder();
    expect(await refund(1000)).toEqual({ orderId, refundedCents: 1000, sent: true });
    expect(await refund(500)).toEqual({ orderId, refundedCents: 1500, sent: true });
    expect((await order()).partialRefunds).toEqual([
      { at: shop.time, amountCents: 1000, reason: 'A crack' },
      { at: shop.time, amountCents: 500, reason: 'A crack' },
    ]);
    expect(sent()).toEqual([1000, 500]);
    expect(await order()).toMatchObject({
      status: 'paid',
      refundedCents: 1500,
      refund: { state: 'sent', amountCents: 1500 },
    });
    expect(emails()).toEqual(['paid', 'refunded-part-1000', 'refunded-part-1500']);
    expect(shop.emails.get(`${orderId}-refunded-part-1500`)?.text).toContain(
      '$5.00, and with it $15.00 in all, of the $148.50',
    );
  });

  it('is rejected if the order was refunded since the amount was chosen, for example by a second click', async () => {
    const { shop, orderId, refund, sent } = await openShopWithPaidOrder();
    const request = { orderId, amountCents: 1000, refundedCents: 0, reason: 'Twice' };
    const results = await Promise.allSettled([
      refundOrder(shop.context, owner, request),
      refundOrder(shop.context, owner, request),
    ]);
    expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(sent()).toEqual([1000]);
    await expect(refund(1000, { refundedCents: 0 })).rejects.toMatchObject({ code: 'aborted' });
  });

  it('cannot be more than the rest, the entire rest, or for an unpaid order', async () => {
    const { shop, orderId, refund, sent } = await openShopWithPaidOrder();
    await refund(1000);
    for (const amount of [TOTAL_CENTS - 999, TOTAL_CENTS - 1000])
      await expect(refund(amount)).rejects.toMatchObject({ code: 'failed-precondition' });
    await cancelOrder(shop.context, shopper, { orderId });
    await expect(refund(1)).rejects.toMatchObject({ code: 'failed-precondition' });
    expect(sent()).toEqual([1000, TOTAL_CENTS - 1000]);
  });

  it("includes earlier refunds from the provider's dashboard", async () => {
    const { shop, deliver, order, refund, sent } = await openShopWithPaidOrder();
    const intent = shop.payments.sessions[0]?.payment?.paymentIntentId ?? '';
    shop.payments.refundByHand(intent, 2000);
    await deliver();
    await refund(1000);
    expect(sent()).toEqual([2000, 1000]);
    expect(await order()).toMatchObject({ refundedCents: 3000, refund: { amountCents: 3000 } });
  });

  it('is shown if the provider rejects it, blocks the next one and is sent later, once', async () => {
    const { shop, order, refund, sent, emails } = await openShopWithPaidOrder();
    shop.payments.refundFailure = 'charge_disputed';
    expect(await refund(1000)).toMatchObject({ sent: false });
    expect(await order()).toMatchObject({
      status: 'paid',
      needsAttention: true,
      refund: { state: 'failed' },
    });
    await expect(refund(500)).rejects.toMatchObject({ code: 'aborted' });
    shop.payments.refundFailure = undefined;
    shop.passMinutes(5);
    await expireOrders(shop.context);
    expect(sent()).toEqual([1000]);
    expect(await order()).toMatchObject({ needsAttention: false, refund: { state: 'sent' } });
    expect(emails()).toEqual(['paid', 'refunded-part-1000']);
  });

  it('is followed by the rest when the order is refunded, in a new request to the provider', async () => {
    const { order, refund, move, sent, emails } = await openShopWithPaidOrder();
    await move('packed');
    await refund(1000);
    expect(await move('refunded')).toMatchObject({ status: 'refunded' });
    expect(sent()).toEqual([1000, TOTAL_CENTS - 1000]);
    expect(await order()).toMatchObject({ refundedCents: TOTAL_CENTS, refund: { state: 'sent' } });
    expect(emails()).toEqual(['paid', 'refunded-part-1000', 'refunded']);
  });
});

describe('a refund in the dashboard of the provider that fails after the order ended', () => {
  /** The returned amounts: by card, and to store credit. */
  const returned = async (shop: TestShop, sent: readonly number[]) => [
    sent.reduce((sum, cents) => sum + cents, 0),
    (await shop.store.get<{ cents: number }>('storeCredit/ann'))?.cents ?? 0,
  ];

  it.each([
    ['before a part was refunded', 1],
    ['when nothing else was refunded', 0],
  ])('is sent again when the rest went into the store credit, %s', async (_, part) => {
    const { shop, orderId, deliver, order, refund, sent } = await openShopWithPaidOrder();
    await shop.store.runTransaction(async (transaction) => transaction.set('users/ann', {}));
    shop.payments.refundByHand(shop.payments.sessions[0]?.payment?.paymentIntentId ?? '', 1000);
    if (part > 0) await refund(part);
    else await deliver();
    await updateOrder(shop.context, owner, {
      ...{ orderId, status: 'cancelled', reason: 'Sold out', refundTo: 'credit' },
    });
    expect(await returned(shop, sent())).toEqual([1000, TOTAL_CENTS - 1000]);
    const [byHand] = shop.payments.refunds;
    if (byHand) shop.payments.failRefund(byHand);
    await deliver();
    expect(await order()).toMatchObject({ needsAttention: true, refund: { state: 'failed' } });
    shop.passMinutes(60);
    await expireOrders(shop.context);
    expect(await returned(shop, sent())).toEqual([1000, TOTAL_CENTS - 1000]);
    expect(await order()).toMatchObject({ status: 'refunded', needsAttention: false });
  });
});

describe('a refund of units', () => {
  it('stores its units, each of which can be refunded once', async () => {
    const { order, refund } = await openShopWithPaidOrder();
    const units = [{ id: 'mug', quantity: 2 }];
    expect(unitsRefundCents(await order(), units)).toBe(9900);
    await refund(9900, { units });
    expect((await order()).partialRefunds).toMatchObject([{ amountCents: 9900, refunded: units }]);
    for (const again of [units, [units[0], units[0]], [{ id: 'mug', size: 'M', quantity: 1 }]])
      await expect(refund(1, { units: again })).rejects.toMatchObject({
        code: 'failed-precondition',
        details: { field: 'units' },
      });
    expect(unitsRefundCents(await order(), [{ id: 'mug', quantity: 1 }])).toBe(4950);
  });
});

describe('restocking', () => {
  const mugs = async (shop: TestShop) => (await shop.stockOf('mug'))[''];

  it('restocks units of a partial refund once, even if the whole order comes back later', async () => {
    const { shop, order, refund, move } = await openShopWithPaidOrder();
    await refund(4000, { restock: [{ id: 'mug', quantity: 1 }] });
    expect(await mugs(shop)).toBe(3);
    expect(await order()).toMatchObject({ restocked: [{ id: 'mug', quantity: 1, status: 'paid' }] });
    await expect(refund(1, { restock: [{ id: 'mug', quantity: 3 }] })).rejects.toMatchObject({
      code: 'failed-precondition',
      message: 'Only 2 of mug can go back into the stock.',
    });
    await move('packed');
    await move('refunded');
    expect(await mugs(shop)).toBe(5);
  });

  it("follows staff's decision when the whole order is refunded", async () => {
    for (const [restock, units] of [
      [true, 5],
      [false, 2],
      [undefined, 2],
    ] as const) {
      const { shop, move } = await openShopWithPaidOrder();
      await move('packed');
      await move('shipped');
      await move('refunded', { restock });
      expect([restock, await mugs(shop)]).toEqual([restock, units]);
    }
  });
});

describe('the roles that change orders', () => {
  const MOVES = [
    ['packed', 'paid', 'fulfilOrders'],
    ['shipped', 'packed', 'fulfilOrders'],
    ['delivered', 'shipped', 'fulfilOrders'],
    ['cancelled', 'paid', 'refundOrders'],
    ['refunded', 'packed', 'refundOrders'],
    ['paid', 'packed', 'fulfilOrders'],
  ] as const;

  for (const [to, from, permission] of MOVES)
    it.each(ROLES)(
      `let the role %s move an order from ${from} to ${to} if it has ${permission}`,
      async (role) => {
        const { shop, orderId, order } = await openShopWithPaidOrder();
        await shop.store.runTransaction(async (transaction) =>
          transaction.update(`orders/${orderId}`, { status: from }),
        );
        const caller = { uid: role, email: undefined, role };
        const moved = updateOrder(shop.context, caller, { orderId, status: to, reason: 'Decided' });
        if (may(role, permission)) await moved;
        else await expect(moved).rejects.toMatchObject({ code: 'permission-denied' });
        expect((await order()).status === from).toBe(!may(role, permission));
      },
    );
});

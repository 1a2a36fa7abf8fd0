import { randomUUID } from 'node:crypto';
import { evaluatePromotions } from '@savepoint/model/evaluate-promotions';
import type { CreateOrderRequest } from '@savepoint/model/order';
import { PAYMENT_CENTS_MIN } from '@savepoint/model/order-limits';
import type { Promotion } from '@savepoint/model/promotion';
import { DEFAULT_SHIPPING, deliveryOptions, parcelOf } from '@savepoint/model/shipping';
import { priceOrder } from '@savepoint/model/totals';
import * as fc from 'fast-check';
import { deleteApp, initializeApp } from 'firebase-admin/app';
import { getFirestore } from 'firebase-admin/firestore';
import { describe, expect, it } from 'vitest';
import { firestoreDocumentStore } from '../../../functions/src/firestore/firestore-document-store.ts';
import { cancelOrder, updateOrder } from '../../../functions/src/orders/change-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import type { PaymentEvent } from '../../../functions/src/payments/payment-gateway.ts';
import {
  AUTOMATIC_PROMOTIONS_PATH,
  promotionPath,
} from '../../../functions/src/promotions/promotion-records.ts';
import { type Shard, shardPaths } from '../../../functions/src/promotions/promotion-uses.ts';
import { IS_DEEP_RUN } from '../../support/deep-run.ts';
import { runs } from '../../support/search-runs.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, SHOP_CODE, TestShop } from './test-shop.ts';

const { usesMax: _, isOncePerPerson: __, ...TEN } = SHOP_CODE;
/** More than one use per shard. */
const [USES, ORDERS] = IS_DEEP_RUN ? [100, 1000] : [30, 120];

async function openShop(...promotions: readonly Promotion[]): Promise<TestShop> {
  const shop = new TestShop(new InMemoryDocumentStore(), { mug: { '': 1000 } });
  await shop.open();
  await addPromotions(shop, promotions);
  return shop;
}

function addPromotions(shop: TestShop, promotions: readonly Promotion[]): Promise<void> {
  return shop.store.runTransaction(async (transaction) => {
    for (const { id, ...fields } of promotions) transaction.set(promotionPath(id), fields);
    transaction.set(AUTOMATIC_PROMOTIONS_PATH, {
      promotions: promotions.filter(({ code }) => code === undefined),
    });
  });
}

let keys = 0;
const order = (shop: TestShop, uid: string, fields: Partial<CreateOrderRequest> = {}) => {
  keys += 1;
  return replaceOrder(
    shop.context,
    { uid, email: undefined },
    {
      lines: [{ productId: 'mug', quantity: 1 }],
      address: ADDRESS,
      delivery: 'standard',
      idempotencyKey: `key-of-checkout-${keys}`,
      ...fields,
    },
  );
};
const withTen = (shop: TestShop, uid: string, fields?: Partial<CreateOrderRequest>) =>
  order(shop, uid, { code: 'TEN', ...fields });

const refused = (code: string, refusal: string) => ({ details: { reason: 'code-refused', code, refusal } });

async function pay(shop: TestShop, orderId: string): Promise<void> {
  const session = shop.payments.sessions.find(({ request }) => request.orderId === orderId);
  if (session === undefined || !shop.payments.pay(session)) throw new Error(`${orderId} cannot be paid.`);
  await applyPaymentEvent(shop.context, shop.payments.events.at(-1) as PaymentEvent);
}

describe('createOrder with a code', () => {
  it('stores the promotion and the discount of each line, and opens a payment page for the exact total', async () => {
    const shop = await openShop(TEN);
    const lines = [{ productId: 'mug', quantity: 3 }];
    const { orderId, totalCents } = await withTen(shop, 'ann', { lines });
    // 135.00 less 10 %, free shipping, 10 % tax.
    expect(totalCents).toBe(13_365);
    expect(await shop.order(orderId)).toMatchObject({
      lines: [{ id: 'mug', price: 45, quantity: 3, discountCents: 1350 }],
      promotions: [{ id: 'TEN', code: 'TEN', name: 'Ten off', discountCents: 1350, shippingCents: 0 }],
      subtotalCents: 13_500,
      discountCents: 1350,
      shippingCents: 0,
      taxCents: 1215,
    });
    await pay(shop, orderId);
    expect((await shop.order(orderId))?.status).toBe('paid');
  });

  it('splits units of a line that differ by a cent on the payment page', async () => {
    const shop = await openShop({ ...TEN, effect: { kind: 'amount', cents: 500 } });
    const { orderId } = await withTen(shop, 'ann', { lines: [{ productId: 'mug', quantity: 3 }] });
    expect(shop.payments.sessions[0]?.request.lines).toEqual([
      { name: 'mug', unitCents: 4333, quantity: 2 },
      { name: 'mug', unitCents: 4334, quantity: 1 },
    ]);
    await pay(shop, orderId);
    expect((await shop.order(orderId))?.status).toBe('paid');
  });

  it('is paid at once, and removed from the cart, if nothing is left to pay', async () => {
    const shop = await openShop({ ...TEN, effect: { kind: 'percent', percent: 100 } });
    const lines = [{ productId: 'mug', quantity: 2 }];
    await shop.store.runTransaction(async (transaction) =>
      transaction.set('users/ann', {
        cart: [{ id: 'mug', name: 'mug', image: '/mug.webp', price: 45, quantity: 2 }],
      }),
    );
    const { orderId, totalCents, paymentUrl } = await withTen(shop, 'ann', { lines });
    expect([totalCents, paymentUrl, shop.payments.sessions]).toEqual([0, undefined, []]);
    expect((await shop.order(orderId))?.status).toBe('paid');
    expect(await shop.store.get('users/ann')).toMatchObject({ cart: [], cartVersion: 1 });
  });

  it('rejects a total that is too small for a payment', async () => {
    const shop = await openShop({ ...TEN, effect: { kind: 'amount', cents: 8990 } });
    const lines = [{ productId: 'mug', quantity: 2 }];
    await expect(withTen(shop, 'ann', { lines })).rejects.toMatchObject({
      details: { reason: 'total-too-small' },
    });
  });

  it.each([
    ['not-yet', { startsAt: '2026-11-01T12:00:01.000Z' }],
    ['expired', { endsAt: '2026-11-01T12:00:00.000Z' }],
    ['expired', { isStopped: true }],
    ['not-for-these-items', { categories: ['apparel'] }],
    ['below-minimum', { minimumCents: 4501 }],
  ])('is refused as %s for a code with %j, and takes no stock', async (refusal, fields) => {
    const shop = await openShop({ ...TEN, ...fields });
    await expect(withTen(shop, 'ann')).rejects.toMatchObject(refused('TEN', refusal));
    expect(await shop.stockOf('mug')).toEqual({ '': 1000 });
  });

  it('rejects a code if an automatic promotion saves as much or more, and applies that one without the code', async () => {
    const automatic: Promotion = {
      id: 'auto-1',
      name: 'Sale',
      effect: { kind: 'percent', percent: 20 },
      isStopped: false,
    };
    const shop = await openShop(TEN, automatic);
    await expect(withTen(shop, 'ann')).rejects.toMatchObject(refused('TEN', 'better-applies'));
    const { orderId } = await order(shop, 'ann');
    expect((await shop.order(orderId))?.promotions).toMatchObject([{ id: 'auto-1', discountCents: 900 }]);
  });

  it('rejects a code for first orders for an account with a paid order', async () => {
    const shop = await openShop({ ...TEN, isFirstOrderOnly: true });
    const { orderId } = await withTen(shop, 'ann');
    await withTen(shop, 'ann', { delivery: 'express' });
    expect((await shop.order(orderId))?.status).toBe('cancelled');
    const paid = await withTen(shop, 'ann', { lines: [{ productId: 'mug', quantity: 2 }] });
    await pay(shop, paid.orderId);
    await expect(withTen(shop, 'ann')).rejects.toMatchObject(refused('TEN', 'first-order-only'));
  });

  it('counts unknown codes as guesses, and rejects even valid ones after ten', async () => {
    const shop = await openShop(TEN);
    for (let attempt = 0; attempt < 10; attempt += 1)
      await expect(order(shop, 'ann', { code: `GUESS${attempt}` })).rejects.toMatchObject(
        refused(`GUESS${attempt}`, 'unknown'),
      );
    await expect(withTen(shop, 'ann')).rejects.toMatchObject({ code: 'resource-exhausted' });
    await withTen(shop, 'bob');
    shop.passMinutes(2);
    await withTen(shop, 'ann');
  });
});

describe('a code that is once per person', () => {
  const ONCE: Promotion = { ...TEN, isOncePerPerson: true };

  it('stays with the unpaid order that replaces another, and is rejected for the next order after a payment', async () => {
    const shop = await openShop(ONCE);
    await withTen(shop, 'ann');
    const { orderId } = await withTen(shop, 'ann', { delivery: 'express' });
    await pay(shop, orderId);
    await expect(withTen(shop, 'ann')).rejects.toMatchObject(refused('TEN', 'used-by-you'));
    expect(await shop.usesOf(ONCE)).toMatchObject({ uses: 1, cents: 450 });
    await withTen(shop, 'bob');
  });

  it('can be used again when its order was canceled, even after the payment', async () => {
    const shop = await openShop(ONCE);
    const { orderId } = await withTen(shop, 'ann');
    await pay(shop, orderId);
    await cancelOrder(shop.context, { uid: 'ann', email: undefined }, { orderId });
    expect(await shop.usesOf(ONCE)).toMatchObject({ uses: 0, cents: 0 });
    await withTen(shop, 'ann');
  });
});

describe('the limits of a promotion', () => {
  it('are returned by orders that expire or are replaced, but not by refunded ones', async () => {
    const limited: Promotion = { ...TEN, usesMax: 2, budgetCents: 900 };
    const shop = await openShop(limited);
    const left = async () => {
      const { usesLeft, centsLeft } = await shop.usesOf(limited);
      return [usesLeft, centsLeft];
    };
    await withTen(shop, 'ann');
    const kept = await withTen(shop, 'bob');
    expect(await left()).toEqual([0, 0]);
    await expect(withTen(shop, 'eve')).rejects.toMatchObject(refused('TEN', 'used-up'));
    await order(shop, 'ann');
    expect(await left()).toEqual([1, 450]);
    await withTen(shop, 'eve');
    await pay(shop, kept.orderId);
    shop.passMinutes(120);
    await expireOrders(shop.context);
    expect(await left()).toEqual([1, 450]);
    const owner = { uid: 'root', email: undefined, role: 'owner' } as const;
    for (const status of ['packed', 'refunded'] as const)
      await updateOrder(shop.context, owner, { orderId: kept.orderId, status, reason: 'Damaged' });
    expect(await left()).toEqual([1, 450]);
  });

  it('use up a budget to the last cent, across shards with too little each', async () => {
    const limited: Promotion = { ...TEN, budgetCents: 1000 };
    const shop = await openShop(limited);
    await withTen(shop, 'ann');
    await withTen(shop, 'bob');
    expect(await shop.usesOf(limited)).toMatchObject({ uses: 2, cents: 900, centsLeft: 100 });
    await expect(withTen(shop, 'eve')).rejects.toMatchObject(refused('TEN', 'used-up'));
  });

  it('exclude a used-up automatic promotion: the shown total is rejected with the new one', async () => {
    const automatic: Promotion = {
      id: 'auto-1',
      name: 'Sale',
      effect: TEN.effect,
      usesMax: 1,
      isStopped: false,
    };
    const shop = await openShop(automatic);
    await order(shop, 'ann');
    const stale = order(shop, 'bob', { expectedTotalCents: Math.round((4050 + 599) * 1.1) });
    await expect(stale).rejects.toMatchObject({ details: { reason: 'total-changed' } });
    const { orderId } = await order(shop, 'bob');
    expect(await shop.order(orderId)).not.toHaveProperty('promotions');
  });

  it('exclude a used-up automatic promotion, so that a code applies', async () => {
    const automatic: Promotion = {
      id: 'auto-1',
      name: 'Sale',
      effect: { kind: 'percent', percent: 20 },
      usesMax: 1,
      isStopped: false,
    };
    const shop = await openShop(TEN, automatic);
    await order(shop, 'ann');
    const { orderId } = await withTen(shop, 'bob');
    expect((await shop.order(orderId))?.promotions).toMatchObject([{ id: 'TEN', discountCents: 450 }]);
  });

  it(`give exactly ${USES} of ${ORDERS} orders at once a code with ${USES} uses, and spread them over documents`, {
    timeout: 300_000,
  }, async () => {
    const app = initializeApp({ projectId: `demo-code-${randomUUID().slice(0, 12)}` }, randomUUID());
    try {
      const stock = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`mug-${n}`, { '': 1000 }]));
      const shop = new TestShop(firestoreDocumentStore(getFirestore(app)), stock);
      await shop.open();
      const limited: Promotion = { ...TEN, usesMax: USES, isOncePerPerson: true };
      await addPromotions(shop, [limited]);
      const results = await Promise.allSettled(
        Array.from({ length: ORDERS }, (_, n) =>
          withTen(shop, `shopper-${n}`, { lines: [{ productId: `mug-${n % 100}`, quantity: 1 }] }),
        ),
      );
      const outcomes = Object.groupBy(results, (result) =>
        result.status === 'fulfilled' ? 'ordered' : (result.reason.details?.refusal ?? String(result.reason)),
      );
      expect(
        Object.fromEntries(Object.entries(outcomes).map(([name, list]) => [name, list?.length])),
      ).toEqual({
        ordered: USES,
        'used-up': ORDERS - USES,
      });
      expect(await shop.usesOf(limited)).toMatchObject({ uses: USES, cents: 450 * USES, usesLeft: 0 });
      const discounts = await getFirestore(app)
        .collection('orders')
        .where('discountCents', '==', 450)
        .count()
        .get();
      expect(discounts.data().count).toBe(USES);
      const shards = await Promise.all(shardPaths('TEN').map((path) => shop.store.get<Shard>(path)));
      expect(shards.filter((shard) => (shard?.uses ?? 0) > 0)).toHaveLength(10);
    } finally {
      await deleteApp(app);
    }
  });
});

const CARTS = runs(250);
it(`${CARTS} random carts cost the same in an order as in the browser, with the same promotions`, async () => {
  const effect = fc.oneof(
    fc.record({ kind: fc.constant('percent' as const), percent: fc.integer({ min: 1, max: 90 }) }),
    fc.record({ kind: fc.constant('amount' as const), cents: fc.integer({ min: 1, max: 4000 }) }),
    fc.record({ kind: fc.constant('free-shipping' as const) }),
    fc.record({
      kind: fc.constant('buy-get' as const),
      buy: fc.constant(1),
      get: fc.constantFrom(1, 2),
      percent: fc.integer({ min: 1, max: 90 }),
    }),
  );
  const cart = fc.uniqueArray(
    fc.record({
      productId: fc.constantFrom('mug', 'pin', 'hat'),
      price: fc.integer({ min: 100, max: 12_000 }).map((cents) => cents / 100),
      quantity: fc.integer({ min: 1, max: 4 }),
    }),
    { minLength: 1, maxLength: 3, selector: ({ productId }) => productId },
  );
  const delivery = fc.constantFrom('standard' as const, 'express' as const);
  await fc.assert(
    fc.asyncProperty(effect, effect, cart, delivery, async (coded, automatic, lines, chosen) => {
      const promotions: Promotion[] = [
        { ...TEN, effect: coded },
        { id: 'auto-1', name: 'Sale', effect: automatic, isStopped: false },
      ];
      const stock = Object.fromEntries(lines.map(({ productId }) => [productId, { '': 1000 }]));
      const shop = new TestShop(new InMemoryDocumentStore(), stock);
      await shop.open();
      await addPromotions(shop, promotions);
      await shop.store.runTransaction(async (transaction) => {
        for (const { productId, price } of lines) transaction.update(`products/${productId}`, { price });
      });
      const parcel = parcelOf(lines, DEFAULT_SHIPPING);
      const options = deliveryOptions(DEFAULT_SHIPPING, ADDRESS, parcel);
      const option = options.find(({ id }) => id === chosen);
      if (option === undefined) throw new Error('Nothing goes to the address.');
      const context = { now: shop.time, isFirstOrder: true, delivery: option };
      const discounts = evaluatePromotions(lines, promotions, context);
      const { totalCents: expectedTotalCents } = priceOrder(lines, option, 0.1, discounts);
      fc.pre(expectedTotalCents === 0 || expectedTotalCents >= PAYMENT_CENTS_MIN);
      const isApplied = discounts.applied.some(({ code }) => code !== undefined);
      const { orderId } = await order(shop, 'ann', {
        lines: lines.map(({ productId, quantity }) => ({ productId, quantity })),
        ...{ expectedTotalCents, delivery: chosen, ...(isApplied && { code: 'TEN' }) },
      });
      const stored = await shop.order(orderId);
      expect(stored?.lines.map(({ discountCents = 0 }) => discountCents)).toEqual(discounts.lineCents);
      expect(stored?.promotions ?? []).toEqual(discounts.applied);
      expect(stored?.totalCents).toBe(expectedTotalCents);
    }),
    { numRuns: CARTS },
  );
});

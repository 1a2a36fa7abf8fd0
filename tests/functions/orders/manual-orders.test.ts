import type { ManualOrderRequest } from '@savepoint/model/manual-order';
import { describe, expect, it } from 'vitest';
import { updateOrder } from '../../../functions/src/orders/change-order.ts';
import { editOrder } from '../../../functions/src/orders/edit-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { placeManualOrder } from '../../../functions/src/orders/place-manual-order.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, TestShop } from './test-shop.ts';

const staff = { uid: 'root', email: 'root@example.com', role: 'owner' } as const;
const REQUEST: ManualOrderRequest = {
  ...{ email: 'New@example.com', lines: [{ productId: 'mug', quantity: 1 }], address: ADDRESS },
  ...{ delivery: 'standard', idempotencyKey: 'key-of-the-manual-order', payment: 'link' },
};
/** A mug of 45 dollars with shipping and 10 % tax. */
const ONE = 5609;

async function openShop() {
  const store = new InMemoryDocumentStore();
  const shop = new TestShop(store, { mug: { '': 5 } });
  await shop.open();
  const place = async (more: object = {}, accountId?: string) => {
    const request = { ...REQUEST, ...more };
    const { totals } = await placeManualOrder(shop.context, staff, request, accountId);
    return placeManualOrder(
      shop.context,
      staff,
      { ...request, expectedTotalCents: totals.totalCents },
      accountId,
    );
  };
  const orderOf = async (orderId: string | undefined) => {
    const order = await shop.order(orderId ?? '');
    if (order === null) throw new Error('No order.');
    return order;
  };
  const deliver = async () => {
    for (const event of [...shop.payments.events]) await applyPaymentEvent(shop.context, event);
  };
  return { store, shop, place, orderOf, deliver };
}

describe('placeManualOrder', () => {
  it('previews the price of an order, and stores nothing', async () => {
    const { store, shop } = await openShop();
    const before = new Map(store.documents);
    const { totals, orderId } = await placeManualOrder(shop.context, staff, REQUEST, undefined);
    expect([orderId, totals.totalCents]).toEqual([undefined, ONE]);
    expect(store.documents).toEqual(before);
  });

  it('places an order for somebody without an account, emails a payment link, and is audited', async () => {
    const { store, shop, place, orderOf, deliver } = await openShop();
    const { orderId, hasAccount } = await place();
    expect(hasAccount).toBe(false);
    expect(await orderOf(orderId)).toMatchObject({
      ...{ status: 'pending', email: 'New@example.com', isManual: true, isGuest: true, totalCents: ONE },
      timeline: [{ status: 'pending', actor: 'admin' }],
    });
    expect([...store.documents.keys()].filter((path) => path.startsWith('users/'))).toEqual([]);
    const mail = shop.emails.get(`${orderId}-unpaid`);
    expect(mail?.text).toContain('https://pay.test/');
    expect(mail?.text).not.toContain('/account/orders');
    expect([...store.documents].filter(([path]) => path.startsWith('audit/'))).toMatchObject([
      [
        expect.anything(),
        { action: 'placeManualOrder', summary: 'Made an order of $56.09 for New@example.com' },
      ],
    ]);
    shop.payments.pay(shop.payments.sessions[0] as never);
    await deliver();
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid' });
    expect(shop.emails.get(`${orderId}-paid`)?.text).not.toContain('/account/orders');
  });

  it("adds the order to a known customer's account, and does not touch their cart and unpaid order", async () => {
    const { store, shop, place, orderOf, deliver } = await openShop();
    const cart = [{ id: 'mug', quantity: 1, name: 'mug', price: 45, image: '' }];
    store.documents.set('users/ann', { cart, cartVersion: 3 });
    const ann = { uid: 'ann', email: 'ann@example.com' };
    const { lines, address, delivery } = REQUEST;
    const own = await replaceOrder(shop.context, ann, {
      ...{ lines, address, delivery, idempotencyKey: 'key-of-the-own-order' },
    });
    const { orderId } = await place({}, 'ann');
    expect((await orderOf(own.orderId)).status).toBe('pending');
    shop.payments.pay(shop.payments.sessions[1] as never);
    await deliver();
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', userId: 'ann' });
    expect(store.documents.get('users/ann')).toMatchObject({
      cart,
      cartVersion: 3,
      orders: [own.orderId, orderId],
    });
  });

  it.each([
    ['a discount', { discountCents: 1000, reason: 'Sorry' }, 4509],
    ['free of charge', { isFree: true, reason: 'A gift' }, 0],
  ])('makes an order with %s, which an edit keeps', async (_, more, totalCents) => {
    const { shop, place, orderOf } = await openShop();
    const { orderId } = await place({ ...more, payment: 'other', paidBy: 'Cash' });
    expect(await orderOf(orderId)).toMatchObject({
      status: 'paid',
      totalCents,
      staffDiscount: { reason: more.reason },
    });
    const edit = { orderId: orderId ?? '', editId: 'edit-of-manual-order', edits: 0 };
    const lines = [{ productId: 'mug', quantity: 2 }];
    const { totals } = await editOrder(shop.context, staff, { ...edit, lines });
    expect(totals.totalCents).toBe(totalCents === 0 ? 0 : 8800);
  });

  it('records another payment method on the order, and refunds nothing by itself', async () => {
    const { shop, place, orderOf } = await openShop();
    const { orderId = '' } = await place({ payment: 'other', paidBy: 'Bank transfer' });
    expect(await orderOf(orderId)).toMatchObject({
      ...{ status: 'paid', paidBy: 'Bank transfer' },
      timeline: [{}, { status: 'paid', actor: 'admin', reason: 'Bank transfer' }],
    });
    await updateOrder(shop.context, staff, { orderId, status: 'cancelled', reason: 'Lost' });
    expect((await orderOf(orderId)).refund).toBeUndefined();
    expect(await shop.stockOf('mug')).toEqual({ '': 5 });
  });

  it('names the missing field, and changes nothing', async () => {
    const { place } = await openShop();
    for (const [more, field] of [
      [{ isFree: true }, 'reason'],
      [{ discountCents: 5 }, 'reason'],
      [{ payment: 'other' }, 'paidBy'],
      [{ isFree: true, reason: 'x', delivery: 'express' }, 'delivery'],
      [{ address: { ...ADDRESS, postalCode: '1' } }, 'address.postalCode'],
    ] as const)
      await expect(place(more)).rejects.toMatchObject({ code: 'invalid-argument', details: { field } });
  });

  it('places one order when called twice, even if its payment page could not be opened at first', async () => {
    const { store, shop, place, orderOf } = await openShop();
    shop.payments.isDown = true;
    await expect(place()).rejects.toMatchObject({ code: 'unavailable' });
    shop.payments.isDown = false;
    const [one, two] = await Promise.all([place(), place()]);
    expect(one.orderId).toBe(two.orderId);
    expect([...store.documents.keys()].filter((path) => path.startsWith('orders/'))).toHaveLength(1);
    expect((await orderOf(one.orderId)).paymentUrl).toContain('https://pay.test/');
    shop.passMinutes(24 * 60);
    await expireOrders(shop.context);
    expect((await orderOf(one.orderId)).status).toBe('expired');
  });
});

describe('an unpaid order', () => {
  it('is marked as paid by roles that refund, with the method, and its payment page is closed', async () => {
    const { shop, place, orderOf } = await openShop();
    const { orderId = '' } = await place();
    const mark = (reason?: string, role: 'owner' | 'packer' = 'owner') =>
      updateOrder(shop.context, { ...staff, role }, { orderId, status: 'paid', ...(reason && { reason }) });
    await expect(mark()).rejects.toMatchObject({ details: { field: 'reason' } });
    await expect(mark('Cash', 'packer')).rejects.toMatchObject({ code: 'permission-denied' });
    await mark('Cash');
    expect(await orderOf(orderId)).toMatchObject({ status: 'paid', paidBy: 'Cash' });
    expect(shop.payments.sessions[0]?.status).toBe('expired');
  });
});

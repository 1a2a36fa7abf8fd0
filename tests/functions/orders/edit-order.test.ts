import { refundedSoFar } from '@savepoint/model/order-changes';
import { describe, expect, it } from 'vitest';
import { cancelOrder, updateOrder } from '../../../functions/src/orders/change-order.ts';
import { correctAddress } from '../../../functions/src/orders/correct-address.ts';
import { editOrder, withdrawEdit } from '../../../functions/src/orders/edit-order.ts';
import { expireOrders } from '../../../functions/src/orders/expire-orders.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { refundOrder } from '../../../functions/src/orders/refund-order.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { ADDRESS, SHOP_CODE, TestShop } from './test-shop.ts';

const shopper = { uid: 'ann', email: 'ann@example.com' };
const staff = { uid: 'root', email: 'root@example.com', role: 'owner' } as const;
const MUG = { productId: 'mug', quantity: 1 };
const TEE = { productId: 'tee', size: 'M', quantity: 1 };
/** With 10 % tax: one item with shipping, two without it. */
const [ONE, TWO] = [5609, 9900];

/** A paid order, by default of one mug of 45 dollars. */
async function openShopWithPaidOrder(lines = [MUG], more: object = {}) {
  const store = new InMemoryDocumentStore();
  const shop = new TestShop(store, { mug: { '': 5 }, tee: { S: 0, M: 2 } });
  await shop.open();
  const { orderId } = await replaceOrder(shop.context, shopper, {
    ...{ lines, address: ADDRESS, delivery: 'standard', idempotencyKey: 'key-of-the-checkout' },
    ...more,
  });
  const deliver = async () => {
    for (const event of [...shop.payments.events]) await applyPaymentEvent(shop.context, event);
  };
  /** Pays on the latest payment page. */
  const pay = async () => {
    const session = shop.payments.sessions.at(-1);
    if (session === undefined || !shop.payments.pay(session)) throw new Error('Not paid.');
    await deliver();
  };
  await pay();
  const order = async () => {
    const found = await shop.order(orderId);
    if (found === null) throw new Error('No order.');
    return found;
  };
  let edits = 0;
  /** Previews an edit, and makes it. */
  const edit = async (after: readonly object[], changes: object = {}) => {
    edits += 1;
    const request = {
      ...{ orderId, editId: `edit-of-the-order-${edits}`, lines: after as (typeof MUG)[] },
      ...{ edits: (await order()).edits?.length ?? 0, ...changes },
    };
    const { totals } = await editOrder(shop.context, staff, request);
    return editOrder(shop.context, staff, { ...request, expectedTotalCents: totals.totalCents });
  };
  const stock = async () => ({ mug: (await shop.stockOf('mug'))[''], tee: (await shop.stockOf('tee')).M });
  const sent = () =>
    shop.payments.refunds.filter(({ hasFailed }) => !hasFailed).map((each) => each.amountCents);
  const emails = () => [...shop.emails.keys()].map((id) => id.slice(orderId.length + 1));
  const audits = () =>
    [...store.documents].flatMap(([path, each]) => (path.startsWith('audit/') ? each : []));
  return { store, shop, orderId, deliver, pay, order, edit, stock, sent, emails, audits };
}

describe('an edit that makes an order cheaper', () => {
  it('refunds the difference to the cent, restocks the units, and is emailed and audited', async () => {
    const { shop, orderId, order, edit, stock, sent, emails, audits } = await openShopWithPaidOrder([
      MUG,
      TEE,
    ]);
    expect(await edit([MUG], { reason: 'As you asked' })).toMatchObject({ state: 'done', beforeCents: TWO });
    expect(await order()).toMatchObject({
      ...{ status: 'paid', totalCents: ONE, paidCents: TWO, refundedCents: TWO - ONE, productIds: ['mug'] },
      edits: [{ beforeCents: TWO, afterCents: ONE, reason: 'As you asked' }],
    });
    expect(sent()).toEqual([TWO - ONE]);
    expect(await stock()).toEqual({ mug: 4, tee: 2 });
    expect(emails()).toEqual(['paid', 'edited-1', `refunded-part-${TWO - ONE}`]);
    expect(shop.emails.get(`${orderId}-edited-1`)?.text).toContain('tee (M): 1 to 0');
    expect(audits()).toMatchObject([
      {
        ...{ action: 'editOrder', email: 'root@example.com' },
        changes: [
          { field: 'lines.tee.M', before: 1, after: 0 },
          { field: 'totalCents', before: TWO, after: ONE },
        ],
      },
    ]);
    await cancelOrder(shop.context, shopper, { orderId });
    expect(sent()).toEqual([TWO - ONE, ONE]);
    expect(await stock()).toEqual({ mug: 5, tee: 2 });
  });

  it('gives the difference as store credit if staff choose so', async () => {
    const { store, order, edit, sent } = await openShopWithPaidOrder([MUG, TEE]);
    store.documents.set('users/ann', {});
    await edit([MUG], { refundTo: 'credit' });
    expect(sent()).toEqual([]);
    expect(await order()).toMatchObject({ creditReturnedCents: TWO - ONE, totalCents: ONE });
    expect(store.documents.get('storeCredit/ann')).toMatchObject({ cents: TWO - ONE });
  });

  it('keeps the share of an ended code, and returns its unused part', async () => {
    const { store, shop, order, edit } = await openShopWithPaidOrder([MUG, TEE], { code: 'TEN' });
    expect((await order()).discountCents).toBe(900);
    store.documents.set('promotions/TEN', { ...SHOP_CODE, isStopped: true });
    await edit([MUG]);
    expect(await order()).toMatchObject({ discountCents: 450, promotions: [{ id: 'TEN' }] });
    expect(await shop.usesOf(SHOP_CODE)).toMatchObject({ uses: 1, cents: 450, usesLeft: 1 });
  });

  it('is priced with the settings of the day the order was placed', async () => {
    const { store, shop, order, edit } = await openShopWithPaidOrder([MUG, TEE]);
    shop.passMinutes(60);
    const publishedAt = shop.time.toISOString();
    store.documents.set('settings/tax', { version: 1, publishedAt, value: { rate: 0.5, exceptions: [] } });
    shop.passMinutes(60);
    await edit([TEE]);
    // The defaults, because nothing had been published.
    expect(await order()).toMatchObject({ taxCents: 0, totalCents: 5099 });
  });

  it('keeps refunded units in the order', async () => {
    const { shop, orderId, order, edit } = await openShopWithPaidOrder([{ ...MUG, quantity: 3 }]);
    await refundOrder(shop.context, staff, {
      ...{ orderId, amountCents: 4950, refundedCents: refundedSoFar(await order()), reason: 'A crack' },
      units: [{ id: 'mug', quantity: 1 }],
      restock: [{ id: 'mug', quantity: 1 }],
    });
    await expect(edit([TEE])).rejects.toThrow(/At least 1 of .* must stay/);
    await edit([MUG, TEE]);
    expect(await shop.stockOf('mug')).toEqual({ '': 5 });
  });
});

describe('an edit that makes an order dearer', () => {
  it('emails a payment link, reserves the units, blocks packing, and takes effect once paid', async () => {
    const { shop, orderId, pay, order, edit, stock, emails } = await openShopWithPaidOrder();
    expect(await edit([MUG, TEE])).toMatchObject({ state: 'waiting' });
    expect(await order()).toMatchObject({
      totalCents: ONE,
      pendingEdit: { afterCents: TWO, paymentUrl: expect.stringContaining('https://pay.test/') },
    });
    expect(await stock()).toEqual({ mug: 4, tee: 1 });
    expect(emails()).toEqual(['paid', 'edit-unpaid-edit-of-the-order-1']);
    expect(shop.emails.get(`${orderId}-edit-unpaid-edit-of-the-order-1`)?.text).toContain(
      shop.payments.sessions.at(-1)?.id,
    );
    const pack = () => updateOrder(shop.context, staff, { orderId, status: 'packed' });
    await expect(pack()).rejects.toThrow('waits for a payment of $42.91');
    await expect(
      correctAddress(shop.context, staff, { orderId, address: { ...ADDRESS, line1: '2' } }),
    ).rejects.toThrow('Withdraw the edit first');
    await pay();
    expect(await order()).toMatchObject({ totalCents: TWO, paidCents: TWO });
    expect(emails().at(-1)).toBe('edited-1');
    await pack();
    await updateOrder(shop.context, staff, { orderId, status: 'refunded', reason: 'Lost', restock: true });
    expect(shop.payments.refunds.map((each) => each.amountCents)).toEqual([ONE, TWO - ONE]);
    expect(await order()).toMatchObject({
      refundedCents: ONE,
      addedPayments: [{ refundedCents: TWO - ONE }],
    });
    expect(emails().filter((id) => id.startsWith('refunded'))).toEqual(['refunded']);
    expect(await stock()).toEqual({ mug: 5, tee: 2 });
  });

  it.each([
    ['withdrawn', 'withdraw'],
    ['not paid in time', 'expire'],
    ['closed by the provider', 'close'],
  ])('leaves the order as it was when it is %s', async (_, how) => {
    const { shop, orderId, deliver, order, edit, stock, emails } = await openShopWithPaidOrder();
    const before = await order();
    await edit([MUG, TEE]);
    const editId = 'edit-of-the-order-1';
    if (how === 'withdraw') await withdrawEdit(shop.context, staff, { orderId, editId });
    shop.passMinutes(24 * 60);
    if (how === 'expire') await expireOrders(shop.context);
    if (how === 'close') shop.payments.expireSessions();
    await deliver();
    const { pendingEdit, updatedAt, ...after } = await order();
    expect(pendingEdit).toBeNull();
    expect({ ...after, updatedAt: before.updatedAt }).toEqual(before);
    expect(await stock()).toEqual({ mug: 4, tee: 2 });
    expect(emails().at(-1)).toBe(`edit-ended-${editId}`);
    await expect(withdrawEdit(shop.context, staff, { orderId, editId })).rejects.toThrow('has ended');
    expect(shop.payments.sessions.at(-1)?.status).toBe('expired');
  });

  it('refunds a payment that arrives after the order was canceled, and frees the units', async () => {
    const { shop, orderId, deliver, edit, stock, sent } = await openShopWithPaidOrder();
    await edit([MUG, TEE]);
    shop.payments.pay(shop.payments.sessions.at(-1) as never);
    await cancelOrder(shop.context, shopper, { orderId });
    await deliver();
    expect(sent().sort()).toEqual([TWO - ONE, ONE].sort());
    expect(await stock()).toEqual({ mug: 5, tee: 2 });
  });

  it.each([
    ['payment', undefined, 0],
    ['payment', undefined, 1],
    ['store credit', 'credit', 1],
  ] as const)(
    'sends a refund by hand again that fails after the rest was returned as %s %s, of payment %i',
    async (_, refundTo, index) => {
      const { store, shop, orderId, pay, deliver, order, edit, sent } = await openShopWithPaidOrder();
      store.documents.set('users/ann', {});
      await edit([MUG, TEE]);
      await pay();
      const payment = shop.payments.sessions[index]?.payment;
      shop.payments.refundByHand(payment?.paymentIntentId ?? '', TWO);
      await deliver();
      await updateOrder(shop.context, staff, { orderId, status: 'cancelled', reason: 'Lost', refundTo });
      if (refundTo === undefined) expect((await order()).status).toBe('refunded');
      for (const refund of shop.payments.refunds) shop.payments.failRefund(refund);
      await deliver();
      shop.passMinutes(5);
      await expireOrders(shop.context);
      const { creditReturnedCents = 0 } = await order();
      expect(sent().reduce((sum, cents) => sum + cents, creditReturnedCents)).toBe(TWO);
      expect(await order()).toMatchObject({ needsAttention: false });
    },
  );

  it('reports the payment to staff who withdraw it at that moment', async () => {
    const { shop, orderId, order, edit } = await openShopWithPaidOrder();
    await edit([MUG, TEE]);
    shop.payments.pay(shop.payments.sessions.at(-1) as never);
    const withdrawn = withdrawEdit(shop.context, staff, { orderId, editId: 'edit-of-the-order-1' });
    await expect(withdrawn).rejects.toThrow('was paid in the meantime');
    expect(await order()).toMatchObject({ totalCents: TWO });
  });

  it('changes nothing if the payment page cannot be opened', async () => {
    const { shop, order, edit, stock } = await openShopWithPaidOrder();
    shop.payments.isDown = true;
    await expect(edit([MUG, TEE])).rejects.toMatchObject({ code: 'unavailable' });
    expect(await order()).toMatchObject({ totalCents: ONE, pendingEdit: null });
    expect(await stock()).toEqual({ mug: 4, tee: 2 });
  });
});

describe('an edit', () => {
  it('takes effect once when sent twice, and is rejected if somebody else has edited the order', async () => {
    const { shop, orderId, order, edit, sent } = await openShopWithPaidOrder([MUG, TEE]);
    const request = {
      ...{ orderId, editId: 'edit-sent-two-times', lines: [MUG], edits: 0, expectedTotalCents: ONE },
    };
    await Promise.all([editOrder(shop.context, staff, request), editOrder(shop.context, staff, request)]);
    expect(sent()).toEqual([TWO - ONE]);
    expect((await order()).edits).toHaveLength(1);
    const other = { ...request, editId: 'edit-of-somebody-else', lines: [TEE] };
    await expect(editOrder(shop.context, staff, other)).rejects.toMatchObject({ code: 'aborted' });
    await edit([TEE]);
  });

  it('names the line of a sold-out size, and changes nothing', async () => {
    const { order, edit, stock } = await openShopWithPaidOrder();
    const before = await order();
    await expect(edit([MUG, { ...TEE, size: 'S' }])).rejects.toMatchObject({
      message: 'tee in S is sold out.',
      details: { field: 'lines.1.quantity' },
    });
    await expect(edit([MUG])).rejects.toThrow('Nothing is changed.');
    expect(await order()).toEqual(before);
    expect(await stock()).toEqual({ mug: 4, tee: 2 });
  });

  it('neither adds nor removes numbered units of a drop', async () => {
    const { store, orderId, order, edit } = await openShopWithPaidOrder([MUG, TEE]);
    const edition = { dropId: 'drop', numbers: [1], of: 10 };
    const [mug, tee] = (await order()).lines;
    store.documents.set(`orders/${orderId}`, { ...(await order()), lines: [mug, { ...tee, edition }] });
    await expect(edit([MUG])).rejects.toThrow('Numbered units of a drop');
    store.documents.set('products/mug', { ...store.documents.get('products/mug'), drop: { id: 'drop' } });
    await expect(edit([{ ...MUG, quantity: 2 }, TEE])).rejects.toThrow('Numbered units of a drop');
    expect((await order()).edits).toBeUndefined();
  });

  it('is rejected with the new total if staff have seen another', async () => {
    const { shop, orderId, order } = await openShopWithPaidOrder();
    const request = {
      ...{ orderId, editId: 'edit-of-another-sum', lines: [{ ...MUG, quantity: 2 }], edits: 0 },
      expectedTotalCents: 1,
    };
    await expect(editOrder(shop.context, staff, request)).rejects.toThrow('The total is now $99.00');
    expect((await order()).pendingEdit).toBeUndefined();
  });

  it('is rejected for a packed order, and free for a packing note', async () => {
    const { shop, orderId, order, edit } = await openShopWithPaidOrder();
    await edit([MUG], { packingNote: 'Wrap it as a present' });
    expect(await order()).toMatchObject({ packingNote: 'Wrap it as a present', totalCents: ONE });
    await updateOrder(shop.context, staff, { orderId, status: 'packed' });
    await expect(edit([TEE])).rejects.toThrow('packed in the meantime');
  });
});

import { linePaidCents } from '@savepoint/model/line-amounts';
import type { ReturnedUnits } from '@savepoint/model/order';
import { refundedSoFar } from '@savepoint/model/order-changes';
import type { ReturnOutcome } from '@savepoint/model/return-status';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { updateOrder } from '../../../functions/src/orders/change-order.ts';
import { orderIdOf } from '../../../functions/src/orders/create-order.ts';
import { applyPaymentEvent } from '../../../functions/src/orders/record-payment.ts';
import { refundOrder } from '../../../functions/src/orders/refund-order.ts';
import { replaceOrder } from '../../../functions/src/orders/replace-order.ts';
import { changeReturn, requestReturn } from '../../../functions/src/orders/return-order.ts';
import { runs } from '../../support/search-runs.ts';
import { InMemoryDocumentStore } from './in-memory-document-store.ts';
import { returnCommands } from './order-commands.ts';
import {
  deliverAllEvents,
  expectInvariants,
  expectPaymentsReconciled,
  expectSalesReplayed,
  storedOrders,
} from './order-invariants.ts';
import { ADDRESS, SHOP_CODE, TestShop } from './test-shop.ts';

const shopper = { uid: 'ann', email: 'ann@example.com' };
const owner = { uid: 'root', email: undefined, role: 'owner' } as const;
const DAY_MINUTES = 24 * 60;
const KEY = 'key-of-the-checkout';
const TEE_M = { id: 'tee', size: 'M' };

/** A delivered order of three tees and a mug, with a discount of 10 % and 10 % tax. */
async function openShopWithDeliveredOrder() {
  const shop = new TestShop(new InMemoryDocumentStore(), { tee: { S: 3, M: 5, L: 2 }, mug: { '': 2 } });
  await shop.open();
  await shop.store.runTransaction(async (transaction) => transaction.set('users/ann', {}));
  const { orderId } = await replaceOrder(shop.context, shopper, {
    lines: [
      { productId: 'tee', size: 'M', quantity: 3 },
      { productId: 'mug', quantity: 1 },
    ],
    address: ADDRESS,
    delivery: 'standard',
    code: SHOP_CODE.code as string,
    idempotencyKey: KEY,
  });
  const session = shop.payments.sessions[0];
  if (session === undefined || !shop.payments.pay(session)) throw new Error('Not paid.');
  for (const event of shop.payments.events) await applyPaymentEvent(shop.context, event);
  for (const status of ['packed', 'shipped', 'delivered'] as const)
    await updateOrder(shop.context, owner, { orderId, status });
  const order = async (id = orderId) => {
    const found = await shop.order(id);
    if (found === null) throw new Error(`There is no order ${id}.`);
    return found;
  };
  const ask = async (outcome: ReturnOutcome, units: ReturnedUnits[], returns?: number) =>
    requestReturn(shop.context, shopper, {
      ...{ orderId, units, outcome, reason: 'too-small' },
      returns: returns ?? (await order()).returns?.length ?? 0,
    });
  const approve = (number = 1, outcome?: 'credit' | 'refund') =>
    changeReturn(shop.context, owner, {
      ...{ action: 'approve', orderId, number, instructions: 'To 1 Way, Town.', outcome },
    });
  const receive = (units: ReturnedUnits[], restock = true, number = 1) =>
    changeReturn(shop.context, owner, { action: 'receive', orderId, number, units, restock });
  const end = (action: 'decline' | 'close', number = 1) =>
    changeReturn(shop.context, owner, { action, orderId, number, reason: 'As we said' });
  const credit = async () => (await shop.store.get<{ cents: number }>('storeCredit/ann'))?.cents ?? 0;
  const emails = () => [...shop.emails.keys()].map((id) => id.replace(`${orderId}-`, ''));
  return { shop, orderId, order, ask, approve, receive, end, credit, emails };
}

/** The price paid for a unit: 45.00, less 10 %, with 10 % tax. */
const UNIT_CENTS = 4455;

describe('requestReturn', () => {
  it('accepts a return on the 30th day after delivery, and rejects a later one', async () => {
    const { shop, order, ask, emails } = await openShopWithDeliveredOrder();
    shop.passMinutes(30 * DAY_MINUTES);
    await ask('refund', [{ id: 'mug', quantity: 1 }]);
    expect(await order()).toMatchObject({ status: 'delivered', openReturn: 'requested' });
    expect(emails()).toContain('return-requested-1');
    shop.passMinutes(1);
    await expect(ask('refund', [{ ...TEE_M, quantity: 1 }])).rejects.toMatchObject({
      code: 'failed-precondition',
      message: expect.stringContaining('30 days after delivery'),
    });
    expect((await order()).returns).toHaveLength(1);
  });

  it('rejects the second of two tabs, more units than are left, and another shopper', async () => {
    const { shop, orderId, ask } = await openShopWithDeliveredOrder();
    await ask('credit', [{ ...TEE_M, quantity: 2 }], 0);
    await expect(ask('credit', [{ ...TEE_M, quantity: 1 }], 0)).rejects.toMatchObject({ code: 'aborted' });
    await expect(ask('credit', [{ ...TEE_M, quantity: 2 }])).rejects.toThrow(
      'Only 1 of tee (M) can be returned.',
    );
    const request = {
      orderId,
      units: [{ ...TEE_M, quantity: 1 }],
      reason: 'other',
      outcome: 'refund',
      returns: 1,
    };
    await expect(
      requestReturn(shop.context, { uid: 'eve', email: undefined }, request as never),
    ).rejects.toMatchObject({ code: 'not-found' });
  });

  it('reports that the other size is sold out', async () => {
    const { ask, order } = await openShopWithDeliveredOrder();
    await expect(ask('exchange', [{ ...TEE_M, quantity: 3, exchangeSize: 'L' }])).rejects.toThrow(
      'Only 2 of tee (L) are left. Choose another size',
    );
    await expect(ask('exchange', [{ ...TEE_M, quantity: 1, exchangeSize: '9XL' }])).rejects.toThrow(
      'tee (9XL) no longer exists.',
    );
    expect((await order()).returns).toBeUndefined();
  });
});

describe('a return that is received', () => {
  it.each([
    ['to the card', 'refund', true, UNIT_CENTS, 0, 5],
    ['as store credit', 'credit', true, 0, UNIT_CENTS, 5],
    ['for units that cannot be sold again', 'refund', false, UNIT_CENTS, 0, 3],
  ] as const)('gives what was paid for its units, %s', async (_, outcome, restock, card, given, stock) => {
    const { shop, order, ask, approve, receive, credit, emails } = await openShopWithDeliveredOrder();
    const before = (await shop.stockOf('tee')).M ?? 0;
    await ask(outcome, [{ ...TEE_M, quantity: 1 }]);
    await approve();
    expect(await receive([{ ...TEE_M, quantity: 1 }], restock)).toMatchObject({ number: 1, sent: true });
    expect(await order()).toMatchObject({ status: 'delivered', openReturn: null });
    expect([(await order()).refundedCents ?? 0, await credit()]).toEqual([card, given]);
    expect((await shop.stockOf('tee')).M).toBe(before + (stock === 5 ? 1 : 0));
    expect(emails()).toContain(card > 0 ? `refunded-part-${card}` : `credited-${given}`);
    await expect(receive([{ ...TEE_M, quantity: 1 }])).rejects.toThrow('This return is received');
    expect((await order()).partialRefunds).toHaveLength(1);
  });

  it('can contain less than announced; the rest can still be returned', async () => {
    const { shop, ask, approve, receive, order } = await openShopWithDeliveredOrder();
    await ask('exchange', [{ ...TEE_M, quantity: 2, exchangeSize: 'L' }]);
    await approve();
    await expect(receive([{ ...TEE_M, quantity: 3 }])).rejects.toMatchObject({ code: 'invalid-argument' });
    await receive([{ ...TEE_M, quantity: 1 }]);
    expect(await shop.stockOf('tee')).toEqual({ S: 3, M: 3, L: 1 });
    await ask('credit', [{ ...TEE_M, quantity: 2 }]);
    expect((await order()).openReturn).toBe('requested');
  });

  it('of everything refunds the order if shipping was free', async () => {
    const { ask, approve, receive, order } = await openShopWithDeliveredOrder();
    const all = [
      { ...TEE_M, quantity: 3 },
      { id: 'mug', quantity: 1 },
    ];
    await ask('refund', all);
    await approve();
    await receive(all);
    const { status, refundedCents, totalCents } = await order();
    expect([status, refundedCents]).toEqual(['refunded', totalCents]);
  });

  it('is worth what a refund without units has left of it', async () => {
    const { shop, orderId, ask, approve, receive, order, credit } = await openShopWithDeliveredOrder();
    const { totalCents } = await order();
    const amountCents = totalCents - 1000;
    await refundOrder(shop.context, owner, { orderId, amountCents, refundedCents: 0, reason: 'Sorry' });
    await ask('credit', [{ ...TEE_M, quantity: 1 }]);
    await approve();
    await receive([{ ...TEE_M, quantity: 1 }]);
    expect([await credit(), refundedSoFar(await order())]).toEqual([1000, totalCents]);
  });
});

describe('an exchange', () => {
  it('reserves the other size from approval, and sends it in an order with nothing to pay', async () => {
    const { shop, orderId, ask, approve, receive, order, credit, emails } =
      await openShopWithDeliveredOrder();
    await ask('exchange', [{ ...TEE_M, quantity: 2, exchangeSize: 'L' }]);
    expect((await shop.stockOf('tee')).L).toBe(2);
    await approve();
    expect((await shop.stockOf('tee')).L).toBe(0);
    const { exchangeOrderId = '' } = await receive([{ ...TEE_M, quantity: 2 }]);
    expect(await shop.stockOf('tee')).toEqual({ S: 3, M: 4, L: 0 });
    const exchange = await order(exchangeOrderId);
    expect(exchange).toMatchObject({
      ...{ status: 'paid', userId: 'ann', exchangeOf: { orderId, number: 1 }, address: ADDRESS },
      lines: [{ id: 'tee', size: 'L', quantity: 2, price: 45, discountCents: 900 }],
      ...{ shippingCents: 0, totalCents: 2 * UNIT_CENTS, creditCents: 2 * UNIT_CENTS },
    });
    expect(exchange.taxCents + exchange.lines.reduce((sum, line) => sum + linePaidCents(line), 0)).toBe(
      exchange.totalCents,
    );
    expect(await credit()).toBe(0);
    expect(emails().filter((id) => id.includes('credited'))).toEqual([]);
    expect(shop.emails.get(`${exchangeOrderId}-paid`)?.text).toContain('There is nothing to pay.');
    // It continues like any order, including its own return.
    for (const status of ['packed', 'shipped', 'delivered'] as const)
      await updateOrder(shop.context, owner, { orderId: exchangeOrderId, status });
    const units = [{ id: 'tee', size: 'L', quantity: 2 }];
    await changeReturn(shop.context, owner, {
      ...{ action: 'start', orderId: exchangeOrderId, units, reason: 'too-large', outcome: 'credit' },
      ...{ returns: 0, instructions: 'To 1 Way, Town.' },
    });
    await changeReturn(shop.context, owner, {
      ...{ action: 'receive', orderId: exchangeOrderId, number: 1, units, restock: true },
    });
    expect([await credit(), (await shop.stockOf('tee')).L]).toEqual([2 * UNIT_CENTS, 2]);
  });

  it('with a size that has since sold out is approved as something else, or not at all', async () => {
    const { shop, ask, approve, receive, order, credit } = await openShopWithDeliveredOrder();
    await ask('exchange', [{ ...TEE_M, quantity: 2, exchangeSize: 'L' }]);
    await ask('exchange', [{ ...TEE_M, quantity: 1, exchangeSize: 'L' }]);
    await approve(1);
    await expect(approve(2)).rejects.toMatchObject({
      code: 'failed-precondition',
      message: 'tee (L) is sold out. Give store credit or the money instead, or decline and say why.',
      details: { field: 'outcome' },
    });
    expect((await order()).returns?.[1]?.state).toBe('requested');
    await approve(2, 'credit');
    await receive([{ ...TEE_M, quantity: 1 }], true, 2);
    expect([await credit(), (await shop.stockOf('tee')).L]).toEqual([UNIT_CENTS, 0]);
  });

  it.each([false, true])(
    'restocks no unit twice, whatever becomes of the first order (the rest is returned before: %s)',
    async (isReturned) => {
      const { shop, orderId, ask, approve, receive, order } = await openShopWithDeliveredOrder();
      await ask('exchange', [{ ...TEE_M, quantity: 1, exchangeSize: 'L' }]);
      await approve();
      const { exchangeOrderId = '' } = await receive([{ ...TEE_M, quantity: 1 }]);
      expect(await shop.stockOf('tee')).toEqual({ S: 3, M: 3, L: 1 });
      if (isReturned) {
        await ask('refund', [{ ...TEE_M, quantity: 2 }]);
        await approve(2);
        await receive([{ ...TEE_M, quantity: 2 }], true, 2);
        expect((await shop.stockOf('tee')).M).toBe(5);
        await expect(receive([{ ...TEE_M, quantity: 2 }], true, 2)).rejects.toThrow(
          'This return is received',
        );
      }
      await updateOrder(shop.context, owner, { orderId, status: 'refunded', reason: 'Sorry', restock: true });
      expect([await shop.stockOf('tee'), await shop.stockOf('mug')]).toEqual([
        { S: 3, M: 5, L: 1 },
        { '': 2 },
      ]);
      await expect(
        updateOrder(shop.context, owner, { orderId, status: 'refunded', reason: 'Sorry', restock: true }),
      ).rejects.toMatchObject({ code: 'failed-precondition' });
      await updateOrder(shop.context, owner, {
        orderId: exchangeOrderId,
        status: 'cancelled',
        reason: 'Sorry',
      });
      expect([await shop.stockOf('tee'), (await order()).status]).toEqual([{ S: 3, M: 5, L: 2 }, 'refunded']);
    },
  );

  it('is closed if the parcel never arrives, and its size can be sold again', async () => {
    const { shop, ask, approve, end, order, emails } = await openShopWithDeliveredOrder();
    await ask('exchange', [{ ...TEE_M, quantity: 2, exchangeSize: 'L' }]);
    await approve();
    await end('close');
    expect([(await shop.stockOf('tee')).L, (await order()).openReturn]).toEqual([2, null]);
    expect(emails()).toContain('return-closed-1');
    await expect(end('close')).rejects.toThrow('This return is closed and cannot become closed anymore.');
    expect((await shop.stockOf('tee')).L).toBe(2);
  });

  it('works without an account, which store credit needs', async () => {
    const { shop, ask, approve, receive, order } = await openShopWithDeliveredOrder();
    await ask('exchange', [{ ...TEE_M, quantity: 1, exchangeSize: 'L' }]);
    await ask('credit', [{ ...TEE_M, quantity: 1 }]);
    await approve(1);
    await approve(2);
    await shop.store.runTransaction(async (transaction) => transaction.delete('users/ann'));
    await expect(receive([{ ...TEE_M, quantity: 1 }], true, 2)).rejects.toThrow(
      'The account of this order was deleted',
    );
    const { exchangeOrderId } = await receive([{ ...TEE_M, quantity: 1 }]);
    expect(await order(exchangeOrderId)).toMatchObject({ creditCents: UNIT_CENTS });
    expect([(await order()).openReturn, await shop.store.get('users/ann')]).toEqual(['approved', null]);
  });

  it.each([
    ['exchange', 0],
    ['credit', UNIT_CENTS],
    ['refund', 0],
  ] as const)('of what was not paid here has its full value as %s', async (outcome, given) => {
    const { shop, orderId, ask, approve, receive, order, credit } = await openShopWithDeliveredOrder();
    await shop.store.runTransaction(async (transaction) => {
      transaction.update(`orders/${orderId}`, { paidBy: 'Bank transfer' });
      transaction.delete(`payments/${orderId}`);
    });
    await ask(outcome, [{ ...TEE_M, quantity: 1, ...(outcome === 'exchange' && { exchangeSize: 'L' }) }]);
    await approve();
    const { exchangeOrderId } = await receive([{ ...TEE_M, quantity: 1 }]);
    expect([await credit(), (await order()).returns?.[0]?.valueCents]).toEqual([given, UNIT_CENTS]);
    if (outcome === 'exchange') expect((await order(exchangeOrderId)).creditCents).toBe(UNIT_CENTS);
  });
});

describe('what the shop decides', () => {
  it('is decided once by two concurrent requests', async () => {
    const { shop, ask, approve, end, order } = await openShopWithDeliveredOrder();
    await ask('exchange', [{ ...TEE_M, quantity: 1, exchangeSize: 'L' }]);
    const results = await Promise.allSettled([approve(), end('decline'), approve()]);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    const [state, kept] = [(await order()).returns?.[0]?.state, (await shop.stockOf('tee')).L];
    expect([state, kept]).toEqual(state === 'approved' ? ['approved', 1] : ['declined', 2]);
  });

  it('needs a return address', async () => {
    const { shop, orderId, ask, order } = await openShopWithDeliveredOrder();
    await ask('refund', [{ ...TEE_M, quantity: 1 }]);
    await expect(
      changeReturn(shop.context, owner, {
        ...{ action: 'approve', orderId, number: 1, instructions: 'To [return address].' },
      }),
    ).rejects.toMatchObject({ code: 'invalid-argument', details: { field: 'instructions' } });
    expect((await order()).returns?.[0]?.state).toBe('requested');
  });

  it('precedes a refund of the same units, or of all', async () => {
    const { shop, orderId, ask, end } = await openShopWithDeliveredOrder();
    await ask('refund', [{ ...TEE_M, quantity: 3 }]);
    const units = [{ ...TEE_M, quantity: 1 }];
    const refund = () =>
      refundOrder(shop.context, owner, {
        ...{ orderId, amountCents: UNIT_CENTS, refundedCents: 0, reason: 'Sorry', units },
      });
    await expect(refund()).rejects.toThrow('Only 0 of tee (M) can be refunded.');
    await expect(
      updateOrder(shop.context, owner, { orderId, status: 'refunded', reason: 'Sorry' }),
    ).rejects.toThrow('This order has an open return.');
    await end('decline');
    await refund();
    await expect(ask('refund', [{ ...TEE_M, quantity: 3 }])).rejects.toThrow(
      'Only 2 of tee (M) can be returned.',
    );
  });
});

it('returns a packed order to paid for a reason', async () => {
  const { shop, orderId, order } = await openShopWithDeliveredOrder();
  await shop.store.runTransaction(async (transaction) =>
    transaction.update(`orders/${orderId}`, { status: 'packed' }),
  );
  const unpack = (reason?: string) => updateOrder(shop.context, owner, { orderId, status: 'paid', reason });
  await expect(unpack()).rejects.toMatchObject({ code: 'invalid-argument', details: { field: 'reason' } });
  await unpack('The street was wrong');
  expect((await order()).timeline.at(-1)).toMatchObject({ status: 'paid', reason: 'The street was wrong' });
});

const HISTORIES = runs(150);
it(`${HISTORIES} histories of returns, refunds, exchanges and credit return no more than was paid, and account for every unit`, async () => {
  await fc.assert(
    fc.asyncProperty(returnCommands(25), async (commands) => {
      const { shop, orderId } = await openShopWithDeliveredOrder();
      const model = { requests: [{ uid: 'ann', key: KEY }] };
      expect(orderIdOf('ann', KEY)).toBe(orderId);
      await fc.asyncModelRun(() => ({ model, real: shop }), commands);
      await deliverAllEvents(shop);
      await expectInvariants(shop, model);
      await expectPaymentsReconciled(shop, model);
      await expectSalesReplayed(shop, model);
      for (const [id, order] of await storedOrders(shop, model))
        expect([id, refundedSoFar(order) <= order.totalCents]).toEqual([id, true]);
    }),
    { numRuns: HISTORIES },
  );
});

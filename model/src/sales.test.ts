import { describe, expect, it } from 'vitest';
import { type CountedOrder, saleOf, sumSales } from './sales.ts';

const createdAt = new Date('2026-11-20T15:00:00Z');
const PAID = [{ status: 'pending' }, { status: 'paid' }] as const;
const line = (quantity: number, id = 'tee') => ({ id, quantity });

/** An order of three tees and a mug, of which two tees were exchanged for another size. */
const exchanged: CountedOrder = {
  ...{ status: 'delivered', createdAt, timeline: PAID, totalCents: 18_000, discountCents: 500 },
  ...{ lines: [line(3), line(1, 'mug')], isMeasured: true, creditReturnedCents: 9_000 },
  partialRefunds: [{ refunded: [line(2)] }],
  returns: [{ exchangeOrderId: 'second', valueCents: 9_000, units: [line(2)] }],
};

/** The exchange order for the other size. */
const second: CountedOrder = {
  ...{ status: 'paid', createdAt, timeline: PAID, totalCents: 9_000, creditCents: 9_000 },
  ...{ lines: [line(2)], discountCents: 250, exchangeOf: { orderId: 'first', number: 1 } },
};

const countsOf = (...orders: CountedOrder[]) =>
  sumSales(orders.flatMap((order) => saleOf(order)?.counts ?? []));

const SOLD = {
  ...{ orders: 1, measuredOrders: 1, totalCents: 18_000, refundedCents: 0, discountCents: 500 },
  units: { tee: 3, mug: 1 },
};

describe('the sale of an order that was exchanged', () => {
  it('stays unchanged: neither another order nor a refund', () => {
    expect(countsOf(exchanged, second)).toEqual(SOLD);
    expect(countsOf(exchanged)).toEqual(SOLD);
  });

  it('stays unchanged when the other size is exchanged again', () => {
    const again: CountedOrder = {
      ...{ ...second, status: 'delivered', creditReturnedCents: 4_500 },
      partialRefunds: [{ refunded: [line(1)] }],
      returns: [{ exchangeOrderId: 'third', valueCents: 4_500, units: [line(1)] }],
    };
    const third = { ...second, totalCents: 4_500, creditCents: 4_500, lines: [line(1)] };
    expect(countsOf(exchanged, again, third)).toEqual(SOLD);
  });

  it.each([
    ['canceled', { status: 'cancelled' as const }],
    ['returned whole', { status: 'refunded' as const, partialRefunds: [{ refunded: [line(2)] }] }],
  ])('loses the units and the money of the other size when that is %s', (_, fields) => {
    expect(countsOf(exchanged, { ...second, ...fields, creditReturnedCents: 9_000 })).toEqual({
      ...{ ...SOLD, refundedCents: 9_000 },
      units: { tee: 1, mug: 1 },
    });
  });

  it('keeps exchanged units when the rest of the first order is refunded', () => {
    const refunded = { ...exchanged, status: 'refunded' as const, refundedCents: 9_000 };
    expect(countsOf(refunded, second)).toEqual({ ...SOLD, refundedCents: 9_000, units: { tee: 2 } });
  });

  it('includes what an edit adds to the exchange order, and what is paid for it', () => {
    const edited: CountedOrder = {
      ...{ ...second, totalCents: 12_000, paidCents: 3_000, lines: [line(2), line(1, 'mug')] },
      edits: [{ lines: [{ id: 'mug', name: 'Mug', before: 0, after: 1 }] }],
    };
    expect(countsOf(exchanged, edited)).toEqual({
      ...{ ...SOLD, totalCents: 21_000 },
      units: { tee: 3, mug: 2 },
    });
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linePaidCents, unitsRefundCents } from './line-amounts.ts';
import type { Order, OrderReturn } from './order.ts';
import {
  exchangedUnits,
  exchangeOrder,
  openReturnOf,
  returnProblem,
  unitsRefundable,
  unitsReturnable,
} from './order-return.ts';
import { canChangeReturn, RETURN_STATES } from './return-status.ts';

const TEE = { id: 'tee', size: 'M', name: 'Warp Tee', image: '/a.webp', price: 45, quantity: 3 };
const returned = (state: OrderReturn['state'], quantity: number): OrderReturn => ({
  ...{ number: 1, state, reason: 'too-small', outcome: 'credit', events: [] },
  units: [{ id: 'tee', size: 'M', quantity }],
});
const order = (over: Partial<Order> = {}) => ({ lines: [TEE], status: 'delivered' as const, ...over });

describe('a return', () => {
  it('ends when staff decline, receive or close it', () => {
    const next = (from: OrderReturn['state'] | undefined, actor: 'shopper' | 'admin') =>
      RETURN_STATES.filter((to) => canChangeReturn(from, to, actor));
    expect([next(undefined, 'shopper'), next(undefined, 'admin')]).toEqual([['requested'], ['approved']]);
    expect(next('requested', 'admin')).toEqual(['approved', 'declined']);
    expect(next('approved', 'admin')).toEqual(['received', 'closed']);
    for (const state of RETURN_STATES) expect(next(state, 'shopper')).toEqual([]);
    for (const state of ['declined', 'received', 'closed'] as const) expect(next(state, 'admin')).toEqual([]);
  });

  it('that needs a decision comes before one that waits for a parcel', () => {
    expect(openReturnOf({ returns: [returned('approved', 1), returned('requested', 1)] })).toBe('requested');
    expect(openReturnOf({ returns: [returned('approved', 1), returned('declined', 1)] })).toBe('approved');
    expect(openReturnOf({ returns: [returned('received', 1)] })).toBeNull();
  });
});

describe('the units that can be returned', () => {
  const unit = { id: 'tee', size: 'M', quantity: 1 };
  const refund = { at: '', amountCents: 4500, reason: '', refunded: [unit] };
  it.each([
    ['none came back', {}, 3, 3],
    ['one is in a return', { returns: [returned('requested', 1)] }, 2, 2],
    ['a return was declined', { returns: [returned('declined', 1)] }, 3, 3],
    ['one is refunded', { partialRefunds: [refund] }, 2, 2],
    ['one went into the stock before it was sent', { restocked: [unit] }, 2, 3],
  ])('when %s', (_, over, returnable, refundable) => {
    expect(unitsReturnable(order(over), TEE)).toBe(returnable);
    expect(unitsRefundable(order(over), TEE)).toBe(refundable);
  });

  it.each([
    ['an order that is packed', { status: 'packed' as const }, {}, 'Only what was shipped can be returned.'],
    ['more than are left', {}, { quantity: 4 }, 'Only 3 of Warp Tee (M) can be returned.'],
    ['what is in a return', { returns: [returned('approved', 3)] }, {}, 'Warp Tee (M) cannot be returned.'],
    ['another size', {}, { size: 'L' }, 'tee (L) cannot be returned.'],
  ])('are not those of %s', (_, over, unitOver, problem) => {
    expect(returnProblem(order(over), { units: [{ ...unit, ...unitOver }], outcome: 'refund' })).toBe(
      problem,
    );
  });

  it('can be exchanged for a size', () => {
    const ask = (units: { quantity: number; exchangeSize?: string }[]) =>
      returnProblem(order(), { units: units.map((each) => ({ ...unit, ...each })), outcome: 'exchange' });
    expect(ask([{ quantity: 1 }])).toBe('Choose the size that you want instead of Warp Tee (M).');
    expect(ask([{ quantity: 1, exchangeSize: 'L' }])).toBeUndefined();
    expect(
      ask([
        { quantity: 1, exchangeSize: 'L' },
        { quantity: 1, exchangeSize: 'XL' },
      ]),
    ).toBe('Name each item once.');
  });
});

it('an exchange order costs as much as the returned units are worth, with whole lines and no negative sum', () => {
  const line = fc.record({
    cents: fc.integer({ min: 1, max: 50_000 }),
    quantity: fc.integer({ min: 1, max: 4 }),
    percent: fc.nat({ max: 100 }),
    sent: fc.integer({ min: 1, max: 4 }),
    size: fc.constantFrom('S', 'M'),
    exchangeSize: fc.constantFrom('S', 'M', 'L'),
  });
  const lines = fc.uniqueArray(line, { minLength: 1, maxLength: 2, selector: ({ size }) => size });
  fc.assert(
    fc.property(lines, fc.nat({ max: 2000 }), fc.nat({ max: 100 }), (given, shippingCents, keptPercent) => {
      const bought = given.map(({ cents, quantity, percent, size }) => ({
        ...{ id: 'tee', size, name: 'Tee', image: '', price: cents / 100, quantity },
        discountCents: Math.floor((cents * quantity * percent) / 100),
      }));
      const goods = bought.reduce((sum, each) => sum + linePaidCents(each), 0);
      const sold = { lines: bought, shippingCents, taxCents: Math.round((goods + shippingCents) * 0.09) };
      const units = given.map(({ size, exchangeSize, sent, quantity }) => ({
        ...{ id: 'tee', size, exchangeSize, quantity: Math.min(sent, quantity) },
      }));
      const valueCents = Math.floor((unitsRefundCents(sold, units) * keptPercent) / 100);
      const sums = exchangeOrder(sold, units, valueCents);
      const paid = sums.lines.reduce((sum, each) => sum + linePaidCents(each), 0);
      expect(sums.totalCents).toBe(valueCents);
      expect(paid + sums.taxCents).toBe(valueCents);
      expect(sums.subtotalCents - (sums.discountCents ?? 0)).toBe(paid);
      for (const cents of [sums.taxCents, ...sums.lines.map(linePaidCents)])
        expect(cents).toBeGreaterThanOrEqual(0);
      const keys = sums.lines.map(({ size }) => size);
      expect(new Set(keys).size).toBe(keys.length);
      const count = (all: readonly { quantity: number }[]) =>
        all.reduce((sum, each) => sum + each.quantity, 0);
      expect(count(sums.lines)).toBe(count(exchangedUnits(units)));
    }),
  );
});

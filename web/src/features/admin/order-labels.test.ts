import type { Order } from '@savepoint/model/order';
import { describe, expect, it } from 'vitest';
import { formatDateTime } from './format-date-time.ts';
import { orderProblems } from './order-labels.ts';

const nextAttemptAt = '2026-11-01T12:05:00.000Z';
const at = formatDateTime(nextAttemptAt);
const refund = { amountCents: 5099, reason: 'Too red', attempts: 2 };
const failed = { ...refund, state: 'failed', failure: 'charge_disputed', nextAttemptAt } as const;
const order = (fields: Partial<Order>): Order => ({
  id: 'order-1',
  userId: 'ann',
  lines: [],
  address: { name: 'Ada', line1: '1 Way', city: 'Town', postalCode: '1', country: 'US' },
  delivery: 'standard',
  subtotalCents: 4500,
  shippingCents: 599,
  taxCents: 0,
  totalCents: 5099,
  currency: 'usd',
  status: 'cancelled',
  timeline: [],
  createdAt: nextAttemptAt,
  ...fields,
});

describe('orderProblems', () => {
  it('shows the missing amount of a failed refund, the reason, and the time of the next attempt', () => {
    expect(orderProblems(order({ refundedCents: 1000, refund: failed }))).toEqual([
      `The refund of $40.99 failed (charge_disputed). Attempts so far: 2; the next is at ${at}.`,
    ]);
  });

  it('shows the failed refund of a second payment of a paid order', () => {
    const extraRefunds = { pi_2: { ...failed, reason: 'Paid twice' } };
    expect(orderProblems(order({ status: 'paid', extraRefunds }))).toEqual([
      `The refund of $50.99 of another payment (Paid twice) failed (charge_disputed). Attempts so far: 2; the next is at ${at}.`,
    ]);
  });

  it('shows a failed expiry only while the order is pending', () => {
    const expiryFailure = { attempts: 3, failure: 'api_error', nextAttemptAt };
    expect(orderProblems(order({ status: 'pending', expiryFailure }))).toEqual([
      `The unpaid order could not be expired (api_error). Attempts so far: 3; the next is at ${at}.`,
    ]);
    expect(orderProblems(order({ status: 'expired', expiryFailure }))).toEqual([]);
  });

  it('is empty for a refund that is pending or sent', () => {
    expect(orderProblems(order({ refund: { ...refund, state: 'pending', nextAttemptAt } }))).toEqual([]);
    expect(orderProblems(order({ status: 'refunded', refund: { ...refund, state: 'sent' } }))).toEqual([]);
  });
});

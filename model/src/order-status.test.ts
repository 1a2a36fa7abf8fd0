import { describe, expect, it } from 'vitest';
import {
  canTransition,
  isPurchase,
  isReviewable,
  nextStatuses,
  ORDER_STATUSES,
  ORDER_TRANSITIONS,
  requiresRefund,
  stockEffect,
  transitionPermission,
} from './order-status.ts';

describe('the order state machine', () => {
  it('can reach every status from pending', () => {
    const reached = new Set<string>(['pending']);
    for (let before = -1; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of ORDER_TRANSITIONS) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
  });

  it('lets the payment provider and the roles that refund mark an unpaid order as paid', () => {
    expect(ORDER_TRANSITIONS.filter(({ to }) => to === 'paid')).toEqual([
      { from: 'pending', to: 'paid', by: ['payment', 'admin'] },
      { from: 'packed', to: 'paid', by: ['admin'] },
    ]);
    expect(transitionPermission('pending', 'paid')).toBe('refundOrders');
  });

  it('lets the shopper review a shipped order that was not refunded', () => {
    expect(ORDER_STATUSES.filter(isReviewable)).toEqual(['shipped', 'delivered']);
    expect(ORDER_STATUSES.filter(isReviewable).every(isPurchase)).toBe(true);
  });

  it('lets staff undo that an order is packed, without an effect on stock or money', () => {
    expect(transitionPermission('packed', 'paid')).toBe('fulfilOrders');
    expect(stockEffect('packed', 'paid')).toBe('none');
    expect(requiresRefund('packed', 'paid')).toBe(false);
  });

  it('lets the shopper cancel an order until it is packed', () => {
    const cancellable = ORDER_STATUSES.filter((status) => canTransition(status, 'cancelled', 'shopper'));
    expect(cancellable).toEqual(['pending', 'paid']);
  });

  it('leaves refunded only for refund-failed and back, through the payment provider or the system, without a second refund', () => {
    for (const actor of ['shopper', 'admin'] as const) {
      expect(nextStatuses('refunded', actor)).toEqual([]);
      expect(nextStatuses('refund-failed', actor)).toEqual([]);
    }
    for (const actor of ['payment', 'system'] as const) {
      expect(nextStatuses('refunded', actor)).toEqual(['refund-failed']);
      expect(nextStatuses('refund-failed', actor)).toEqual(['refunded']);
    }
    expect(requiresRefund('refund-failed', 'refunded')).toBe(false);
    expect(stockEffect('refund-failed', 'refunded')).toBe('none');
  });
});

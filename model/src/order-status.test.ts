import { describe, expect, it } from 'vitest';
import { canTransition, nextStatuses, ORDER_STATUSES, ORDER_TRANSITIONS } from './order-status.ts';

describe('the order state machine', () => {
  it('can reach every status from pending', () => {
    const reached = new Set<string>(['pending']);
    for (let before = -1; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of ORDER_TRANSITIONS) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
  });

  it('lets only the payment provider change an order to paid', () => {
    expect(ORDER_TRANSITIONS.filter(({ to }) => to === 'paid')).toEqual([
      { from: 'pending', to: 'paid', by: ['payment'] },
    ]);
  });

  it('lets the shopper cancel an order until it is packed', () => {
    const cancellable = ORDER_STATUSES.filter((status) => canTransition(status, 'cancelled', 'shopper'));
    expect(cancellable).toEqual(['pending', 'paid']);
  });

  it('lets the shopper request a return only after delivery', () => {
    expect(ORDER_STATUSES.filter((status) => canTransition(status, 'return-requested', 'shopper'))).toEqual([
      'delivered',
    ]);
  });

  it('has no transition from refunded', () => {
    for (const actor of ['shopper', 'admin', 'payment', 'system'] as const) {
      expect(nextStatuses('refunded', actor)).toEqual([]);
    }
  });
});

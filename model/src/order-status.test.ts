import { describe, expect, it } from 'vitest';
import { canTransition, nextStatuses, ORDER_STATUSES, ORDER_TRANSITIONS } from './order-status.ts';

describe('the life of an order', () => {
  it('reaches every status from pending', () => {
    const reached = new Set<string>(['pending']);
    for (let before = -1; before !== reached.size; ) {
      before = reached.size;
      for (const { from, to } of ORDER_TRANSITIONS) if (reached.has(from)) reached.add(to);
    }
    expect([...reached].sort()).toEqual([...ORDER_STATUSES].sort());
  });

  it('lets nobody pay an order but the payment', () => {
    expect(ORDER_TRANSITIONS.filter(({ to }) => to === 'paid')).toEqual([
      { from: 'pending', to: 'paid', by: ['payment'] },
    ]);
  });

  it('lets the shopper cancel before packing and never after', () => {
    const cancellable = ORDER_STATUSES.filter((status) => canTransition(status, 'cancelled', 'shopper'));
    expect(cancellable).toEqual(['pending', 'paid']);
  });

  it('lets the shopper ask for a return only after delivery', () => {
    expect(ORDER_STATUSES.filter((status) => canTransition(status, 'return-requested', 'shopper'))).toEqual([
      'delivered',
    ]);
  });

  it('ends at refunded', () => {
    for (const actor of ['shopper', 'admin', 'payment', 'system'] as const) {
      expect(nextStatuses('refunded', actor)).toEqual([]);
    }
  });
});

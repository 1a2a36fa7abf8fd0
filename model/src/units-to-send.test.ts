import { describe, expect, it } from 'vitest';
import type { Order } from './order.ts';
import { unitsRestocked, unitsToSend } from './units-to-send.ts';

const MUG = { id: 'mug', quantity: 3 };
const order = (status: Order['status'], restocked?: Order['restocked']) => ({
  status,
  ...(restocked && { restocked }),
});

describe('the units of a line that go into the parcel', () => {
  it('are those bought if nothing was restocked', () => {
    expect(unitsToSend(order('paid'), MUG)).toBe(3);
  });

  it.each(['paid', 'packed'] as const)(
    'leave out units that were put back while the order was %s',
    (status) => {
      const refunded = order('shipped', [
        { id: 'mug', quantity: 1, status },
        { id: 'mug', quantity: 1, status },
      ]);
      expect(unitsToSend(refunded, MUG)).toBe(1);
    },
  );

  it('include units that came back and were restocked after the parcel was shipped', () => {
    const returned = order('delivered', [{ id: 'mug', quantity: 2, status: 'delivered' }]);
    expect([unitsToSend(returned, MUG), unitsRestocked(returned, MUG)]).toEqual([3, 2]);
  });

  it('are counted by size', () => {
    const refunded = order('paid', [{ id: 'mug', size: 'L', quantity: 2, status: 'paid' }]);
    expect(unitsToSend(refunded, { ...MUG, size: 'M' })).toBe(3);
    expect(unitsToSend(refunded, { ...MUG, size: 'L' })).toBe(1);
  });

  it('exclude units whose entry has no status while the order is not shipped', () => {
    const entry = [{ id: 'mug', quantity: 1 }];
    expect(unitsToSend(order('paid', entry), MUG)).toBe(2);
    expect(unitsToSend(order('shipped', entry), MUG)).toBe(3);
  });
});

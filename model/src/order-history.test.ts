import { expect, it } from 'vitest';
import { orderHistory } from './order-history.ts';

it('sorts partial refunds and address corrections among the status changes, and names their units', () => {
  const history = orderHistory({
    timeline: [
      { status: 'paid', at: '2026-01-01T00:00:00.000Z', actor: 'payment' },
      { status: 'shipped', at: '2026-01-03T00:00:00.000Z', actor: 'admin' },
    ],
    addressCorrections: [{ at: '2026-01-01T12:00:00.000Z', actor: 'shopper' }],
    partialRefunds: [
      {
        at: '2026-01-02T00:00:00.000Z',
        amountCents: 1555,
        reason: 'Goodwill',
        units: [{ id: 'tee', size: 'M', quantity: 1 }],
        refunded: [{ id: 'tee', size: 'M', quantity: 2 }],
      },
    ],
    lines: [{ id: 'tee', size: 'M', name: 'Warp Tee', image: '/a.webp', price: 45, quantity: 2 }],
  });
  const shown = history.map((entry) =>
    'status' in entry ? entry.status : 'units' in entry ? entry.units : entry.kind,
  );
  expect(shown).toEqual(['paid', 'address', ['2 × Warp Tee (M)'], 'shipped']);
  expect(history[2]).toMatchObject({ restocked: ['1 × Warp Tee (M)'] });
});

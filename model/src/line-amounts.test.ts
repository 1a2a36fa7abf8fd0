import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { linePaidCents, unitsPaidCents, unitsRefundCents } from './line-amounts.ts';

it('unitsPaidCents adds up to what was paid for a line, for any partition of its units', () => {
  const line = fc
    .record({ cents: fc.nat({ max: 10_000_000 }), quantity: fc.integer({ min: 1, max: 99 }) })
    .chain(({ cents, quantity }) =>
      fc.record({
        price: fc.constant(cents / 100),
        quantity: fc.constant(quantity),
        discountCents: fc.nat({ max: cents * quantity }),
      }),
    );
  fc.assert(
    fc.property(line, fc.array(fc.integer({ min: 1, max: 10 })), (each, steps) => {
      let [before, paid] = [0, 0];
      for (const step of [...steps, each.quantity]) {
        const units = Math.min(step, each.quantity - before);
        const cents = unitsPaidCents(each, before, units);
        expect(cents).toBeGreaterThanOrEqual(0);
        paid += cents;
        before += units;
      }
      expect(paid).toBe(linePaidCents(each));
    }),
  );
});

it('unitsRefundCents adds up to what was paid for the items plus all tax, for any partition of the units', () => {
  const lines = fc.array(
    fc.record({ cents: fc.integer({ min: 1, max: 100_000 }), quantity: fc.integer({ min: 1, max: 5 }) }),
    { minLength: 1, maxLength: 4 },
  );
  fc.assert(
    fc.property(
      lines,
      fc.nat({ max: 5000 }),
      fc.nat({ max: 100 }),
      fc.array(fc.nat()),
      (given, shippingCents, percent, picks) => {
        const order = {
          lines: given.map(({ cents, quantity }, index) => ({
            id: `p${index}`,
            name: 'Any',
            image: '/a.webp',
            price: cents / 100,
            quantity,
            discountCents: Math.floor((cents * quantity * percent) / 100),
          })),
          shippingCents,
          taxCents: 0,
          partialRefunds: [] as { refunded: { id: string; quantity: number }[] }[],
        };
        const goods = order.lines.reduce((sum, line) => sum + linePaidCents(line), 0);
        order.taxCents = Math.round((goods + shippingCents) * 0.0725);
        const units = order.lines.flatMap(({ id, quantity }) => Array.from({ length: quantity }, () => id));
        let refunded = 0;
        while (units.length > 0) {
          const [id = ''] = units.splice((picks.pop() ?? 0) % units.length, 1);
          const one = [{ id, quantity: 1 }];
          refunded += unitsRefundCents(order, one);
          order.partialRefunds.push({ refunded: one });
        }
        const taxed = goods + shippingCents;
        expect(refunded).toBe(goods + (taxed === 0 ? 0 : Math.floor((order.taxCents * goods) / taxed)));
      },
    ),
  );
});

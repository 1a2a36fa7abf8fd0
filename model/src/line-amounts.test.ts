import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { linePaidCents, unitsPaidCents } from './line-amounts.ts';

it('unitsPaidCents of the units of a line, in any steps, adds up to what was paid for the line', () => {
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

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { PAYMENT_CENTS_MIN } from './order-limits.ts';
import { creditToUse, refundableCents, splitRefund } from './store-credit.ts';

const cents = fc.nat({ max: 20_000 });

describe('creditToUse', () => {
  it.each([
    [1000, 0, 0],
    [1000, 300, 300],
    [1000, 1000, 1000],
    [1000, 5000, 1000],
    [1000, 980, 950],
    [30, 20, 0],
    [0, 500, 0],
  ])('of %i cents uses, with %i available, %i', (total, available, used) => {
    expect(creditToUse(total, available)).toBe(used);
  });

  it('never exceeds the balance, and leaves nothing or a payable amount if the total allows', () => {
    fc.assert(
      fc.property(cents, cents, (total, available) => {
        const used = creditToUse(total, available);
        expect(used).toBeLessThanOrEqual(Math.min(total, available));
        expect(total - used === 0 || total - used >= Math.min(total, PAYMENT_CENTS_MIN)).toBe(true);
      }),
    );
  });
});

describe('splitRefund', () => {
  it('returns exactly what was paid, over any sequence of refunds, and no more to a card than it paid', () => {
    fc.assert(
      fc.property(
        cents,
        cents,
        fc.array(fc.tuple(cents, fc.constantFrom('payment', 'credit')), { maxLength: 5 }),
        (paidCents, creditCents, refunds) => {
          let order = { paidCents, refundedCents: 0, creditCents, creditReturnedCents: 0 };
          for (const [wanted, to] of [...refunds, [Number.MAX_SAFE_INTEGER, 'payment'] as const]) {
            const left = refundableCents(order);
            expect(left.cardCents + left.creditCents).toBe(
              paidCents + creditCents - order.refundedCents - order.creditReturnedCents,
            );
            const amount = Math.min(wanted, left.cardCents + left.creditCents);
            const parts = splitRefund(left, amount, to);
            expect(parts.cardCents + parts.creditCents).toBe(amount);
            if (to === 'payment' && parts.creditCents > 0) expect(parts.cardCents).toBe(left.cardCents);
            order = {
              ...order,
              refundedCents: order.refundedCents + parts.cardCents,
              creditReturnedCents: order.creditReturnedCents + parts.creditCents,
            };
          }
          expect(order.refundedCents + order.creditReturnedCents).toBe(paidCents + creditCents);
          expect(order.refundedCents).toBeLessThanOrEqual(paidCents);
        },
      ),
    );
  });
});

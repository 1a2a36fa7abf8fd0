import { Clock, frozenTime } from '@savepoint/server/core/clock';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Throttle } from './throttle.ts';

describe('Throttle', () => {
  it('deducts a cost exactly if the bucket with restored points covers it', async () => {
    const step = fc.oneof(
      fc.record({ cost: fc.integer({ min: 1, max: 1_000 }) }),
      fc.record({ wait: fc.integer({ min: 1, max: 20_000 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const clock = new Clock(frozenTime(0));
        const throttle = new Throttle(clock, 1_000, 50);
        let level = 1_000;
        for (const next of steps) {
          if ('wait' in next) {
            await clock.advance(next.wait);
            level = Math.min(1_000, level + (next.wait / 1_000) * 50);
          } else {
            const isCovered = next.cost <= level + 1e-6;
            expect(throttle.tryDeduct(next.cost)).toBe(isCovered);
            if (isCovered) level -= next.cost;
          }
          expect(throttle.status().currentlyAvailable).toBeCloseTo(Math.floor(level + 1e-9), -0.5);
        }
      }),
    );
  });

  it('refunds no more than the bucket holds', () => {
    const clock = new Clock(frozenTime(0));
    const throttle = new Throttle(clock, 100, 1);
    expect(throttle.tryDeduct(60)).toBe(true);
    throttle.refund(500);
    expect(throttle.status().currentlyAvailable).toBe(100);
    throttle.drain();
    expect(throttle.tryDeduct(1)).toBe(false);
  });

  it('never throttles when the restore rate is infinite', () => {
    const throttle = new Throttle(new Clock(frozenTime(0)), 100, Number.POSITIVE_INFINITY);
    for (let count = 0; count < 50; count += 1) expect(throttle.tryDeduct(100)).toBe(true);
  });
});

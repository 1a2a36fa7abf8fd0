import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clock, frozenTime } from './clock.ts';

describe('Clock', () => {
  it('fires timers in due order while it advances, each at its own moment', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 20 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 }),
        async (delays, steps) => {
          const clock = new Clock(frozenTime(5_000));
          const fired: [number, number][] = [];
          delays.forEach((delay, index) => {
            clock.at(5_000 + delay, () => fired.push([clock.nowMs(), index]));
          });
          for (const step of steps) await clock.advance(step);
          const end = steps.reduce((sum, step) => sum + step, 0);
          const expected = delays
            .map((delay, index) => [5_000 + delay, index] as [number, number])
            .filter(([due]) => due <= 5_000 + end && (steps.length > 0 || due < 5_000))
            .sort(([a, i], [b, j]) => a - b || i - j);
          expect(fired).toEqual(expected);
          expect(clock.nowMs()).toBe(5_000 + end);
        },
      ),
    );
  });

  it('sees timers that a timer books within the same advance', async () => {
    const clock = new Clock(frozenTime(0));
    const seen: number[] = [];
    const again = (): void => {
      seen.push(clock.nowMs());
      clock.at(clock.nowMs() + 10, again);
    };
    clock.at(10, again);
    await clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('does not fire what was cancelled and does not go back', async () => {
    const clock = new Clock(frozenTime(0));
    const timer = clock.at(5, () => expect.unreachable());
    timer.cancel();
    await clock.advance(10);
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
    await expect(clock.advance(Number.NaN)).rejects.toThrow(RangeError);
  });

  it('fires by itself with real time', async () => {
    const clock = new Clock();
    await new Promise<void>((resolve) => clock.at(clock.nowMs() + 5, resolve));
    expect(clock.offsetMs).toBe(0);
  });
});

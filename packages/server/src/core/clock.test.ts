import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Clock, frozenTime } from './clock.ts';

describe('Clock', () => {
  it('fires timers in due order while advancing, each at its due time', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 0, max: 1_000 }), { maxLength: 20 }),
        fc.array(fc.integer({ min: 0, max: 400 }), { maxLength: 8 }),
        async (delays, steps) => {
          const clock = new Clock(frozenTime(5_000));
          const fired: [number, number][] = [];
          delays.forEach((delay, index) => {
            clock.setTimer(5_000 + delay, () => fired.push([clock.nowMs(), index]));
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

  it('fires a timer that another timer sets within the same advance', async () => {
    const clock = new Clock(frozenTime(0));
    const seen: number[] = [];
    const setAgain = (): void => {
      seen.push(clock.nowMs());
      clock.setTimer(clock.nowMs() + 10, setAgain);
    };
    clock.setTimer(10, setAgain);
    await clock.advance(35);
    expect(seen).toEqual([10, 20, 30]);
  });

  it('does not fire a canceled timer', async () => {
    const clock = new Clock(frozenTime(0));
    const timer = clock.setTimer(5, () => expect.unreachable());
    timer.cancel();
    await clock.advance(10);
  });

  it('rejects an advance by a negative or non-finite number with a RangeError', async () => {
    const clock = new Clock(frozenTime(0));
    await expect(clock.advance(-1)).rejects.toThrow(RangeError);
    await expect(clock.advance(Number.NaN)).rejects.toThrow(RangeError);
  });

  it('fires a timer in real time without being advanced', async () => {
    const clock = new Clock();
    await new Promise<void>((resolve) => clock.setTimer(clock.nowMs() + 5, resolve));
    expect(clock.offsetMs).toBe(0);
  });
});

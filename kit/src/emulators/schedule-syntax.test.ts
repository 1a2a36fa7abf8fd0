import { describe, expect, it } from 'vitest';
import { scheduleToCron } from './schedule-syntax.ts';

describe('scheduleToCron', () => {
  it.each([
    ['every 5 minutes', '*/5 * * * *'],
    ['every 1 mins', '*/1 * * * *'],
    ['every  2 hours', '0 */2 * * *'],
    ['every day 09:30', '30 9 * * *'],
    ['every monday 09:00', '0 9 * * 1'],
    ['every mon 07:00', '0 7 * * 1'],
    ['every Sun, wednesday,sat 7:05', '5 7 * * 0,3,6'],
    ['0 3 * * *', '0 3 * * *'],
  ])('converts "%s" to "%s"', (schedule, cron) => {
    expect(scheduleToCron(schedule)).toBe(cron);
  });

  it('rejects a schedule that cron cannot express and suggests the supported forms', () => {
    expect(() => scheduleToCron('1st monday of quarter')).toThrow(/"1st monday of quarter".*cron/);
    expect(() => scheduleToCron('every mon,noday 09:00')).toThrow(/"every mon,noday 09:00".*cron/);
  });
});

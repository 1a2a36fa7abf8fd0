import { describe, expect, it } from 'vitest';
import { dateAndTime, preciseTimeOfDay, timeOfDay } from './time-text.ts';

/** In this machine's time zone. */
const TIME = new Date(2026, 10, 26, 0, 5, 9, 120);

describe('a time', () => {
  it('is shown in local 24-hour time', () => {
    expect(timeOfDay(TIME.getTime())).toBe('00:05:09');
    expect(preciseTimeOfDay(TIME.toISOString())).toBe('00:05:09.120');
  });

  it('includes the date, with the year only if it is not the current one', () => {
    expect(dateAndTime(TIME.getTime(), new Date(2026, 0, 1))).toBe('Nov 26, 00:05:09');
    expect(dateAndTime(TIME.getTime(), new Date(2027, 0, 1))).toBe('Nov 26, 2026, 00:05:09');
  });
});

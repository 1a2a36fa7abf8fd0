import { describe, expect, it } from 'vitest';
import { dateAndTime, preciseTimeOfDay, timeOfDay } from './time-text.ts';

/** In the zone of this machine. */
const TIME = new Date(2026, 10, 26, 0, 5, 9, 120);

describe('a time', () => {
  it('is that of the local clock with 24 hours', () => {
    expect(timeOfDay(TIME.getTime())).toBe('00:05:09');
    expect(preciseTimeOfDay(TIME.toISOString())).toBe('00:05:09.120');
  });

  it('has its date, with the year only when that is another one', () => {
    expect(dateAndTime(TIME.getTime(), new Date(2026, 0, 1))).toBe('Nov 26, 00:05:09');
    expect(dateAndTime(TIME.getTime(), new Date(2027, 0, 1))).toBe('Nov 26, 2026, 00:05:09');
  });
});

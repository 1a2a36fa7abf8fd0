import { expect, it } from 'vitest';
import { formatDay, formatWeekday } from './format-date.ts';

it('formatDay formats a time of every month as Intl does for English', () => {
  const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
  for (let month = 0; month < 12; month += 1) {
    const time = new Date(2026, month, month + 1, 23, 59);
    expect(formatDay(time.toISOString())).toBe(long.format(time));
  }
});

it('formatWeekday formats a date of every month and weekday as Intl does for English', () => {
  const short = new Intl.DateTimeFormat('en-US', {
    timeZone: 'UTC',
    weekday: 'short',
    month: 'short',
    day: 'numeric',
  });
  for (let day = 1; day <= 365; day += 5) {
    const date = new Date(Date.UTC(2026, 0, day));
    expect(formatWeekday(date.toISOString().slice(0, 10))).toBe(short.format(date));
  }
});

it('formatDay returns an empty text for a malformed time', () => {
  expect(formatDay('yesterday')).toBe('');
});

import { expect, it } from 'vitest';
import { formatDay } from './format-date.ts';

it('formatDay formats a time of every month as Intl does for English', () => {
  const long = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });
  for (let month = 0; month < 12; month += 1) {
    const time = new Date(2026, month, month + 1, 23, 59);
    expect(formatDay(time.toISOString())).toBe(long.format(time));
  }
});

it('formatDay returns an empty text for a malformed time', () => {
  expect(formatDay('yesterday')).toBe('');
});

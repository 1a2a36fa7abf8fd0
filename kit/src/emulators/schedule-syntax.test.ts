import { expect, test } from 'vitest';
import { scheduleToCron } from './schedule-syntax.ts';

test.each([
  ['every 5 minutes', '*/5 * * * *'],
  ['every 1 mins', '*/1 * * * *'],
  ['every  2 hours', '0 */2 * * *'],
  ['every day 09:30', '30 9 * * *'],
  ['every monday 09:00', '0 9 * * 1'],
  ['0 3 * * *', '0 3 * * *'],
])('%s is %s', (phrase, cron) => {
  expect(scheduleToCron(phrase)).toBe(cron);
});

test('a phrase for the cloud alone is refused by name', () => {
  expect(() => scheduleToCron('1st monday of quarter')).toThrow(/"1st monday of quarter".*cron/);
});

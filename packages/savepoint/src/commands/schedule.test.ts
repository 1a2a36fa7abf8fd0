import { expect, it } from 'vitest';
import { describeSchedules } from './schedule.ts';

it('describeSchedules lists each scheduled function, or says that there are none', () => {
  const [nightly] = describeSchedules([
    { name: 'nightly', schedule: 'every day 03:00', timeZone: 'UTC', next: null },
  ]);
  expect(nightly).toMatch(/^nightly +every day 03:00 \(UTC\), does not run here$/);
  expect(describeSchedules([])).toEqual(['There are no scheduled functions.']);
});

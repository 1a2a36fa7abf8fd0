import { describe, expect, it } from 'vitest';
import { parseSchedule } from './schedule-syntax.ts';

/** The next times of a schedule after Monday, 2026-11-23T10:01, without seconds. */
function nextTimes(schedule: string, timeZone = 'UTC', count = 3): string[] {
  const { next } = parseSchedule(schedule, timeZone);
  const times: string[] = [];
  for (let time = next(new Date('2026-11-23T10:01:00Z')); time !== null && times.length < count; ) {
    times.push(time.toISOString().slice(0, 16));
    time = next(time);
  }
  return times;
}

describe('a schedule of Cloud Scheduler', () => {
  it.each([
    ['every 5 minutes', ['2026-11-23T10:05', '2026-11-23T10:10', '2026-11-23T10:15']],
    ['every 1 mins', ['2026-11-23T10:02', '2026-11-23T10:03', '2026-11-23T10:04']],
    ['every minute', ['2026-11-23T10:02', '2026-11-23T10:03', '2026-11-23T10:04']],
    ['every  2 hours', ['2026-11-23T12:00', '2026-11-23T14:00', '2026-11-23T16:00']],
    ['every hour', ['2026-11-23T11:00', '2026-11-23T12:00', '2026-11-23T13:00']],
    ['every 24 hours', ['2026-11-24T00:00', '2026-11-25T00:00', '2026-11-26T00:00']],
    ['every 30 mins synchronized', ['2026-11-23T10:30', '2026-11-23T11:00', '2026-11-23T11:30']],
    ['every 2 hours from 10:00 to 14:00', ['2026-11-23T12:00', '2026-11-23T14:00', '2026-11-24T10:00']],
    ['every 45 minutes from 23:00 to 00:30', ['2026-11-23T23:00', '2026-11-23T23:45', '2026-11-24T00:30']],
    ['every 7 minutes from 9:00 to 9:10', ['2026-11-24T09:00', '2026-11-24T09:07', '2026-11-25T09:00']],
    ['every day 09:30', ['2026-11-24T09:30', '2026-11-25T09:30', '2026-11-26T09:30']],
    ['every monday 09:00', ['2026-11-30T09:00', '2026-12-07T09:00', '2026-12-14T09:00']],
    ['every Sun, wednesday,sat 7:05', ['2026-11-25T07:05', '2026-11-28T07:05', '2026-11-29T07:05']],
    ['every tue of month 09:00', ['2026-11-24T09:00', '2026-12-01T09:00', '2026-12-08T09:00']],
    ['every day of february 09:00', ['2027-02-01T09:00', '2027-02-02T09:00', '2027-02-03T09:00']],
    ['first monday of month 09:00', ['2026-12-07T09:00', '2027-01-04T09:00', '2027-02-01T09:00']],
    ['2nd,third mon,wed,thu of march 17:00', ['2027-03-08T17:00', '2027-03-10T17:00', '2027-03-11T17:00']],
    ['5th friday 00:00', ['2027-01-29T00:00', '2027-04-30T00:00', '2027-07-30T00:00']],
    ['first day of quarter 00:00', ['2027-01-01T00:00', '2027-04-01T00:00', '2027-07-01T00:00']],
    [
      '1st sun of second month of quarter 08:00',
      ['2027-02-07T08:00', '2027-05-02T08:00', '2027-08-01T08:00'],
    ],
    ['1 of month 00:00', ['2026-12-01T00:00', '2027-01-01T00:00', '2027-02-01T00:00']],
    ['1,15 of jan, jul 09:00', ['2027-01-01T09:00', '2027-01-15T09:00', '2027-07-01T09:00']],
    ['0 3 * * *', ['2026-11-24T03:00', '2026-11-25T03:00', '2026-11-26T03:00']],
    ['0 9 1 * MON', ['2026-11-30T09:00', '2026-12-01T09:00', '2026-12-07T09:00']],
  ])('is due at its times when it is "%s"', (schedule, times) => {
    expect(nextTimes(schedule)).toEqual(times);
  });

  it('is due at the times of its time zone, in summer and in winter', () => {
    expect(nextTimes('1 of mar,apr 09:00', 'Europe/Berlin', 2)).toEqual([
      '2027-03-01T08:00',
      '2027-04-01T07:00',
    ]);
  });

  it('is due at a fixed rate if its interval does not divide a day', () => {
    const times = nextTimes('every 7 minutes', 'UTC', 300).map((time) => Date.parse(`${time}Z`));
    const gaps = times.slice(1).map((time, index) => time - (times[index] as number));
    expect(new Set(gaps)).toEqual(new Set([7 * 60_000]));
  });

  it.each([
    ['1st monday of quarter', 'UTC', 'none of the supported forms'],
    ['every mon,noday 09:00', 'UTC', '"noday"'],
    ['sixth monday of month 09:00', 'UTC', '"sixth"'],
    ['every day 25:00', 'UTC', '25:00'],
    ['32 of month 09:00', 'UTC', '32'],
    ['every 0 minutes', 'UTC', 'longer than 0'],
    ['every 7 hours synchronized', 'UTC', 'multiple'],
    ['every other monday at nine', 'UTC', ''],
    ['every day 09:00', 'Europe/Nowhere', 'Nowhere'],
  ])('is an error for "%s" in %s, with the reason and valid examples', (schedule, timeZone, reason) => {
    expect(() => parseSchedule(schedule, timeZone)).toThrow(schedule);
    expect(() => parseSchedule(schedule, timeZone)).toThrow(reason);
    expect(() => parseSchedule(schedule, timeZone)).toThrow('Use cron');
  });
});

import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { estimateDelivery, shopDay } from './delivery-estimate.ts';
import { DEFAULT_SHIPPING } from './shipping.ts';

const STANDARD = { workingDays: { min: 3, max: 5 } };
const EXPRESS = { workingDays: { min: 1, max: 1 } };

describe('estimateDelivery', () => {
  it.each([
    ['on a Monday before the cutoff', '2026-11-16T15:00:00Z', '2026-11-19', '2026-11-23', '2026-11-17'],
    ['on a Monday after the cutoff', '2026-11-16T19:00:00Z', '2026-11-20', '2026-11-24', '2026-11-18'],
    [
      'at the cutoff of the shop, not of UTC',
      '2026-11-16T18:59:00Z',
      '2026-11-19',
      '2026-11-23',
      '2026-11-17',
    ],
    ['at the cutoff in summer', '2026-06-01T17:59:00Z', '2026-06-04', '2026-06-08', '2026-06-02'],
    ['on a Saturday', '2026-11-14T12:00:00Z', '2026-11-19', '2026-11-23', '2026-11-17'],
    [
      'on Monday in UTC, still Sunday at the shop',
      '2026-11-16T03:00:00Z',
      '2026-11-19',
      '2026-11-23',
      '2026-11-17',
    ],
    ['before Thanksgiving', '2026-11-25T15:00:00Z', '2026-12-01', '2026-12-03', '2026-11-27'],
    ['on Memorial Day', '2026-05-25T12:00:00Z', '2026-05-29', '2026-06-02', '2026-05-27'],
    ['before July 4, observed on Friday', '2026-07-02T12:00:00Z', '2026-07-08', '2026-07-10', '2026-07-06'],
    [
      'before January 1, observed on December 31',
      '2027-12-30T12:00:00Z',
      '2028-01-05',
      '2028-01-07',
      '2028-01-03',
    ],
  ])('skips weekends and holidays for an order %s', (_, at, earliest, latest, express) => {
    expect(estimateDelivery(new Date(at), STANDARD)).toEqual({ earliest, latest });
    expect(estimateDelivery(new Date(at), EXPRESS)).toEqual({
      earliest: express,
      latest: express,
    });
  });

  it('ends on a weekday after the order, with the earliest day first, at any time', () => {
    const time = fc.date({ min: new Date('2020-01-01'), max: new Date('2060-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(
        time,
        fc.constantFrom(...DEFAULT_SHIPPING.zones.flatMap(({ rates }) => rates)),
        (at, option) => {
          const { earliest, latest } = estimateDelivery(at, option);
          expect(earliest <= latest).toBe(true);
          for (const date of [earliest, latest]) expect([0, 6]).not.toContain(new Date(date).getUTCDay());
          expect(Date.parse(earliest)).toBeGreaterThan(at.getTime() - 86_400_000);
          expect(Date.parse(latest) - at.getTime()).toBeLessThan(
            (2 * option.workingDays.max + 6) * 86_400_000,
          );
        },
      ),
    );
  });
});

describe('shopDay', () => {
  it('is the day of New York in the time zone database at any time, also around its changes of the clock', () => {
    // Formats as an ISO date.
    const newYork = new Intl.DateTimeFormat('sv-SE', { timeZone: 'America/New_York' });
    const time = fc.date({ min: new Date('2007-01-01'), max: new Date('2037-12-31'), noInvalidDate: true });
    // Around midnight, where an hour more or less is another day.
    const midnight = fc
      .tuple(time, fc.constantFrom(4, 5), fc.integer({ min: -30, max: 30 }))
      .map(([at, hour, minute]) => new Date(new Date(at).setUTCHours(hour, minute)));
    fc.assert(
      fc.property(fc.oneof(time, midnight), (at) => {
        expect(shopDay(at)).toBe(newYork.format(at));
      }),
      { numRuns: 2000 },
    );
  });

  it.each([
    ['the last second of standard time', '2026-03-08T06:59:59Z', '2026-03-08'],
    ['the last minute of the day when the clock goes forward', '2026-03-09T03:59:00Z', '2026-03-08'],
    ['the first minute of the day after it', '2026-03-09T04:00:00Z', '2026-03-09'],
    ['the first minute of the day when it goes back', '2026-11-01T04:00:00Z', '2026-11-01'],
    ['the last minute of that day', '2026-11-02T04:59:00Z', '2026-11-01'],
  ])('is the right one in %s', (_, at, day) => {
    expect(shopDay(new Date(at))).toBe(day);
  });
});

// Estimates when an order would arrive. Days are the shop's: its calendar, public holidays and time
// of day decide when a parcel leaves.
import type { DeliveryOption } from './totals.ts';

/** Orders before this hour leave on the same working day. */
const CUTOFF_HOUR = 14;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SUNDAY = 0;
const MONDAY = 1;
const THURSDAY = 4;
const SATURDAY = 6;

/** The first and the last day of delivery, as ISO dates (YYYY-MM-DD). */
export interface DeliveryEstimate {
  readonly earliest: string;
  readonly latest: string;
}

/**
 * Estimates the delivery of an order that is placed at `orderedAt`. Example: an order of Monday at
 * noon with 3 to 5 working days arrives from Thursday to the following Monday. Weekends and federal
 * holidays of the United States do not count.
 */
export function estimateDelivery(
  orderedAt: Date,
  { workingDays }: Pick<DeliveryOption, 'workingDays'>,
): DeliveryEstimate {
  const { day, hour } = shopTime(orderedAt);
  const isLate = hour >= CUTOFF_HOUR || !isWorkingDay(day);
  const departure = isLate ? addWorkingDays(day, 1) : day;
  return {
    earliest: toIsoDate(addWorkingDays(departure, workingDays.min)),
    latest: toIsoDate(addWorkingDays(departure, workingDays.max)),
  };
}

/**
 * The shop's calendar day, as its midnight in UTC so that every day has 24 hours, and the hour of
 * its clock, which is New York's: daylight saving time lasts from 2:00 on the second Sunday of
 * March to 2:00 on the first Sunday of November (15 U.S.C. 260a). Without Intl: the first
 * DateTimeFormat of a page blocks a phone for 0.1 s, and product pages show a day of delivery.
 */
function shopTime(at: Date): { day: Date; hour: number } {
  const year = at.getUTCFullYear();
  const start = nthWeekday(year, 3, SUNDAY, 2).getTime() + (2 + 5) * HOUR_MS;
  const end = nthWeekday(year, 11, SUNDAY, 1).getTime() + (2 + 4) * HOUR_MS;
  const hoursBehindUtc = at.getTime() >= start && at.getTime() < end ? 4 : 5;
  const local = new Date(at.getTime() - hoursBehindUtc * HOUR_MS);
  return { day: new Date(toIsoDate(local)), hour: local.getUTCHours() };
}

/** The day in the shop's calendar at a time, as an ISO date. */
export function shopDay(at: Date): string {
  return toIsoDate(shopTime(at).day);
}

/** The `count` days up to `now`, oldest first. */
export function lastShopDays(now: Date, count: number): string[] {
  const { day } = shopTime(now);
  return Array.from({ length: count }, (_, index) => toIsoDate(addDays(day, index - count + 1)));
}

function toIsoDate(day: Date): string {
  return day.toISOString().slice(0, 10);
}

function addDays(day: Date, days: number): Date {
  return new Date(day.getTime() + days * DAY_MS);
}

function addWorkingDays(day: Date, count: number): Date {
  let current = day;
  for (let left = count; left > 0; ) {
    current = addDays(current, 1);
    if (isWorkingDay(current)) left -= 1;
  }
  return current;
}

function isWorkingDay(day: Date): boolean {
  const weekday = day.getUTCDay();
  if (weekday === SATURDAY || weekday === SUNDAY) return false;
  // January 1 may be observed on December 31.
  const years = [day.getUTCFullYear(), day.getUTCFullYear() + 1];
  return !years.some((year) => publicHolidays(year).includes(toIsoDate(day)));
}

/** The federal holidays of a year (5 U.S.C. 6103), on the days they are observed. */
function publicHolidays(year: number): string[] {
  const fixed = [
    [1, 1],
    [6, 19],
    [7, 4],
    [11, 11],
    [12, 25],
  ] as const;
  return [
    ...fixed.map(([month, day]) => observed(new Date(Date.UTC(year, month - 1, day)))),
    nthWeekday(year, 1, MONDAY, 3),
    nthWeekday(year, 2, MONDAY, 3),
    lastMondayOfMay(year),
    nthWeekday(year, 9, MONDAY, 1),
    nthWeekday(year, 10, MONDAY, 2),
    nthWeekday(year, 11, THURSDAY, 4),
  ].map(toIsoDate);
}

/** A holiday on a Saturday is observed on Friday, one on a Sunday on Monday. */
function observed(holiday: Date): Date {
  if (holiday.getUTCDay() === SATURDAY) return addDays(holiday, -1);
  return holiday.getUTCDay() === SUNDAY ? addDays(holiday, 1) : holiday;
}

/** The nth weekday of a month, counted from 1. */
function nthWeekday(year: number, month: number, weekday: number, n: number): Date {
  const first = new Date(Date.UTC(year, month - 1, 1));
  return addDays(first, ((weekday - first.getUTCDay() + 7) % 7) + (n - 1) * 7);
}

function lastMondayOfMay(year: number): Date {
  return addDays(nthWeekday(year, 6, MONDAY, 1), -7);
}

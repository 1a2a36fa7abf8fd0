// Calendar arithmetic in time zones. A local time is represented by the time at which a UTC clock
// would show the same, in microseconds since 1970 ('local' below).

import { invalidExpression } from '../evaluation-error.ts';

const DAY = 86_400_000_000n;
const formats = new Map<string, Intl.DateTimeFormat>();

/** Throws EvaluationError for an unknown time zone. */
function formatOf(timeZone: string): Intl.DateTimeFormat {
  const cached = formats.get(timeZone);
  if (cached) return cached;
  try {
    const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' });
    formats.set(timeZone, format);
    return format;
  } catch {
    throw invalidExpression(`There is no time zone "${timeZone}".`);
  }
}

/** The offset of a time zone from UTC at a time, in microseconds: positive east of Greenwich. */
function offsetAt(micros: bigint, timeZone: string): bigint {
  if (timeZone === 'UTC') return 0n;
  const parts = formatOf(timeZone).formatToParts(Number(floorTo(micros, 1000n) / 1000n));
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? '';
  const [, sign, hours = '0', minutes = '0', seconds = '0'] =
    /^GMT([+-])(\d+):(\d+)(?::(\d+))?$/.exec(name) ?? [];
  const offset = BigInt((Number(hours) * 60 + Number(minutes)) * 60 + Number(seconds)) * 1_000_000n;
  return sign === '-' ? -offset : offset;
}

function floorTo(value: bigint, unit: bigint): bigint {
  const rest = value % unit;
  return value - (rest < 0n ? rest + unit : rest);
}

/** The instant of a local time. If a clock was set back, the earlier offset counts. */
function instantOf(local: bigint, timeZone: string): bigint {
  const guess = local - offsetAt(local, timeZone);
  return local - offsetAt(guess, timeZone);
}

const MICROS: { readonly [unit: string]: bigint } = {
  microsecond: 1n,
  millisecond: 1_000n,
  second: 1_000_000n,
  minute: 60_000_000n,
  hour: 3_600_000_000n,
  day: DAY,
};

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];

/** The UTC date of a local time. */
function dateOf(local: bigint): Date {
  return new Date(Number(floorTo(local, DAY) / 1000n));
}

function microsOf(year: number, month: number, day: number): bigint {
  const date = new Date(0);
  date.setUTCFullYear(year, month, day);
  return BigInt(date.getTime()) * 1000n;
}

/** The first day of the week that contains a day. `first` is 0 for Sunday. */
function weekStart(local: bigint, first: number): bigint {
  const weekday = dateOf(local).getUTCDay();
  return floorTo(local, DAY) - BigInt((weekday - first + 7) % 7) * DAY;
}

/** The year of a day's ISO week: that of its Thursday. */
function isoYear(local: bigint): number {
  return dateOf(weekStart(local, 1) + 3n * DAY).getUTCFullYear();
}

function isoYearStart(year: number): bigint {
  return weekStart(microsOf(year, 0, 4), 1);
}

function truncateLocal(local: bigint, unit: string): bigint | undefined {
  const micros = Object.hasOwn(MICROS, unit) ? MICROS[unit] : undefined;
  if (micros !== undefined) return floorTo(local, micros);
  const date = dateOf(local);
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  if (unit === 'month') return microsOf(year, month, 1);
  if (unit === 'quarter') return microsOf(year, month - (month % 3), 1);
  if (unit === 'year') return microsOf(year, 0, 1);
  if (unit === 'isoyear') return isoYearStart(isoYear(local));
  if (unit === 'isoweek') return weekStart(local, 1);
  const first = unit === 'week' ? 0 : WEEKDAYS.indexOf(/^week\((\w+)\)$/.exec(unit)?.[1] ?? '');
  return first < 0 ? undefined : weekStart(local, first);
}

/**
 * The latest time at or before `micros` at which the unit begins on a clock in `timeZone`. Units
 * are microsecond to day, week (from Sunday), week(monday) and so on, isoweek, month, quarter, year
 * and isoyear. Throws EvaluationError.
 */
export function truncate(micros: bigint, unit: string, timeZone: string): bigint {
  const local = micros + offsetAt(micros, timeZone);
  const truncated = truncateLocal(local, unit.toLowerCase());
  if (truncated === undefined)
    throw invalidExpression(`timestamp_trunc(): there is no granularity "${unit}".`);
  return instantOf(truncated, timeZone);
}

const PARTS: { readonly [part: string]: (local: bigint) => bigint | number } = {
  microsecond: (local) => local - floorTo(local, 1_000_000n),
  millisecond: (local) => (local - floorTo(local, 1_000_000n)) / 1000n,
  second: (local) => (local - floorTo(local, 60_000_000n)) / 1_000_000n,
  minute: (local) => (local - floorTo(local, 3_600_000_000n)) / 60_000_000n,
  hour: (local) => (local - floorTo(local, DAY)) / 3_600_000_000n,
  day: (local) => dateOf(local).getUTCDate(),
  dayofweek: (local) => dateOf(local).getUTCDay() + 1,
  dayofyear: (local) => 1n + (floorTo(local, DAY) - microsOf(dateOf(local).getUTCFullYear(), 0, 1)) / DAY,
  isoweek: (local) => 1n + (weekStart(local, 1) - isoYearStart(isoYear(local))) / (7n * DAY),
  month: (local) => dateOf(local).getUTCMonth() + 1,
  quarter: (local) => Math.floor(dateOf(local).getUTCMonth() / 3) + 1,
  year: (local) => dateOf(local).getUTCFullYear(),
  isoyear: isoYear,
};

/**
 * The number of a week that begins on the weekday `first`. Days before the year's first such
 * weekday are in week 0.
 */
function weekOfYear(local: bigint, first: number): bigint {
  const yearStart = microsOf(dateOf(local).getUTCFullYear(), 0, 1);
  const start = weekStart(yearStart + 6n * DAY, first);
  return 1n + floorTo(floorTo(local, DAY) - start, 7n * DAY) / (7n * DAY);
}

/**
 * A part of the date or time of day on a clock in `timeZone`: year, month (1 is January), dayofweek
 * (1 is Sunday) and so on. Millisecond and microsecond are relative to the second. Throws
 * EvaluationError.
 */
export function extractPart(micros: bigint, part: string, timeZone: string): bigint {
  const name = part.toLowerCase();
  const local = micros + offsetAt(micros, timeZone);
  if (Object.hasOwn(PARTS, name)) return BigInt((PARTS[name] as (local: bigint) => bigint | number)(local));
  const first = name === 'week' ? 0 : WEEKDAYS.indexOf(/^week\((\w+)\)$/.exec(name)?.[1] ?? '');
  if (first < 0) throw invalidExpression(`timestamp_extract(): there is no part "${part}".`);
  return weekOfYear(local, first);
}

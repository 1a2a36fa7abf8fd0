// The schedules of Cloud Scheduler: unix cron, and App Engine's format, which Firebase's
// documentation uses
// (https://cloud.google.com/appengine/docs/standard/scheduling-jobs-with-cron-yaml#schedule_format):
//
//   every 5 minutes from 10:00 to 14:00  every N hours|minutes [synchronized | from TIME to TIME]
//   2nd,third mon,wed of march 17:00     every|ORDINALS  day|WEEKDAYS  [of MONTHS]  TIME
//   1,15 of jan,jul 09:00                DAYS of MONTHS  TIME
//
// MONTHS are names, `month` for all, `quarter` for the first of each quarter, or `second month of
// quarter`.
import { Cron } from 'croner';
import { UserError } from '../user-error.ts';

/** Computes the times at which something is due. */
export interface Schedule {
  /** The first time after the given one; null if there is none. */
  next(after: Date): Date | null;
}

const INTERVAL =
  /^every (?:(\d+) )?(hours?|minutes?|mins?)( synchronized| from (\d{1,2}:\d{2}) to (\d{1,2}:\d{2}))?$/;
const ON_DAYS =
  /^(?:(?<ordinals>\S+) (?<weekdays>\S+)(?: of (?<months>.+))?|(?<days>\d+(?:,\d+)*) of (?<monthsOfDays>.+)) (?<time>\d{1,2}:\d{2})$/;
const QUARTER = /^(?:(first|1st|second|2nd|third|3rd) month of )?quarter$/;
const CRON = /^\S+( \S+){4}$/;

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const MONTHS = [
  ...['january', 'february', 'march', 'april', 'may', 'june'],
  ...['july', 'august', 'september', 'october', 'november', 'december'],
];
const ORDINALS = [
  ['first', '1st'],
  ['second', '2nd'],
  ['third', '3rd'],
  ['fourth', '4th'],
  ['fifth', '5th'],
];
const DAY_MINUTES = 24 * 60;

/**
 * Parses a schedule in a time zone.
 * @throws UserError when it is neither cron nor App Engine's format, or the time zone does not
 * exist
 */
export function parseSchedule(schedule: string, timeZone: string): Schedule {
  const text = schedule.trim().replace(/\s+/g, ' ').replace(/ ?, ?/g, ',').toLowerCase();
  try {
    const found = parseInterval(text, timeZone) ?? crons(daysToCron(text) ?? cron(text), timeZone);
    found.next(new Date(0));
    return found;
  } catch (error) {
    throw new UserError(
      `The schedule "${schedule}" (${timeZone}) is not valid in Cloud Scheduler: ${(error as Error).message}`,
      'Use cron ("*/5 * * * *"), "every 5 minutes", "every day 09:00", "every monday 09:00" or "1 of month 09:00".',
    );
  }
}

/** Combines several cron expressions into one schedule. */
function crons(expressions: readonly string[], timezone: string): Schedule {
  const patterns = expressions.map((each) => new Cron(each, { timezone, paused: true }));
  return {
    next(after) {
      const times = patterns.map((each) => each.nextRun(after)).filter((time) => time !== null);
      return times.length === 0 ? null : new Date(Math.min(...times.map(Number)));
    },
  };
}

function cron(text: string): string[] {
  if (!CRON.test(text)) throw new Error('it has none of the supported forms');
  return [text];
}

function parseInterval(text: string, timeZone: string): Schedule | undefined {
  const match = INTERVAL.exec(text);
  if (match === null) return undefined;
  const [, count = '1', unit = '', option, from, to] = match;
  const minutes = Number(count) * (unit.startsWith('h') ? 60 : 1);
  if (minutes === 0) throw new Error('an interval must be longer than 0');
  if (from !== undefined && to !== undefined) {
    return crons(timesOfDay(minutes, minuteOfDay(from), minuteOfDay(to)), timeZone);
  }
  if (DAY_MINUTES % minutes === 0) return crons(timesOfDay(minutes, 0, DAY_MINUTES - 1), timeZone);
  if (option !== undefined) throw new Error('a day must be a multiple of the interval');
  const ms = minutes * 60_000;
  // Production counts from the last run, which is unknown here.
  return { next: (after) => new Date((Math.floor(Number(after) / ms) + 1) * ms) };
}

/**
 * Cron expressions for the multiples of an interval, from one minute of the day to another,
 * possibly past midnight.
 */
function timesOfDay(interval: number, from: number, to: number): string[] {
  const byHour = new Map<number, number[]>();
  for (let time = from; time <= (to < from ? to + DAY_MINUTES : to); time += interval) {
    const hour = Math.floor(time / 60) % 24;
    byHour.set(hour, [...(byHour.get(hour) ?? []), time % 60]);
  }
  const hours = Map.groupBy(byHour.keys(), (hour) => byHour.get(hour)?.join(','));
  return [...hours].map(([minutes, group]) => `${minutes} ${group.join(',')} * * *`);
}

function minuteOfDay(time: string): number {
  const [hour, minute] = time.split(':').map(Number) as [number, number];
  if (hour > 23 || minute > 59) throw new Error(`${time} is not a time of day`);
  return hour * 60 + minute;
}

/** Converts `first,3rd monday of jan 09:00` to cron: `0 9 * 1 1#1,1#3`. */
function daysToCron(text: string): string[] | undefined {
  const groups = ON_DAYS.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const { ordinals, weekdays, months, days, monthsOfDays, time = '' } = groups;
  const minute = minuteOfDay(time);
  const at = `${minute % 60} ${Math.floor(minute / 60)}`;
  const ofMonths = monthsToCron(months ?? monthsOfDays ?? 'month');
  if (days !== undefined) return [`${at} ${days} ${ofMonths} *`];
  if (ordinals === undefined || weekdays === undefined) return undefined;
  const numbers = ordinals === 'every' ? undefined : ordinals.split(',').map(ordinalNumber);
  // Without a weekday, "first" is the first day of the month.
  if (weekdays === 'day') return [`${at} ${numbers?.join(',') ?? '*'} ${ofMonths} *`];
  const onDays = weekdays.split(',').flatMap((name) => {
    const weekday = indexOfName(WEEKDAYS, name);
    return numbers === undefined ? [`${weekday}`] : numbers.map((number) => `${weekday}#${number}`);
  });
  return [`${at} * ${ofMonths} ${onDays.join(',')}`];
}

function monthsToCron(months: string): string {
  if (months === 'month') return '*';
  const quarter = QUARTER.exec(months);
  const numbers =
    quarter === null
      ? months.split(',').map((name) => indexOfName(MONTHS, name) + 1)
      : [0, 3, 6, 9].map((months) => months + ordinalNumber(quarter[1] ?? 'first'));
  return numbers.join(',');
}

function ordinalNumber(word: string): number {
  const index = ORDINALS.findIndex((names) => names.includes(word));
  if (index < 0) throw new Error(`"${word}" is neither "every" nor one of ${ORDINALS.flat().join(', ')}`);
  return index + 1;
}

/** Names of days and months may be abbreviated to three letters. */
function indexOfName(names: readonly string[], word: string): number {
  const index = names.findIndex((name) => name === word || name.slice(0, 3) === word);
  if (index < 0) throw new Error(`"${word}" is not one of ${names.join(', ')}`);
  return index;
}

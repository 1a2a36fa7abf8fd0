import { UserError } from '../user-error.ts';

const EVERY = /^every (\d+) (minutes?|mins?|hours?)$/i;
const DAILY = /^every day (\d{1,2}):(\d{2})$/i;
const WEEKLY = /^every ([a-z]+(?:, ?[a-z]+)*) (\d{1,2}):(\d{2})$/i;
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const CRON = /^\S+( \S+){4}$/;

/**
 * Converts a schedule to a cron expression: `every day 09:30` to `30 9 * * *`. Accepts unix cron and the App Engine syntax that Firebase's
 * documentation uses (https://cloud.google.com/appengine/docs/standard/scheduling-jobs-with-cron-yaml#cron_yaml_The_schedule_format).
 * @throws UserError for App Engine schedules that cron cannot express
 */
export function scheduleToCron(schedule: string): string {
  const text = schedule.trim().replace(/\s+/g, ' ');
  const every = EVERY.exec(text);
  if (every !== null) {
    const [, count, unit] = every as unknown as [string, string, string];
    return unit.startsWith('h') ? `0 */${count} * * *` : `*/${count} * * * *`;
  }
  const daily = DAILY.exec(text);
  if (daily !== null) return `${Number(daily[2])} ${Number(daily[1])} * * *`;
  const weekly = WEEKLY.exec(text);
  if (weekly !== null) {
    const days = (weekly[1] as string).split(/, ?/).map(weekdayNumber);
    if (!days.includes(-1)) return `${Number(weekly[3])} ${Number(weekly[2])} * * ${days.join(',')}`;
  }
  if (CRON.test(text)) return text;
  throw new UserError(
    `The schedule "${schedule}" is not supported by the local scheduler`,
    'Use cron ("*/5 * * * *"), "every 5 minutes", "every day 09:00" or "every monday 09:00".',
  );
}

/** From 0 for `sunday` or `sun` on, as cron counts; -1 for another word. */
function weekdayNumber(word: string): number {
  const name = word.toLowerCase();
  return WEEKDAYS.findIndex((day) => day === name || day.slice(0, 3) === name);
}

// Without Intl: the first DateTimeFormat of a page blocks a phone for 0.1 s, and the first pages
// show dates.
const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
] as const;
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/**
 * Formats an ISO time as `March 9, 2026`, in the browser's time zone; empty for a malformed one.
 */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  return formatDate(time.getFullYear(), time.getMonth(), time.getDate());
}

/** The same in UTC, so that server and browser agree. */
export function formatUtcDay(iso: string): string {
  const time = new Date(iso);
  return formatDate(time.getUTCFullYear(), time.getUTCMonth(), time.getUTCDate());
}

/** Formats an ISO date as `Wed, Dec 2`. */
export function formatWeekday(date: string): string {
  const day = new Date(date);
  return `${WEEKDAYS[day.getUTCDay()]}, ${MONTHS[day.getUTCMonth()]?.slice(0, 3)} ${day.getUTCDate()}`;
}

function formatDate(year: number, month: number, day: number): string {
  return Number.isNaN(day) ? '' : `${MONTHS[month]} ${day}, ${year}`;
}

// Without Intl: the first DateTimeFormat of a page blocks a phone for 0.1 s, and the first pages show dates.
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

/** Formats an ISO time as `March 9, 2026`, in the browser's time zone; empty for a malformed one. */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  if (Number.isNaN(time.getTime())) return '';
  return `${MONTHS[time.getMonth()]} ${time.getDate()}, ${time.getFullYear()}`;
}

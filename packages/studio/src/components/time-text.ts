// Formats times for all pages, in local time.
const SECONDS = { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' } as const;
const TIME = new Intl.DateTimeFormat('en', SECONDS);
const MILLISECONDS = new Intl.DateTimeFormat('en', { ...SECONDS, fractionalSecondDigits: 3 });
const DAY = new Intl.DateTimeFormat('en', { ...SECONDS, month: 'short', day: 'numeric' });
const DATE = new Intl.DateTimeFormat('en', { ...SECONDS, year: 'numeric', month: 'short', day: 'numeric' });

/** `14:05:09` */
export function timeOfDay(time: number | string): string {
  return TIME.format(new Date(time));
}

/** `14:05:09.120` */
export function preciseTimeOfDay(time: number | string): string {
  return MILLISECONDS.format(new Date(time));
}

/** `Nov 26, 14:05:09`, of another year `Nov 26, 2025, 14:05:09` */
export function dateAndTime(time: number | string, now = new Date()): string {
  const date = new Date(time);
  return (date.getFullYear() === now.getFullYear() ? DAY : DATE).format(date);
}

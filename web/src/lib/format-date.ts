// Owns how dates are written.

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** `March 9, 2026` for an ISO time; empty for what is no time. */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : DAY.format(time);
}

const DAY = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' });

/** Formats an ISO time as `March 9, 2026`, in the browser's time zone; empty for a malformed one. */
export function formatDay(iso: string): string {
  const time = new Date(iso);
  return Number.isNaN(time.getTime()) ? '' : DAY.format(time);
}

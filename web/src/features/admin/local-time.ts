/** Converts an ISO time to the value of a local time control; empty for none. */
export function toLocalTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** Converts such a value to an ISO time; undefined for none, unchanged if invalid. */
export function toIsoTime(local: string | undefined): string | undefined {
  if (local === undefined || local === '') return undefined;
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}

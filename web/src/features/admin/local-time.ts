/** An ISO time as a control for local times holds it; empty for none. */
export function toLocalTime(iso: string | undefined): string {
  if (iso === undefined) return '';
  const time = new Date(iso);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/**
 * What such a control holds as an ISO time; undefined for none, and as it is where it is no time.
 */
export function toIsoTime(local: string | undefined): string | undefined {
  if (local === undefined || local === '') return undefined;
  const time = new Date(local);
  return Number.isNaN(time.getTime()) ? local : time.toISOString();
}

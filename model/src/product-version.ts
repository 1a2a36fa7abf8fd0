/**
 * The version (`updatedAt`) of a product's next state: the current time, but always later than the
 * current version. Otherwise two changes in one millisecond, or on servers with different clocks,
 * could share a version, and a writer who read between them would overwrite the second one.
 */
export function nextVersion(current: string | undefined, now: Date): string {
  const earliest = current === undefined ? Number.NaN : Date.parse(current) + 1;
  return new Date(Number.isNaN(earliest) ? now : Math.max(now.getTime(), earliest)).toISOString();
}

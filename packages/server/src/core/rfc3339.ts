// Date.parse converts nonexistent times, such as February 30 or 24:00, to existing ones.

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Returns whether a text is an existing date and time in the RFC 3339 (section 5.7) form used by
 * protobuf's JSON.
 */
export function isTimestamp(text: string): boolean {
  const [, local] = TIMESTAMP.exec(text) ?? [];
  const time = new Date(`${local}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(`${local}.`);
}

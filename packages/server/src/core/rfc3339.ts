// Date.parse moves a time that does not exist, such as February 30 or 24:00, to one that does.

const TIMESTAMP = /^(\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2})(?:\.\d{1,9})?(?:Z|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

/**
 * Whether a text is a date and time that exists, in the form of RFC 3339, section 5.7, that
 * protobuf's JSON has.
 */
export function isTimestamp(text: string): boolean {
  const [, local] = TIMESTAMP.exec(text) ?? [];
  const time = new Date(`${local}Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(`${local}.`);
}

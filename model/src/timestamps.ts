// The client SDK and the admin SDK have different Timestamp classes, so a timestamp is recognized
// by its shape: an object with a `toDate()` method. No SDK and no schema library is imported here.

interface TimestampLike {
  toDate(): Date;
}

function isTimestamp(value: object): value is TimestampLike {
  return 'toDate' in value && typeof value.toDate === 'function';
}

function isPlainObject(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || prototype === Object.prototype;
}

function convertTimestamps(value: unknown, convert: (timestamp: TimestampLike) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((item) => convertTimestamps(item, convert));
  if (isTimestamp(value)) return convert(value);
  if (!isPlainObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, field]) => [name, convertTimestamps(field, convert)]),
  );
}

/**
 * Copies Firestore data and converts every timestamp, at any depth of maps and arrays, to an ISO
 * 8601 string in UTC with milliseconds. Instances of other classes (references, geo points, bytes)
 * are returned as they are.
 */
export function timestampsToIsoStrings(value: unknown): unknown {
  return convertTimestamps(value, (timestamp) => timestamp.toDate().toISOString());
}

/** Like {@link timestampsToIsoStrings}, with a Date for every timestamp. */
export function timestampsToDates(value: unknown): unknown {
  return convertTimestamps(value, (timestamp) => timestamp.toDate());
}

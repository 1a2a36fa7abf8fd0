// Reads the JSON form of OTLP (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding)
// field by field: a general decoder for protobuf's JSON takes several times as long for the
// hundreds of small messages in an export. As in proto3, a field that is absent or null has its
// default. A field with another type is an error that names it. Unknown fields are ignored.

/** A message. */
export type Fields = Readonly<Record<string, unknown>>;

const HEX = /^[0-9a-f]*$/i;
const DIGITS = /^\d+$/;
/**
 * The digits between nanoseconds and microseconds, the precision of a number for a time since 1970.
 */
const NANOSECOND_DIGITS = 3;

/** @throws Error if the bytes are not a JSON object in UTF-8 */
export function parseMessage(body: Uint8Array): Fields {
  return object(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)), 'The export');
}

/** A nested message; undefined if absent. */
export function messageOf(parent: Fields, key: string): Fields | undefined {
  const value = parent[key] ?? undefined;
  return value === undefined ? undefined : object(value, key);
}

/** The messages of a repeated field. */
export function messagesOf(parent: Fields, key: string): readonly Fields[] {
  const list = parent[key] ?? [];
  if (!Array.isArray(list)) throw typeError(key, 'a list', list);
  for (const each of list) object(each, key);
  return list as Fields[];
}

export function textOf(parent: Fields, key: string): string {
  const value = parent[key] ?? '';
  if (typeof value !== 'string') throw typeError(key, 'a string', value);
  return value;
}

/** A 32-bit integer, or the number of an enum value. */
export function integerOf(parent: Fields, key: string): number {
  const value = parent[key] ?? 0;
  if (!Number.isInteger(value)) throw typeError(key, 'an integer', value);
  return value as number;
}

/**
 * A number, which may be written as a string. Returns the string if `isExact` says that a
 * JavaScript number cannot represent it.
 */
export function numberOf(parent: Fields, key: string, isExact: (number: number) => boolean): number | string {
  const value = parent[key];
  if (typeof value !== 'number' && typeof value !== 'string') throw typeError(key, 'a number', value);
  return isExact(Number(value)) ? Number(value) : String(value);
}

/** An id in lower-case hexadecimal digits; empty if absent. */
export function idOf(parent: Fields, key: string): string {
  const id = textOf(parent, key);
  if (!HEX.test(id)) throw new Error(`${key} ${JSON.stringify(id.slice(0, 40))} is not hexadecimal`);
  return id.toLowerCase();
}

/**
 * Converts nanoseconds since 1970, a number or a string of digits, to milliseconds with microsecond
 * precision; 0 if absent.
 */
export function msOf(parent: Fields, key: string): number {
  const value = parent[key] ?? '0';
  if (typeof value === 'number' && value >= 0) return Math.floor(value / 1000) / 1000;
  if (typeof value !== 'string' || !DIGITS.test(value)) throw typeError(key, 'nanoseconds', value);
  return Number(value.slice(0, -NANOSECOND_DIGITS)) / 1000;
}

function object(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw typeError(name, 'an object', value);
  return value as Fields;
}

function typeError(name: string, expected: string, value: unknown): Error {
  return new Error(`${name} is ${JSON.stringify(value)?.slice(0, 40)}; expected ${expected}`);
}

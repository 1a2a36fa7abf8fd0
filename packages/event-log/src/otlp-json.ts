// The JSON form of OTLP (https://opentelemetry.io/docs/specs/otlp/#json-protobuf-encoding), read
// field by field: a general decoder of protobuf's JSON takes several times as long for the hundreds
// of small messages of an export. As in proto3, a field that is absent or null has its default; one
// of another type is an error that names it. Unknown fields are ignored.

/** A message. */
export type Fields = Readonly<Record<string, unknown>>;

const HEX = /^[0-9a-f]*$/i;
const DIGITS = /^\d+$/;
/** From nanoseconds to microseconds, which is what a number has of a time since 1970. */
const NANOSECOND_DIGITS = 3;

/** @throws Error when the bytes are no JSON object in UTF-8 */
export function parseMessage(body: Uint8Array): Fields {
  return object(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(body)), 'The export');
}

/** A message below another; undefined when absent. */
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
  if (typeof value !== 'string') throw typeError(key, 'a text', value);
  return value;
}

/** An integer of 32 bits, or the number of an enumeration's value. */
export function integerOf(parent: Fields, key: string): number {
  const value = parent[key] ?? 0;
  if (!Number.isInteger(value)) throw typeError(key, 'an integer', value);
  return value as number;
}

/**
 * A number, which may be written as a text; that text where `isExact` says that a number of
 * JavaScript does not have it.
 */
export function numberOf(parent: Fields, key: string, isExact: (number: number) => boolean): number | string {
  const value = parent[key];
  if (typeof value !== 'number' && typeof value !== 'string') throw typeError(key, 'a number', value);
  return isExact(Number(value)) ? Number(value) : String(value);
}

/** An id in hexadecimal digits, in lower case; empty when absent. */
export function idOf(parent: Fields, key: string): string {
  const id = textOf(parent, key);
  if (!HEX.test(id)) throw new Error(`${key} ${JSON.stringify(id.slice(0, 40))} is not hexadecimal`);
  return id.toLowerCase();
}

/**
 * A time in nanoseconds since 1970, a text of digits or a number, as milliseconds with
 * microseconds; 0 when absent.
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

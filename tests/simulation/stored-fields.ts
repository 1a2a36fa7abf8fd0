// Documents of the use cases as the emulator's database stores them, as the SDK converts them.
import { Fields, type FieldValue, isMap, TimestampValue } from '../../packages/firestore/src/core/value.ts';

/** The fields of a plain object; undefined ones are left out, as in functions/src/firestore. */
export function toFields(object: object): Fields {
  const fields = new Fields();
  for (const [name, value] of Object.entries(object)) if (value !== undefined) fields[name] = toValue(value);
  return fields;
}

export function toValue(value: unknown): FieldValue {
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && !Object.is(value, -0) ? BigInt(value) : value;
  if (value instanceof Date) {
    const seconds = Math.floor(value.getTime() / 1000);
    return new TimestampValue(seconds, (value.getTime() - seconds * 1000) * 1_000_000);
  }
  if (Array.isArray(value)) return value.map(toValue);
  if (typeof value === 'object') return toFields(value);
  throw new Error(`Firestore stores no ${typeof value}.`);
}

/** The plain object of stored fields. */
export function fromFields(fields: Fields): Record<string, unknown> {
  const object: Record<string, unknown> = {};
  for (const name in fields) object[name] = fromValue(fields[name] as FieldValue);
  return object;
}

function fromValue(value: FieldValue): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (value instanceof TimestampValue) return new Date(value.seconds * 1000 + value.nanos / 1_000_000);
  if (Array.isArray(value)) return value.map(fromValue);
  return isMap(value) ? fromFields(value) : value;
}

// Values in the JSON format of Firestore's REST API, which is lossless: int64 is a string, bytes
// are base64.

/** The fields of a document or a map. */
export type Fields = Readonly<Record<string, Value>>;

/** google.firestore.v1.Value as JSON: exactly one of these properties. */
export type Value =
  | { readonly nullValue: null }
  | { readonly booleanValue: boolean }
  | { readonly integerValue: string }
  | { readonly doubleValue: number | string }
  | { readonly timestampValue: string }
  | { readonly stringValue: string }
  | { readonly bytesValue: string }
  | { readonly referenceValue: string }
  | { readonly geoPointValue: { readonly latitude?: number; readonly longitude?: number } }
  | { readonly arrayValue: { readonly values?: readonly Value[] } }
  | { readonly mapValue: { readonly fields?: Fields } };

/** The types offered by the editor. On the wire, a vector is a map with a reserved key. */
export const VALUE_TYPES = [
  'string',
  'integer',
  'double',
  'boolean',
  'null',
  'timestamp',
  'map',
  'array',
  'reference',
  'geopoint',
  'bytes',
  'vector',
] as const;
export type ValueType = (typeof VALUE_TYPES)[number];

const TYPE_KEY = '__type__';
const VECTOR = '__vector__';

const TYPES: Readonly<Record<string, ValueType>> = {
  nullValue: 'null',
  booleanValue: 'boolean',
  integerValue: 'integer',
  doubleValue: 'double',
  timestampValue: 'timestamp',
  stringValue: 'string',
  bytesValue: 'bytes',
  referenceValue: 'reference',
  geoPointValue: 'geopoint',
  arrayValue: 'array',
  mapValue: 'map',
};

export function typeOf(value: Value): ValueType {
  if (vectorOf(value) !== undefined) return 'vector';
  return TYPES[Object.keys(value)[0] as string] as ValueType;
}

/**
 * The numbers of a vector; undefined for other values. A map with the reserved key that is not a
 * valid vector is shown as a map.
 */
export function vectorOf(value: Value): number[] | undefined {
  if (!('mapValue' in value)) return undefined;
  const fields = value.mapValue.fields ?? {};
  if (Object.keys(fields).length !== 2 || !Object.hasOwn(fields, TYPE_KEY)) return undefined;
  const { [TYPE_KEY]: type, value: list } = fields;
  if (type === undefined || !('stringValue' in type) || type.stringValue !== VECTOR) return undefined;
  if (list === undefined || !('arrayValue' in list)) return undefined;
  const items = list.arrayValue.values ?? [];
  return items.every((item) => 'doubleValue' in item) ? items.map(doubleOf) : undefined;
}

export function vectorValue(numbers: readonly number[]): Value {
  return {
    mapValue: {
      fields: {
        [TYPE_KEY]: { stringValue: VECTOR },
        value: { arrayValue: { values: numbers.map(doubleValue) } },
      },
    },
  };
}

/**
 * A double. The REST API represents NaN, infinities and negative zero, which JSON lacks, as
 * strings.
 */
export function doubleValue(number: number): Value {
  if (Number.isNaN(number)) return { doubleValue: 'NaN' };
  if (!Number.isFinite(number)) return { doubleValue: number > 0 ? 'Infinity' : '-Infinity' };
  return { doubleValue: Object.is(number, -0) ? '-0' : number };
}

/** The number of a double. */
export function doubleOf(value: Value): number {
  return Number((value as { doubleValue: number | string }).doubleValue);
}

/** The fields of a map; empty for other values. */
export function fieldsOf(value: Value): Fields {
  return 'mapValue' in value ? (value.mapValue.fields ?? {}) : {};
}

/** The items of an array; empty for other values. */
export function itemsOf(value: Value): readonly Value[] {
  return 'arrayValue' in value ? (value.arrayValue.values ?? []) : [];
}

/** Converts a value to another type, keeping its text if that is valid for the type. */
export function convertValue(value: Value, type: ValueType, nowMs: number): Value {
  const text = shortText(value, Number.POSITIVE_INFINITY);
  const parsed = SCALAR_TYPES.has(type) ? parseScalar(type, text) : undefined;
  if (parsed !== undefined && 'value' in parsed) return parsed.value;
  switch (type) {
    case 'string':
      return { stringValue: text };
    case 'integer':
      return { integerValue: '0' };
    case 'double':
      return { doubleValue: 0 };
    case 'boolean':
      return { booleanValue: false };
    case 'null':
      return { nullValue: null };
    case 'timestamp':
      return { timestampValue: new Date(nowMs).toISOString() };
    case 'map':
      return { mapValue: { fields: {} } };
    case 'array':
      return { arrayValue: { values: [] } };
    case 'reference':
      return { referenceValue: '' };
    case 'geopoint':
      return { geoPointValue: { latitude: 0, longitude: 0 } };
    case 'bytes':
      return { bytesValue: '' };
    case 'vector':
      return vectorValue([]);
  }
}

/** The types that are edited as one line of text. */
export const SCALAR_TYPES: ReadonlySet<ValueType> = new Set([
  'string',
  'integer',
  'double',
  'timestamp',
  'reference',
  'geopoint',
  'bytes',
  'vector',
]);

const MIN_INT64 = -(2n ** 63n);
const MAX_INT64 = 2n ** 63n - 1n;
const TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;
const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;
const REFERENCE = /^projects\/[^/]+\/databases\/[^/]+\/documents(\/[^/]+\/[^/]+)+$/;

/** Parses a text as a value of a type, or returns the problem. */
export function parseScalar(type: ValueType, text: string): { value: Value } | { problem: string } {
  switch (type) {
    case 'string':
      return { value: { stringValue: text } };
    case 'integer': {
      const trimmed = text.trim();
      if (!/^-?\d+$/.test(trimmed)) return { problem: 'An integer has digits only.' };
      const integer = BigInt(trimmed);
      if (integer < MIN_INT64 || integer > MAX_INT64) return { problem: 'An integer has at most 64 bits.' };
      return { value: { integerValue: String(integer) } };
    }
    case 'double': {
      const trimmed = text.trim();
      const number = Number(trimmed);
      if (trimmed === '' || (Number.isNaN(number) && trimmed !== 'NaN'))
        return { problem: 'This is not a number.' };
      return { value: doubleValue(number) };
    }
    case 'timestamp': {
      const trimmed = text.trim();
      if (isTimestamp(trimmed)) return { value: { timestampValue: trimmed } };
      return { problem: 'Expected a time such as 2026-01-31T12:00:00.123456Z.' };
    }
    case 'reference':
      return REFERENCE.test(text)
        ? { value: { referenceValue: text } }
        : { problem: 'Expected projects/P/databases/D/documents/COLLECTION/DOCUMENT.' };
    case 'geopoint': {
      const [latitude = Number.NaN, longitude = Number.NaN, ...more] = text.split(',').map(numberOf);
      const isPlace = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && more.length === 0;
      return isPlace
        ? { value: { geoPointValue: { latitude, longitude } } }
        : { problem: 'Expected latitude (-90 to 90) and longitude (-180 to 180), separated by a comma.' };
    }
    case 'bytes': {
      const trimmed = text.replace(/\s/g, '');
      return BASE64.test(trimmed) ? { value: { bytesValue: trimmed } } : { problem: 'Expected base64.' };
    }
    case 'vector': {
      const numbers = text.trim() === '' ? [] : text.split(',').map(numberOf);
      return numbers.some(Number.isNaN)
        ? { problem: 'Expected numbers, separated by commas.' }
        : { value: vectorValue(numbers) };
    }
    default:
      return { problem: `A ${type} is not one line of text.` };
  }
}

/** Returns whether a time exists: Date.parse converts February 30 and 24:00 to other times. */
function isTimestamp(text: string): boolean {
  if (!TIMESTAMP.test(text) || Number.isNaN(Date.parse(text))) return false;
  const local = text.slice(0, 19);
  return new Date(`${local}Z`).toISOString().startsWith(local);
}

function numberOf(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** The text with which a value of SCALAR_TYPES is edited. */
export function scalarText(value: Value): string {
  return shortText(value, Number.POSITIVE_INFINITY);
}

/**
 * A value on one line, truncated to a number of characters. Does not format the rest of a long
 * string.
 */
export function shortText(value: Value, maxLength: number): string {
  const vector = vectorOf(value);
  if (vector !== undefined) return cut(vector.slice(0, maxLength).map(numberText).join(', '), maxLength);
  if ('nullValue' in value) return 'null';
  if ('booleanValue' in value) return String(value.booleanValue);
  if ('integerValue' in value) return String(value.integerValue);
  if ('doubleValue' in value) return numberText(doubleOf(value));
  if ('timestampValue' in value) return value.timestampValue;
  if ('stringValue' in value) return cut(value.stringValue, maxLength);
  if ('bytesValue' in value) return cut(value.bytesValue, maxLength);
  if ('referenceValue' in value) return cut(value.referenceValue, maxLength);
  if ('geoPointValue' in value) {
    const { latitude = 0, longitude = 0 } = value.geoPointValue;
    return `${numberText(Number(latitude))}, ${numberText(Number(longitude))}`;
  }
  if ('arrayValue' in value) return count(itemsOf(value).length, 'item');
  return count(Object.keys(fieldsOf(value)).length, 'field');
}

/** Unlike `String`, includes the sign of -0. */
function numberText(number: number): string {
  return Object.is(number, -0) ? '-0' : String(number);
}

function cut(text: string, maxLength: number): string {
  return text.length <= maxLength ? text : `${text.slice(0, maxLength)}…`;
}

function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`;
}

// Documents as JSON that an agent reads and writes without losing types: types that JSON lacks are
// an object with one key that begins with "$", as in Studio's editor.
import { UserError } from 'savepoint-stack/user-error';

/** A google.firestore.v1.Value in Firestore's REST format: an object with one key. */
export type RestValue = Readonly<Record<string, unknown>>;

type RestFields = Readonly<Record<string, RestValue>>;

/** Types with a string value, such as `{"$timestamp": "2026-01-31T12:00:00Z"}`. */
const TEXT_TYPES = { $timestamp: 'timestampValue', $reference: 'referenceValue', $bytes: 'bytesValue' };
const TAGS = [...Object.keys(TEXT_TYPES), '$geopoint', '$double'];

/** Converts fields from Firestore's REST format to JSON. */
export function fieldsToJson(fields: RestFields): Record<string, unknown> {
  return Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, valueToJson(value)]));
}

/**
 * Converts JSON to fields in Firestore's REST format. A number without a fraction is an integer;
 * `{"$double": 1}` is a double.
 * @throws UserError for a key that begins with "$" and is not a type, or not the only key
 */
export function jsonToFields(json: Readonly<Record<string, unknown>>): Record<string, RestValue> {
  return Object.fromEntries(Object.entries(json).map(([name, value]) => [name, jsonToValue(value)]));
}

function valueToJson(value: RestValue): unknown {
  const [[kind, content] = []] = Object.entries(value);
  if (kind === 'nullValue') return null;
  if (kind === 'integerValue') {
    const number = Number(content);
    return Number.isSafeInteger(number) ? number : content;
  }
  if (kind === 'doubleValue') return Number.isInteger(content) ? { $double: content } : content;
  if (kind === 'mapValue') return fieldsToJson((content as { fields?: RestFields }).fields ?? {});
  if (kind === 'arrayValue') return ((content as { values?: RestValue[] }).values ?? []).map(valueToJson);
  if (kind === 'geoPointValue') return { $geopoint: { latitude: 0, longitude: 0, ...(content as object) } };
  const [tag] = Object.entries(TEXT_TYPES).find(([, type]) => type === kind) ?? [];
  return tag === undefined ? content : { [tag]: content };
}

/** Converts JSON to a value in Firestore's REST format. Throws like `jsonToFields`. */
export function jsonToValue(json: unknown): RestValue {
  if (json === null || json === undefined) return { nullValue: null };
  if (typeof json === 'boolean') return { booleanValue: json };
  if (typeof json === 'string') return { stringValue: json };
  if (typeof json === 'number')
    return Number.isSafeInteger(json) ? { integerValue: String(json) } : { doubleValue: json };
  if (Array.isArray(json)) return { arrayValue: { values: json.map(jsonToValue) } };
  const map = json as Readonly<Record<string, unknown>>;
  const [tag = '', ...others] = Object.keys(map);
  if (!tag.startsWith('$')) return { mapValue: { fields: jsonToFields(map) } };
  if (others.length > 0)
    throw new UserError(
      `"${tag}" is combined with "${others[0]}"`,
      'A typed value is an object with one key.',
    );
  if (tag === '$geopoint') return { geoPointValue: map[tag] };
  if (tag === '$double') return { doubleValue: map[tag] };
  if (tag in TEXT_TYPES) return { [TEXT_TYPES[tag as keyof typeof TEXT_TYPES]]: map[tag] };
  throw new UserError(`"${tag}" is not a type`, `Expected one of: ${TAGS.join(', ')}.`);
}

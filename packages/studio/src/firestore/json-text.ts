// Documents as JSON text for editing, without loss: 1 is an integer of any size, 1.0 a double, and
// types that JSON lacks are an object with one key that begins with "$", such as {"$timestamp":
// "2026-01-31T12:00:00Z"}. A map whose only key begins with "$" gets another "$".
import {
  doubleOf,
  doubleValue,
  type Fields,
  fieldsOf,
  itemsOf,
  parseScalar,
  scalarText,
  typeOf,
  type Value,
  type ValueType,
  vectorOf,
} from './values.ts';

/** The text is not a document. The message says where and why. */
export class JsonTextError extends Error {}

/** Types that are represented as a string in an object with one key. */
const TAGGED: Readonly<Record<string, ValueType>> = {
  $timestamp: 'timestamp',
  $reference: 'reference',
  $geopoint: 'geopoint',
  $bytes: 'bytes',
};
/** A value of each type that JSON lacks. */
export const TYPE_EXAMPLES = [
  '{"$timestamp": "2026-01-31T12:00:00Z"}',
  '{"$reference": "projects/P/databases/(default)/documents/COLLECTION/ID"}',
  '{"$geopoint": "48.2, 16.4"}',
  '{"$bytes": "AAEC"}',
  '{"$vector": [1, 2.5]}',
] as const;
const INDENT = '  ';

/** Formats the fields of a document as JSON text, keeping key order. */
export function formatFields(fields: Fields): string {
  return formatObject(fields, '');
}

function formatObject(fields: Fields, indent: string): string {
  const entries = isTagged(fields)
    ? Object.entries(fields).map(([key, value]): [string, Value] => [`$${key}`, value])
    : Object.entries(fields);
  if (entries.length === 0) return '{}';
  const inner = indent + INDENT;
  const lines = entries.map(([key, value]) => `${inner}${JSON.stringify(key)}: ${formatValue(value, inner)}`);
  return `{\n${lines.join(',\n')}\n${indent}}`;
}

/** Formats a value as JSON text. All lines but the first begin with `indent`. */
export function formatValue(value: Value, indent = ''): string {
  const vector = vectorOf(value);
  if (vector !== undefined) return `{ "$vector": [${vector.map(formatDouble).join(', ')}] }`;
  if ('nullValue' in value) return 'null';
  if ('booleanValue' in value) return String(value.booleanValue);
  if ('integerValue' in value) return String(value.integerValue);
  if ('doubleValue' in value) return formatDouble(doubleOf(value));
  if ('stringValue' in value) return JSON.stringify(value.stringValue);
  if ('arrayValue' in value) {
    const items = itemsOf(value);
    if (items.length === 0) return '[]';
    const inner = indent + INDENT;
    return `[\n${items.map((item) => inner + formatValue(item, inner)).join(',\n')}\n${indent}]`;
  }
  if ('mapValue' in value) return formatObject(fieldsOf(value), indent);
  return `{ "$${typeOf(value)}": ${JSON.stringify(scalarText(value))} }`;
}

function formatDouble(number: number): string {
  if (!Number.isFinite(number)) return `{ "$double": "${number}" }`;
  if (Object.is(number, -0)) return '-0.0';
  const text = String(number);
  return /[.e]/.test(text) ? text : `${text}.0`;
}

/** Returns whether a map would be parsed as another type. */
function isTagged(fields: Fields): boolean {
  const keys = Object.keys(fields);
  return keys.length === 1 && (keys[0] as string).startsWith('$');
}

/**
 * Parses the fields described by a text.
 * @throws JsonTextError
 */
export function parseFields(text: string): Fields {
  let value: Value;
  try {
    value = JSON.parse(text, toValue as never) as Value;
  } catch (error) {
    if (error instanceof JsonTextError) throw error;
    throw new JsonTextError(`This is not JSON: ${(error as Error).message}`);
  }
  if (!('mapValue' in value)) {
    throw new JsonTextError('A document is a JSON object: { "field": "value" }.');
  }
  return fieldsOf(value);
}

/**
 * A JSON.parse reviver: the parts of `parsed` are already values. `source` is the text of a number,
 * which may have more digits than a double.
 */
function toValue(_key: string, parsed: unknown, context: { readonly source?: string }): Value {
  if (parsed === null) return { nullValue: null };
  if (typeof parsed === 'boolean') return { booleanValue: parsed };
  if (typeof parsed === 'string') return { stringValue: parsed };
  if (typeof parsed === 'number') return numberValue(context.source ?? String(parsed));
  if (Array.isArray(parsed)) return { arrayValue: { values: parsed as Value[] } };
  return objectValue(parsed as Fields);
}

function numberValue(source: string): Value {
  if (/[.eE]/.test(source)) return doubleValue(Number(source));
  return expectValue(parseScalar('integer', source), source);
}

function objectValue(fields: Fields): Value {
  if (!isTagged(fields)) return { mapValue: { fields } };
  const [tag, content] = Object.entries(fields)[0] as [string, Value];
  if (tag.startsWith('$$')) return { mapValue: { fields: Object.fromEntries([[tag.slice(1), content]]) } };
  if (tag === '$vector') return vectorFrom(content);
  const type = Object.hasOwn(TAGGED, tag) ? TAGGED[tag] : undefined;
  if (tag !== '$double' && type === undefined) {
    throw new JsonTextError(
      `"${tag}" is not a type. Write the key of a map as "$${tag}"; the types are ${Object.keys(TAGGED).join(', ')}, $vector and $double.`,
    );
  }
  const text = 'stringValue' in content ? content.stringValue : undefined;
  if (text === undefined) throw new JsonTextError(`The value of "${tag}" must be a string.`);
  return expectValue(parseScalar(type ?? 'double', text), `${tag} ${text.slice(0, 100)}`);
}

function vectorFrom(content: Value): Value {
  const numbers = itemsOf(content).map((item) =>
    'integerValue' in item ? Number(item.integerValue) : 'doubleValue' in item ? doubleOf(item) : undefined,
  );
  if (!('arrayValue' in content) || numbers.includes(undefined)) {
    throw new JsonTextError('The value of "$vector" must be a list of numbers.');
  }
  const values = (numbers as number[]).map(doubleValue);
  return {
    mapValue: { fields: { __type__: { stringValue: '__vector__' }, value: { arrayValue: { values } } } },
  };
}

function expectValue(result: ReturnType<typeof parseScalar>, text: string): Value {
  if ('value' in result) return result.value;
  throw new JsonTextError(`${text}: ${result.problem}`);
}

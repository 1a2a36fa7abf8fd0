/**
 * Formats of values: google.firebase.rules.v1 ExpressionValue as proto JSON (coverage, requests
 * monitor, error details), protobuf text format (`debug`) and a short line (explanations).
 */

import { quoteBytes, quoteString } from '../syntax/string-literal.ts';
import { type KeyStatus, keyStatuses } from './collection-methods.ts';
import { formatFloat, formatPath } from './conversion.ts';
import {
  Constraint,
  RulesDuration,
  RulesError,
  RulesLatLng,
  RulesMap,
  type RulesMapDiff,
  RulesPath,
  type RulesResult,
  RulesSet,
  RulesTimestamp,
  type RulesValue,
} from './value.ts';

/** A google.firebase.rules.v1.ExpressionValue as proto JSON. */
export type ExpressionValue = { readonly [kind: string]: unknown };

const SECOND = 1_000_000_000n;

/** Formats a timestamp by RFC 3339 with 0, 3, 6 or 9 fractional digits, as needed. */
export function formatTimestamp({ epochNanos }: RulesTimestamp): string {
  const nanos = ((epochNanos % SECOND) + SECOND) % SECOND;
  const wholeSeconds = new Date(Number((epochNanos - nanos) / 1_000_000n))
    .toISOString()
    .replace(/\.000Z$/, '');
  return `${wholeSeconds}${fraction(nanos)}Z`;
}

function fraction(nanos: bigint): string {
  if (nanos === 0n) return '';
  return `.${nanos.toString().padStart(9, '0')}`.replace(/000(?:000)?$/, '');
}

/** Formats a duration in seconds with 0, 3, 6 or 9 fractional digits: `1.500s`. */
function formatDuration({ nanos }: RulesDuration): string {
  const size = nanos < 0n ? -nanos : nanos;
  return `${nanos < 0n ? '-' : ''}${size / SECOND}${fraction(size % SECOND)}s`;
}

function floatJson(value: number): number | string {
  return Number.isFinite(value) ? value : formatFloat(value);
}

/**
 * Converts a value to ExpressionValue JSON. Recurses into the value, whose depth is limited to 20
 * in documents.
 */
export function toExpressionValue(value: RulesValue): ExpressionValue {
  switch (typeof value) {
    case 'boolean':
      return { boolValue: value };
    case 'bigint':
      return { intValue: String(value) };
    case 'number':
      return { floatValue: floatJson(value) };
    case 'string':
      return { stringValue: value };
  }
  if (value === null) return { nullValue: null };
  if (value instanceof RulesMap) return { mapValue: { fields: mapFields(value) } };
  if (Array.isArray(value)) return { listValue: { values: value.map(toExpressionValue) } };
  if (value instanceof Uint8Array) return { bytesValue: Buffer.from(value).toString('base64') };
  return structuredValue(value);
}

function structuredValue(value: RulesValue): ExpressionValue {
  if (value instanceof RulesTimestamp) return { timestampValue: formatTimestamp(value) };
  if (value instanceof RulesDuration) return { durationValue: formatDuration(value) };
  if (value instanceof RulesLatLng)
    return { latlngValue: { latitude: value.latitude, longitude: value.longitude } };
  if (value instanceof RulesSet) return { setValue: { values: value.elements.map(toExpressionValue) } };
  if (value instanceof RulesPath) return { pathValue: { segments: value.segments.map(segmentJson) } };
  if (value instanceof Constraint) {
    return {
      constraintValue: {
        simpleConstraints: value.simpleConstraints.map((condition) => ({
          comparator: condition.comparator,
          value: toExpressionValue(condition.value),
        })),
      },
    };
  }
  return { mapDiffValue: { keyStatuses: Object.fromEntries<KeyStatus>(keyStatuses(value as RulesMapDiff)) } };
}

function mapFields(map: RulesMap): Record<string, ExpressionValue> {
  // fromEntries defines own properties, even for a key named __proto__.
  return Object.fromEntries(map.keys().map((key) => [key, toExpressionValue(map.lookup(key) ?? null)]));
}

function segmentJson(segment: RulesPath['segments'][number]): ExpressionValue {
  return typeof segment === 'string' ? { simple: segment } : { capture: { variableName: segment.capture } };
}

/** The maximum length of a formatted value. */
const MAXIMUM_SHORT_TEXT = 120;

/**
 * Formats a value on one line, as a literal of the rules language if possible; truncated when long.
 */
export function formatValue(value: RulesResult): string {
  const text = formatNested(value, 0);
  return text.length > MAXIMUM_SHORT_TEXT ? `${text.slice(0, MAXIMUM_SHORT_TEXT - 1)}…` : text;
}

function formatNested(value: RulesResult, depth: number): string {
  if (value instanceof RulesError) return `error: ${value.message.replaceAll(/\s+/g, ' ')}`;
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return formatFloat(value);
  if (typeof value === 'string') return quoteString(value.slice(0, MAXIMUM_SHORT_TEXT));
  if (value instanceof Uint8Array) return quoteBytes(value.subarray(0, MAXIMUM_SHORT_TEXT));
  if (depth > 3) return '…';
  const list = (values: readonly RulesValue[]): string =>
    `[${values
      .slice(0, 20)
      .map((element) => formatNested(element, depth + 1))
      .join(', ')}${values.length > 20 ? ', …' : ''}]`;
  if (Array.isArray(value)) return list(value);
  if (value instanceof RulesSet) return `set${list(value.elements)}`;
  if (value instanceof RulesMap) {
    const keys = value.keys();
    const entries = keys
      .slice(0, 20)
      .map((key) => `${key}: ${formatNested(value.lookup(key) ?? null, depth + 1)}`);
    return `{${entries.join(', ')}${keys.length > 20 ? ', …' : ''}}`;
  }
  if (value instanceof RulesPath) return `${formatPath(value)}${value.isPartial ? '/…' : ''}`;
  return formatScalar(value as RulesValue, depth);
}

function formatScalar(value: RulesValue, depth: number): string {
  if (value instanceof RulesTimestamp) return formatTimestamp(value);
  if (value instanceof RulesDuration) return formatDuration(value);
  if (value instanceof RulesLatLng) return `latlng(${value.latitude}, ${value.longitude})`;
  if (value instanceof Constraint) {
    return `query filter (${value.simpleConstraints.map((c) => `${c.comparator} ${formatNested(c.value, depth + 1)}`).join(' and ')})`;
  }
  return `map_diff ${JSON.stringify(Object.fromEntries(keyStatuses(value as RulesMapDiff)))}`;
}

/** A value in protocol text form, as `debug()` prints it. */
export function toTextProto(value: RulesValue): string {
  return protocolText(toExpressionValue(value)).trimEnd();
}

function protocolText(json: unknown): string {
  if (json === null || typeof json !== 'object') return '';
  let text = '';
  for (const [name, field] of Object.entries(json)) text += protocolField(snakeCase(name), field);
  return text;
}

function snakeCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

function protocolField(name: string, field: unknown): string {
  if (name === 'null_value') return 'null_value: NULL_VALUE\n';
  if (name === 'int_value') return `int_value: ${field}\n`;
  if (name === 'comparator') return `comparator: ${field}\n`;
  if (name === 'fields' || name === 'key_statuses') {
    return Object.entries(field as object)
      .map(([key, value]) => {
        const entry =
          typeof value === 'string' ? `  value: ${value}\n` : block('value', protocolText(value), 1);
        return `${name} {\n  key: ${JSON.stringify(key)}\n${entry}}\n`;
      })
      .join('');
  }
  if (Array.isArray(field)) return field.map((element) => block(name, protocolText(element), 0)).join('');
  if (field !== null && typeof field === 'object') return block(name, protocolText(field), 0);
  return `${name}: ${typeof field === 'string' ? JSON.stringify(field) : field}\n`;
}

function block(name: string, body: string, level: number): string {
  const lines = `${name} {\n${body.replaceAll(/^(?=.)/gm, '  ')}}\n`;
  return level === 0 ? lines : lines.replaceAll(/^(?=.)/gm, '  ');
}

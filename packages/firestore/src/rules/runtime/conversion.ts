/**
 * The conversion functions `string()`, `int()`, `float()` and `path()`, and the text forms they
 * use.
 */
import { type Builtins, type Overload, overload } from './builtin.ts';
import { conversionError, nullValueError } from './evaluation-error.ts';
import { RulesError, RulesPath, type RulesResult, type RulesValue, type UnboundCapture } from './value.ts';

/** Formats a float like Java's Double.toString: 1.0, 1.5, 1.0E10. */
export function formatFloat(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? 'Infinity' : '-Infinity';
  if (Object.is(value, -0)) return '-0.0';
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-3 || size >= 1e7)) {
    const [digits = '', exponent = ''] = value.toExponential().split('e');
    return `${digits.includes('.') ? digits : `${digits}.0`}E${Number(exponent)}`;
  }
  const text = String(value);
  return text.includes('.') ? text : `${text}.0`;
}

/** Formats a path: `/a/b`, with unbound captures in braces. */
export function formatPath(path: RulesPath): string {
  return joinSegments(path, ({ capture, isRecursive }) => `{${capture}${isRecursive ? '=**' : ''}}`);
}

function joinSegments({ segments }: RulesPath, formatCapture: (capture: UnboundCapture) => string): string {
  return `/${segments.map((segment) => (typeof segment === 'string' ? segment : formatCapture(segment))).join('/')}`;
}

/**
 * The UTF-8 bytes of a text. An unpaired surrogate, which an index can produce, becomes a question
 * mark, as in Java.
 */
export function toUtf8(text: string): Uint8Array {
  return Buffer.from(text.replaceAll(/\p{Surrogate}/gu, '?'), 'utf8');
}

/** The result of `string()`; undefined for types that it does not accept. */
export function stringify(value: RulesValue): string | undefined {
  if (value === null) return 'null';
  if (typeof value === 'string') return value;
  if (typeof value === 'bigint' || typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return formatFloat(value);
  // As in Google's emulator, a capture without a value cannot be converted.
  return value instanceof RulesPath && !value.isPartial ? joinSegments(value, () => '') : undefined;
}

/** `{name}`, `{name=*}` or `{name=**}`. */
const CAPTURE = /^\{\p{White_Space}*([A-Za-z_$][\w$]*)(=\*\*?)?\p{White_Space}*\}$/u;

/**
 * Parses a path: URL-encoded segments between slashes, without surrounding white space; `{name}`
 * for a capture of one segment, `{name=**}` for one of several segments. The first slash is
 * optional.
 */
function parsePath(text: string): RulesResult {
  if (text === '') return new RulesError('Empty Path Template is not allowed.');
  const segments: (string | UnboundCapture)[] = [];
  for (const untrimmed of text.replace(/^\//, '').split('/')) {
    const encoded = trim(untrimmed);
    if (encoded === '') {
      return new RulesError(`Invalid Path Template ${text}. Empty segment is not allowed.`);
    }
    const segment = encoded.startsWith('{') ? parseCapture(encoded, text) : decodeSegment(encoded);
    if (segment instanceof RulesError) return segment;
    segments.push(segment);
  }
  return new RulesPath(segments);
}

function trim(segment: string): string {
  return segment.replaceAll(/^\p{White_Space}+|\p{White_Space}+$/gu, '');
}

function parseCapture(encoded: string, template: string): UnboundCapture | RulesError {
  const [, capture, pattern] = CAPTURE.exec(encoded) ?? [];
  if (capture !== undefined) return { capture, isRecursive: pattern === '=**' };
  return new RulesError(
    `Invalid Path Template ${template}. ${encoded} is not a capture: write {name} or {name=**}.`,
  );
}

/**
 * Decodes a segment like Java's URLDecoder: `%20` and `+` are spaces, and invalid UTF-8 is
 * replaced.
 */
function decodeSegment(encoded: string): string | RulesError {
  if (/%(?![0-9A-Fa-f]{2})/.test(encoded)) {
    return new RulesError(`Unable to decode ${encoded} to url. Error: '%' needs two hexadecimal digits.`);
  }
  return encoded
    .replaceAll('+', ' ')
    .replaceAll(/(?:%[0-9A-Fa-f]{2})+/g, (bytes) => Buffer.from(bytes.replaceAll('%', ''), 'hex').toString());
}

const LIMIT = 2n ** 63n;

function parseInteger(text: string): RulesResult {
  if (!/^[+-]?[0-9]{1,40}$/.test(text)) return conversionError(text, 'int');
  const value = BigInt(text.replace('+', ''));
  return value >= -LIMIT && value < LIMIT ? value : conversionError(text, 'int');
}

/**
 * Texts that Java's Double.parseDouble accepts, except hexadecimal ones: the number may have
 * surrounding white space and a type suffix.
 */
const FLOAT =
  /^[ \t-\r]*([+-]?)(?:(NaN|Infinity)|((?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]+)?)[dDfF]?)[ \t-\r]*$/;

function parseFloatText(text: string): RulesResult {
  const [, sign, name, digits = name] = FLOAT.exec(text) ?? [];
  if (digits === undefined) return conversionError(text, 'float');
  return sign === '-' ? -Number(digits) : Number(digits);
}

/**
 * Converts a float to an int: truncates toward zero; NaN becomes 0, out-of-range values the nearest
 * int.
 */
export function truncate(value: number): bigint {
  if (Number.isNaN(value)) return 0n;
  if (value >= 2 ** 63) return LIMIT - 1n;
  if (value <= -(2 ** 63)) return -LIMIT;
  return BigInt(Math.trunc(value));
}

const stringOverload: Overload<undefined>['apply'] = (_, [value]) =>
  stringify(value ?? null) ?? nullValueError();

/** The conversion functions by name. */
export const CONVERSIONS: Builtins<undefined> = new Map<string, Overload<undefined>[]>([
  [
    'string',
    (['null', 'bool', 'float', 'string', 'path'] as const).map((type) => overload([type], stringOverload)),
  ],
  [
    'int',
    [
      overload(['int'], (_, [value]) => value as bigint),
      overload(['float'], (_, [value]) => truncate(value as number)),
      overload(['string'], (_, [value]) => parseInteger(value as string)),
    ],
  ],
  [
    'float',
    [
      overload(['float'], (_, [value]) => Number(value)),
      overload(['string'], (_, [value]) => parseFloatText(value as string)),
    ],
  ],
  ['path', [overload(['string'], (_, [value]) => parsePath(value as string))]],
]);

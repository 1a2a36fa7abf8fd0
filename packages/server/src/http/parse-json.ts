import type { JsonObject, JsonValue } from '@bufbuild/protobuf';
import { invalidArgument } from '../core/rpc-error.ts';

/**
 * Matches bodies that may contain an integer beyond 2^53. Only these need the slower, exact parser.
 */
const LONG_INTEGER = /-?\d{16,}/;

/**
 * A JSON.parse reviver that replaces integers beyond 2^53 with a string of their digits, which
 * protobuf's JSON mapping accepts for 64-bit integers. Doubles stay numbers, because the string
 * "1e400" would be invalid.
 */
function exactIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}

/**
 * Matches bodies that may contain an escaped half of a surrogate pair. Only these need a closer
 * look.
 */
const SURROGATE_ESCAPE = /\\u[dD][89a-fA-F]/;
/** A JSON escape sequence: `\\uXXXX` with its digits, or any other. */
const ESCAPE = /\\(?:u([\da-fA-F]{4})|.)/gs;

/**
 * Returns whether an escape sequence is an unpaired surrogate, which no UTF-8 string can contain.
 */
function hasLoneSurrogate(text: string): boolean {
  /** The required position of the low surrogate after a high one; undefined after anything else. */
  let lowIndex: number | undefined;
  for (const { 0: sequence, 1: digits = '', index } of text.matchAll(ESCAPE)) {
    const isLow = /^d[c-f]/i.test(digits);
    if ((isLow || lowIndex !== undefined) && !(isLow && index === lowIndex)) return true;
    lowIndex = /^d[89ab]/i.test(digits) ? index + sequence.length : undefined;
  }
  return lowIndex !== undefined;
}

/** The reason why a text could not be parsed or decoded, phrased for the client. */
export function reasonOf(error: unknown): string {
  // A stack overflow in a recursive function.
  return error instanceof RangeError ? 'It is nested too deeply.' : (error as Error).message;
}

/**
 * Parses a body. An empty body, which the Emulator UI sends, counts as `{}`. Throws
 * INVALID_ARGUMENT.
 */
export function parseJson(text: string): JsonValue {
  if (text.trim() === '') return {};
  if (SURROGATE_ESCAPE.test(text) && hasLoneSurrogate(text)) {
    throw invalidArgument('Invalid JSON payload received. A string contains half of a surrogate pair.');
  }
  try {
    return LONG_INTEGER.test(text) ? JSON.parse(text, exactIntegers) : JSON.parse(text);
  } catch (error) {
    throw invalidArgument(`Invalid JSON payload received. ${reasonOf(error)}`);
  }
}

/** Parses a body that must be an object. Throws INVALID_ARGUMENT. */
export function parseJsonObject(text: string): JsonObject {
  const json = parseJson(text);
  if (typeof json === 'object' && json !== null && !Array.isArray(json)) return json;
  throw invalidArgument('Invalid JSON payload received. The body must be an object.');
}

import { type DescMessage, fromJson, type JsonValue, type MessageShape } from '@bufbuild/protobuf';
import { invalidArgument } from '../core/rpc-error.ts';

/** Matches bodies that may contain an integer beyond 2^53: only they need the slower, exact parse. */
const LONG_INTEGER = /-?\d{16,}/;

/**
 * A JSON.parse reviver that replaces integers beyond 2^53 by their digits as a string, which protobuf's JSON mapping
 * accepts for 64-bit integers. Doubles stay numbers: the string "1e400" would be invalid.
 */
function exactIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}

/** Parses the text of a body. An empty body, which the Emulator UI sends, is `{}`. Throws INVALID_ARGUMENT. */
export function parseJson(text: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    return LONG_INTEGER.test(text) ? JSON.parse(text, exactIntegers) : JSON.parse(text);
  } catch (error) {
    throw invalidArgument(`Invalid JSON payload received. ${(error as Error).message}`);
  }
}

/** Decodes a message. Throws INVALID_ARGUMENT with the name of an invalid field. */
export function requestFromJson<D extends DescMessage>(schema: D, json: JsonValue): MessageShape<D> {
  try {
    return fromJson(schema, json);
  } catch (error) {
    throw invalidArgument(`Invalid JSON payload received. ${(error as Error).message}`);
  }
}

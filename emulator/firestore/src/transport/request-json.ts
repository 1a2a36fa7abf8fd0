// Owns messages as JSON on their way in. Knows no routes.

import { type DescMessage, fromJson, type JsonValue, type MessageShape } from '@bufbuild/protobuf';
import { invalidArgument } from '../core/rpc-error.ts';

/** A JSON number that a double cannot hold exactly: only then is the slow, exact parse worth its price. */
const LONG_INTEGER = /-?\d{16,}/;

/**
 * Keeps integers beyond 2^53 exact by handing on their digits as a string, which protobuf's JSON takes for a
 * 64-bit integer. Doubles stay numbers: as a string "1e400" would be refused.
 */
function exactIntegers(_key: string, value: unknown, context?: { source?: string }): unknown {
  if (typeof value !== 'number' || Number.isSafeInteger(value)) return value;
  return context?.source !== undefined && /^-?\d+$/.test(context.source) ? context.source : value;
}

/** Parses the text of a body. An empty body is `{}`: the Emulator UI sends such. Throws INVALID_ARGUMENT. */
export function parseJson(text: string): JsonValue {
  if (text.trim() === '') return {};
  try {
    return LONG_INTEGER.test(text) ? JSON.parse(text, exactIntegers) : JSON.parse(text);
  } catch (error) {
    throw invalidArgument(`Invalid JSON payload received. ${(error as Error).message}`);
  }
}

/** Decodes a message. Throws INVALID_ARGUMENT that names the field that does not fit. */
export function requestFromJson<D extends DescMessage>(schema: D, json: JsonValue): MessageShape<D> {
  try {
    return fromJson(schema, json);
  } catch (error) {
    throw invalidArgument(`Invalid JSON payload received. ${(error as Error).message}`);
  }
}

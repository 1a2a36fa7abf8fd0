// Describes a request to the Auth emulator and its outcome without passwords, tokens and codes:
// only the fields below are read.
import type { IncomingMessage, ServerResponse } from 'node:http';
import { completeBody } from '@savepoint/server/guard/preload';

const MAX_BODY_BYTES = 64 * 1024;

type Attributes = Record<string, string | boolean>;
type Fields = Readonly<Record<string, unknown>>;

/** A response. The actual methods take more arguments. */
interface Streamed {
  write(chunk?: unknown, ...rest: unknown[]): boolean;
  end(chunk?: unknown, ...rest: unknown[]): ServerResponse;
}

/**
 * Adds to the span, before the response is complete: the account (`auth.user_id`), new claims
 * (`auth.claims`), the kind of a code (`auth.code_type`), whether an account was disabled, and the
 * code of an error, such as EMAIL_EXISTS.
 */
export function describeAuthExchange(
  span: { set(attributes: Attributes): void },
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const streamed: Streamed = response;
  const { end, write } = streamed;
  const chunks: Buffer[] = [];
  const collect = (chunk: unknown): void => {
    if (typeof chunk === 'string' || chunk instanceof Uint8Array) chunks.push(Buffer.from(chunk));
  };
  // The Auth emulator pipes its responses.
  streamed.write = function writeCollected(chunk, ...rest) {
    collect(chunk);
    return write.call(this, chunk, ...rest);
  };
  streamed.end = function endDescribed(chunk, ...rest) {
    collect(chunk);
    span.set(requestAttributes(fieldsOf(completeBody(request)), request.url ?? ''));
    const { localId, error } = fieldsOf(Buffer.concat(chunks));
    span.set({ ...text('auth.user_id', localId), ...text('auth.error', messageOf(error)) });
    return end.call(this, chunk, ...rest);
  };
}

function requestAttributes(
  { localId, customAttributes, requestType, disableUser, providerId }: Fields,
  url: string,
): Attributes {
  const mode = new URL(url, 'http://localhost').searchParams.get('mode');
  return {
    ...text('auth.user_id', localId),
    ...text('auth.claims', customAttributes),
    ...text('auth.code_type', requestType ?? mode),
    ...text('auth.provider', providerId),
    ...(typeof disableUser === 'boolean' && { 'auth.disabled': disableUser }),
  };
}

function messageOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'message' in error ? error.message : undefined;
}

function text(name: string, value: unknown): Attributes {
  return typeof value === 'string' ? { [name]: value } : {};
}

/** The fields of a JSON object; none for other bodies. */
function fieldsOf(body: Buffer | undefined): Fields {
  if (body === undefined || body.length === 0 || body.length > MAX_BODY_BYTES) return {};
  try {
    return JSON.parse(body.toString()) ?? {};
  } catch {
    return {};
  }
}

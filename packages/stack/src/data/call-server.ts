import { randomBytes } from 'node:crypto';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';

/**
 * All calls of a command share one trace. It is not sampled
 * (https://www.w3.org/TR/trace-context/#sampled-flag): the Firestore emulator then records only its
 * writes.
 */
const TRACEPARENT = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;

/**
 * Calls an emulator as an administrator. Resolves with the parsed JSON, if the response is JSON.
 * @param server the emulator's name
 * @throws UserError when it responds with an error, or not at all
 */
export async function callServer(
  server: string,
  method: string,
  url: string,
  body?: unknown,
): Promise<Record<string, unknown>> {
  const response = await fetchServer(server, url, {
    method,
    headers: {
      ...{ authorization: 'Bearer owner', 'content-type': 'application/json' },
      traceparent: TRACEPARENT,
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  if (!response.ok) throw responseError(method, url, response.status, text);
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  return isJson ? (JSON.parse(text) as Record<string, unknown>) : {};
}

/** The error for an unexpected response. */
export function responseError(method: string, url: string, status: number, text: string): UserError {
  return new UserError(
    `${method} ${url} returned ${status}: ${text.slice(0, 300)}`,
    'See the output of the stack.',
  );
}

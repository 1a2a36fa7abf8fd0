import { randomBytes } from 'node:crypto';
import { fetchServer } from '../processes/fetch-server.ts';
import { UserError } from '../user-error.ts';

/**
 * What a command sends is one trace, without the reads: it is not sampled
 * (https://www.w3.org/TR/trace-context/#sampled-flag), and the Firestore emulator records the
 * writes of such a request only.
 */
const TRACEPARENT = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-00`;

/**
 * Calls an emulator as an administrator and resolves with the JSON of the response, if it is JSON.
 * @param server its name
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

/** The error for a response that is not the expected one. */
export function responseError(method: string, url: string, status: number, text: string): UserError {
  return new UserError(
    `${method} ${url} returned ${status}: ${text.slice(0, 300)}`,
    'See the output of the stack.',
  );
}

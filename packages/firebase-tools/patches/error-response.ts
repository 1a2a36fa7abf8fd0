import type { ServerResponse } from 'node:http';
import type { Definition } from './functions-emulator.ts';

/**
 * The error codes of callable functions, by status
 * (https://firebase.google.com/docs/functions/callable-reference).
 */
const CODES = { 500: 'INTERNAL', 503: 'UNAVAILABLE', 504: 'DEADLINE_EXCEEDED' };

/**
 * Responds instead of a function, in the format of its protocol. A response that has already begun
 * is aborted.
 */
export function respondWithError(
  response: ServerResponse,
  definition: Pick<Definition, 'labels'> | undefined,
  status: keyof typeof CODES,
  message: string,
): void {
  if (response.headersSent || response.destroyed) return void response.destroy();
  const isCallable = definition?.labels?.['deployment-callable'] === 'true';
  const [type, body] = isCallable
    ? ['application/json', JSON.stringify({ error: { status: CODES[status], message } })]
    : ['text/plain; charset=utf-8', message];
  response.writeHead(status, { 'content-type': type }).end(body);
}

// Responds to a request whose handler has failed.
import { AsyncLocalStorage } from 'node:async_hooks';
import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import { printable, printableError } from '@savepoint/server/guard/preload';

const STATUSES: Readonly<Record<number, string>> = {
  401: 'UNAUTHENTICATED',
  403: 'PERMISSION_DENIED',
  404: 'NOT_FOUND',
  501: 'UNIMPLEMENTED',
};

/** Responds to the request of the running code if that code fails with an uncaught error. */
export const failuresOf = new AsyncLocalStorage<{ respond(error: unknown): void }>();

/**
 * @param isCaused whether the client is at fault, because a server without validation fails on
 * invalid input
 */
export function respondToError(
  request: IncomingMessage,
  response: ServerResponse,
  error: unknown,
  isCaused = false,
): void {
  const code = statusOf(error);
  if (code >= 400 && code < 500) {
    respondWith(response, code, messageOf(error) || STATUS_CODES[code] || '');
    return;
  }
  // Also if nobody is left to receive a response.
  if (!isCaused || response.headersSent) {
    const path = (request.url ?? '').replace(/\?.*/s, '').slice(0, 200);
    process.stderr.write(`${request.method} ${printable(path)} failed: ${printableError(error)}\n`);
  }
  const message = `The request could not be processed: ${messageOf(error) ?? error}`;
  respondWith(response, isCaused ? 400 : 500, message);
}

/** Sends an error in the format of Google's APIs. A response that has already begun is aborted. */
export function respondWith(response: ServerResponse, code: number, message: string, own: object = {}): void {
  if (response.headersSent) return void response.destroy();
  const status = STATUSES[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
  const body = JSON.stringify({ ...own, error: { code, status, message: message.toWellFormed() } });
  response
    .writeHead(code, {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

/** The status of an error from Express middleware; NaN for others. */
function statusOf(error: unknown): number {
  if (typeof error !== 'object' || error === null) return Number.NaN;
  if ('status' in error && error.status !== undefined) return Number(error.status);
  return 'statusCode' in error ? Number(error.statusCode) : Number.NaN;
}

function messageOf(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null || !('message' in error)) return undefined;
  return typeof error.message === 'string' ? error.message : undefined;
}

import { isUtf8 } from 'node:buffer';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidArgument, type RpcError, toRpcError } from '../core/rpc-error.ts';
import { errorBody, httpStatus } from './http-status.ts';

export function traceparentOf({ headers: { traceparent } }: IncomingMessage): string | undefined {
  return typeof traceparent === 'string' ? traceparent : undefined;
}

/** Production's limit for one request, 11 MiB. */
const MAX_REQUEST_BYTES = 11_534_336;

/** One HTTP request with its response. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** The percent-decoded segments of the path; an empty segment is ''. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** Decoded, it would look like a separator. */
const ENCODED_SLASH = /%2f/i;

/** Parses the target of a request. Throws INVALID_ARGUMENT for invalid percent-encoding. */
export function createExchange(request: IncomingMessage, response: ServerResponse): HttpExchange {
  const target = request.url ?? '/';
  const queryStart = target.indexOf('?');
  const path = queryStart < 0 ? target : target.slice(0, queryStart);
  const query = queryStart < 0 ? '' : target.slice(queryStart + 1);
  if (ENCODED_SLASH.test(path)) {
    throw invalidArgument(`The path ${path} contains an encoded "/", which ids may not contain.`);
  }
  try {
    // URLSearchParams replaces invalid UTF-8 instead of rejecting it.
    if (query.includes('%')) decodeURIComponent(query);
    return {
      request,
      response,
      segments: path.slice(1).split('/').map(decodeURIComponent),
      query: new URLSearchParams(query),
    };
  } catch {
    throw invalidArgument(`The URL ${target} is not valid percent-encoding.`);
  }
}

/**
 * The content types that clients declare for JSON bodies: the lite SDK and rules-unit-testing send
 * text/plain, which needs no CORS preflight; `curl -d` and WebChannel send a form.
 */
const BODY_TYPES: ReadonlySet<string | undefined> = new Set([
  undefined,
  '',
  'application/json',
  'text/plain',
  'application/x-www-form-urlencoded',
]);

function checkContentType(contentType: string | undefined): void {
  if (BODY_TYPES.has(contentType) || BODY_TYPES.has(contentType?.split(';', 1)[0]?.trim().toLowerCase()))
    return;
  throw invalidArgument(`The Content-Type "${contentType}" is not supported: send application/json.`);
}

/**
 * Reads the complete body as text. Rejects with INVALID_ARGUMENT for a type not in BODY_TYPES, for
 * invalid UTF-8, and above `limit` bytes. It rejects only after reading the body, because the
 * sender would otherwise not receive the error.
 */
export async function readBody({ request }: HttpExchange, limit = MAX_REQUEST_BYTES): Promise<string> {
  checkContentType(request.headers['content-type']);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
  }
  if (size > limit) throw invalidArgument(`Request payload size exceeds the limit: ${limit} bytes.`);
  const [only] = chunks;
  const body = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
  if (!isUtf8(body)) throw invalidArgument('The body is not UTF-8.');
  return body.toString('utf8');
}

const EXPOSED_HEADERS = 'x-client-wire-protocol, x-http-session-id, x-http-initial-response';

/**
 * Sets CORS headers for the origin of a request. Requests carry credentials, for which browsers
 * reject `*`, so the origin is echoed.
 */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const origin = request.headers.origin;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
  response.setHeader('vary', 'Origin');
}

/** Responds to a CORS preflight; every requested header and method is allowed. */
export function sendPreflight(request: IncomingMessage, response: ServerResponse): void {
  const headers = request.headers['access-control-request-headers'];
  if (headers !== undefined) response.setHeader('access-control-allow-headers', headers);
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS');
  response.setHeader('access-control-max-age', '3600');
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204).end();
}

export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=UTF-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

/**
 * Responds with an error and returns it. If headers were already sent, destroys the connection
 * instead, so that no client mistakes a partial response for a complete one.
 */
export function sendError(response: ServerResponse, cause: unknown): RpcError {
  const error = toRpcError(cause);
  if (response.headersSent) response.destroy();
  else sendJson(response, errorBody(error), httpStatus(error));
  return error;
}

/** Returns a signal that is aborted if the client disconnects before the response has ended. */
export function abortSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

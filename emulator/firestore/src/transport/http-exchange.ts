// Owns one HTTP request and its answer: path and query, body within bounds, CORS, JSON out.
// Knows nothing of Firestore's routes.

import type { IncomingMessage, ServerResponse } from 'node:http';
import { invalidArgument, type RpcError, toRpcError } from '../core/rpc-error.ts';
import { errorBody, httpStatus } from './http-status.ts';

/** Google's own bound on one request, 11 MiB; larger ones are refused by name. */
export const MAX_REQUEST_BYTES = 11_534_336;

/** One request with its answer. */
export interface HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  /** Segments between slashes, percent-decoded; '' for an empty one. */
  readonly segments: readonly string[];
  readonly query: URLSearchParams;
}

/** Splits the target of a request. Throws INVALID_ARGUMENT when its percent-encoding is broken. */
export function createExchange(request: IncomingMessage, response: ServerResponse): HttpExchange {
  const target = request.url ?? '/';
  const mark = target.indexOf('?');
  const path = mark < 0 ? target : target.slice(0, mark);
  try {
    return {
      request,
      response,
      segments: path.slice(1).split('/').map(decodeURIComponent),
      query: new URLSearchParams(mark < 0 ? '' : target.slice(mark + 1)),
    };
  } catch {
    throw invalidArgument(`The path ${path} is not valid percent-encoding.`);
  }
}

/** How much of a body that is too large is still taken in, so that its sender can read why it was refused. */
const MAX_DRAINED_BYTES = 67_108_864;

/**
 * The whole body as UTF-8. Refuses one above `limit` bytes with INVALID_ARGUMENT; one above MAX_DRAINED_BYTES is cut
 * off on its way.
 */
export async function readBody({ request }: HttpExchange, limit = MAX_REQUEST_BYTES): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= limit) chunks.push(chunk);
    else chunks.length = 0;
    if (size > MAX_DRAINED_BYTES) break;
  }
  if (size > limit) throw invalidArgument(`Request payload size exceeds the limit: ${limit} bytes.`);
  return Buffer.concat(chunks).toString('utf8');
}

const EXPOSED_HEADERS = 'x-client-wire-protocol, x-http-session-id, x-http-initial-response';

/** Lets a page of any origin read the answer, with credentials: `*` would be refused by browsers then. */
export function allowOrigin(request: IncomingMessage, response: ServerResponse): void {
  const origin = request.headers.origin;
  if (origin === undefined) return;
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('access-control-allow-credentials', 'true');
  response.setHeader('access-control-expose-headers', EXPOSED_HEADERS);
  response.setHeader('vary', 'Origin');
}

/** Answers a CORS preflight; everything asked for is allowed. */
export function sendPreflight(request: IncomingMessage, response: ServerResponse): void {
  const asked = request.headers['access-control-request-headers'];
  if (asked !== undefined) response.setHeader('access-control-allow-headers', asked);
  response.setHeader('access-control-allow-methods', 'GET, POST, PUT, PATCH, DELETE, OPTIONS');
  response.setHeader('access-control-max-age', '3600');
  if (request.headers['access-control-request-private-network'] === 'true') {
    response.setHeader('access-control-allow-private-network', 'true');
  }
  response.writeHead(204).end();
}

/** Answers 200 with a JSON body. */
export function sendJson(response: ServerResponse, body: unknown, status = 200): void {
  const text = JSON.stringify(body);
  response
    .writeHead(status, {
      'content-type': 'application/json; charset=UTF-8',
      'content-length': Buffer.byteLength(text),
    })
    .end(text);
}

/** Answers a refusal; after the head was sent the connection is cut, so that no client takes a part for the whole. */
export function sendError(response: ServerResponse, cause: unknown): RpcError {
  const error = toRpcError(cause);
  if (response.headersSent) response.destroy();
  else sendJson(response, errorBody(error), httpStatus(error));
  return error;
}

/** Aborted when the client goes away before its answer ended. */
export function abortSignal(response: ServerResponse): AbortSignal {
  const controller = new AbortController();
  response.once('close', () => {
    if (!response.writableFinished) controller.abort();
  });
  return controller.signal;
}

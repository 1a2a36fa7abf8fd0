// Limits the size of request bodies, and holds them until they are complete, before a handler sees
// the request. Node's parser passes chunks of a body to the request's `push`; replacing that method
// leaves the request a normal stream for handlers.

import type { IncomingMessage } from 'node:http';
import { DEFAULT_LIMITS } from './request-limits.ts';

const completeBodies = new WeakMap<IncomingMessage, Buffer>();

/** Returns whether the headers announce more than `maxBytes`. */
export function isTooLarge({ headers }: IncomingMessage, maxBytes: number): boolean {
  return Number(headers['content-length']) > maxBytes;
}

/** Returns whether the headers do not announce the length of the body. */
export function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/**
 * Calls `onBody` once the body is complete. The request can then be read from the start, and its
 * headers contain the length. If the body exceeds `maxBytes`, it is discarded, and `onExcess` is
 * called instead once the client has sent it all: a client that is still sending would see a closed
 * connection instead of a response. Calls neither if the client does not complete the body.
 * @param request one that no handler has seen, or whose body has been awaited before
 */
export function awaitBody(
  request: IncomingMessage,
  onBody: (body: Buffer) => void,
  onExcess: () => void = () => request.destroy(),
  maxBytes: number = DEFAULT_LIMITS.bodyBytes,
): void {
  const complete = completeBodies.get(request);
  if (complete !== undefined) {
    onBody(complete);
    return;
  }
  const { push } = request;
  const chunks: Buffer[] = [];
  let size = 0;
  request.push = (chunk: Buffer | null) => {
    if (chunk !== null) {
      size += chunk.length;
      if (size <= maxBytes) chunks.push(chunk);
      else chunks.length = 0;
      return true;
    }
    request.push = push;
    if (size > maxBytes) {
      onExcess();
      return true;
    }
    const body = Buffer.concat(chunks);
    completeBodies.set(request, body);
    if (isChunked(request)) {
      delete request.headers['transfer-encoding'];
      request.headers['content-length'] = String(body.length);
    }
    if (body.length > 0) request.push(body);
    request.push(null);
    onBody(body);
    return true;
  };
}

/** The awaited body; undefined before it is complete, and if nobody has awaited it. */
export function completeBody(request: IncomingMessage): Buffer | undefined {
  return completeBodies.get(request);
}

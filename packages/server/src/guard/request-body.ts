// Bodies of requests before a handler sees the request: limited in size, and held until they are
// complete. Node's parser hands the parts of a body to `push` of its request; replacing that leaves
// the request a stream as handlers expect it.

import type { IncomingMessage } from 'node:http';
import { DEFAULT_LIMITS } from './request-limits.ts';

const completeBodies = new WeakMap<IncomingMessage, Buffer>();

/** Whether the headers announce more than `maxBytes`. */
export function isTooLarge({ headers }: IncomingMessage, maxBytes: number): boolean {
  return Number(headers['content-length']) > maxBytes;
}

/** Whether the headers do not say how long the body is. */
export function isChunked({ headers }: IncomingMessage): boolean {
  return headers['transfer-encoding'] !== undefined;
}

/**
 * Calls `onBody` when the body is complete; the request can be read from the start then, and its
 * headers say how long the body is. For a body of more than `maxBytes`, of which nothing is kept,
 * it calls `onExcess` instead, once the client has sent it: before, a client that still sends would
 * see a closed connection instead of a response. Calls neither when the client does not complete
 * the body.
 * @param request that no handler has seen, or whose body has been awaited before
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

/**
 * The body that has been awaited; undefined before it is complete, and for one that nobody has
 * awaited.
 */
export function completeBody(request: IncomingMessage): Buffer | undefined {
  return completeBodies.get(request);
}

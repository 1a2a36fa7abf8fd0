// Bodies of requests before a handler sees the request: limited in size, and held until they are complete. Node's parser hands the parts
// of a body to `push` of its request; replacing that leaves the request a stream as handlers expect it.

/** Cloud Functions and Cloud Run accept 32 MiB. */
const MAX_BODY_BYTES = 32 * 1024 * 1024;

/** @type {WeakMap<import('node:http').IncomingMessage, Buffer>} */
const completeBodies = new WeakMap();

/** Whether the headers announce more than is accepted. */
function isTooLarge({ headers }, maxBytes = MAX_BODY_BYTES) {
  return Number(headers['content-length']) > maxBytes;
}

/** Whether the headers do not say how long the body is. */
function isChunked({ headers }) {
  return headers['transfer-encoding'] !== undefined;
}

/**
 * Calls `onBody` when the body is complete; the request can be read from the start then, and its headers say how long the body is. For a
 * body of more than `maxBytes`, 32 MiB by default, of which nothing is kept, it calls `onExcess` instead, once the client has sent it: before, a client that still sends would see a closed connection
 * instead of a response. Calls neither when the client does not complete the body.
 * @param {import('node:http').IncomingMessage} request that no handler has seen, or whose body has been awaited before
 * @param {(body: Buffer) => void} onBody
 * @param {() => void} [onExcess]
 * @param {number} [maxBytes]
 */
function awaitBody(request, onBody, onExcess = () => request.destroy(), maxBytes = MAX_BODY_BYTES) {
  const complete = completeBodies.get(request);
  if (complete !== undefined) {
    onBody(complete);
    return;
  }
  const { push } = request;
  const chunks = [];
  let size = 0;
  request.push = (chunk) => {
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

/** The body that has been awaited; undefined before it is complete, and for one that nobody has awaited. */
function completeBody(request) {
  return completeBodies.get(request);
}

module.exports = { completeBody, MAX_BODY_BYTES, isTooLarge, isChunked, awaitBody };

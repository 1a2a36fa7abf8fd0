// Responds to a request whose handler has failed.
const { AsyncLocalStorage } = require('node:async_hooks');
const { STATUS_CODES } = require('node:http');
const { printable, printableError } = require('../../server/inbound-guard.cjs');

const STATUSES = { 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND', 501: 'UNIMPLEMENTED' };

/**
 * How to respond to the request that the running code belongs to, should that fail where nothing
 * catches it.
 * @type {AsyncLocalStorage<{ respond(error: unknown): void }>}
 */
exports.failuresOf = new AsyncLocalStorage();

/**
 * @param {boolean} [isCaused] whether a failure is the client's: a server without validation fails
 *   because of what it is sent
 */
exports.respondToError = (request, response, error, isCaused = false) => {
  const code = error?.status ?? error?.statusCode;
  if (code >= 400 && code < 500)
    return exports.respondWith(response, code, error.message || STATUS_CODES[code]);
  // Also where nobody is left to receive a response.
  if (!isCaused || response.headersSent) {
    const path = request.url.split('?', 1)[0].slice(0, 200);
    process.stderr.write(`${request.method} ${printable(path)} failed: ${printableError(error)}\n`);
  }
  const message = `The request could not be processed: ${error?.message ?? error}`;
  return exports.respondWith(response, isCaused ? 400 : 500, message);
};

/** An error as Google's APIs have it. A response that has begun is broken off. */
exports.respondWith = (response, code, message, own = {}) => {
  if (response.headersSent) return response.destroy();
  const status = STATUSES[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
  const body = JSON.stringify({ ...own, error: { code, status, message: message.toWellFormed() } });
  return response
    .writeHead(code, {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
};

// The invocation that the running code belongs to: what a request starts, asynchronously or not,
// belongs to the request.
const { AsyncLocalStorage } = require('node:async_hooks');
const { Server } = require('node:http');
const { decodeInvocation, INVOCATION_HEADER } = require('./protocol.cjs');

/** @type {AsyncLocalStorage<import('./protocol.cjs').Invocation>} */
const storage = new AsyncLocalStorage();
const invocations = new WeakMap();
let isLoading = true;

/** Undefined in code that no request has started. */
exports.currentInvocation = () => storage.getStore();

/** Whether the functions are still being loaded: no request has arrived. */
exports.isLoading = () => isLoading;

/**
 * The invocation of a request; undefined for one that is not firebase-tools'. Functions do not see
 * the header.
 */
exports.invocationOf = (request) => {
  const header = request.headers[INVOCATION_HEADER];
  if (header !== undefined) {
    invocations.set(request, decodeInvocation(header));
    delete request.headers[INVOCATION_HEADER];
    const index = request.rawHeaders.findIndex((text) => text.toLowerCase() === INVOCATION_HEADER);
    request.rawHeaders.splice(index, 2);
  }
  return invocations.get(request);
};

exports.followInvocations = () => {
  const { emit } = Server.prototype;
  Server.prototype.emit = function emitInInvocation(event, ...args) {
    if (event !== 'request' && event !== 'checkContinue') return emit.call(this, event, ...args);
    isLoading = false;
    const invocation = exports.invocationOf(args[0]);
    if (invocation === undefined) return emit.call(this, event, ...args);
    return storage.run(invocation, () => emit.call(this, event, ...args));
  };
  // For a debugger that has paused a worker which does not respond.
  process[Symbol.for('savepoint.invocation')] = () => storage.getStore()?.id;
};

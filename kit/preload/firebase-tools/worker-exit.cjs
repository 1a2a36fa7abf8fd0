// A worker of the Functions emulator may exit at any moment: killed, out of memory, or by process.exit(). firebase-tools then polls a
// starting worker until its timeout, responds with the same 500 as for a function that threw, and may use a worker that no longer exists.
// This ends the wait at once, ends a worker that does not listen in time, and responds with the statuses of production: 503 when the worker died, 504 when the function timed out.
exports.module = 'lib/emulator/functionsRuntimeWorker.js';

exports.expected = {
  'a worker state FINISHED': ({ RuntimeWorkerState: { FINISHED } }) => typeof FINISHED === 'string',
  'an accessor RuntimeWorker.state that keeps _state': ({ RuntimeWorker }) => {
    const { get, set } = Object.getOwnPropertyDescriptor(RuntimeWorker.prototype, 'state');
    return /return this\._state;/.test(get) && /this\._state = state;/.test(set);
  },
  'RuntimeWorker.isSocketReady(), which waitForSocketReady() repeats after ECONNREFUSED and ENOENT only': ({
    RuntimeWorker: {
      prototype: { isSocketReady, waitForSocketReady },
    },
  }) =>
    isSocketReady.length === 0 &&
    /this\.isSocketReady\(\)/.test(waitForSocketReady) &&
    /\["ECONNREFUSED", "ENOENT"\]\.includes\(code\)/.test(waitForSocketReady),
  'RuntimeWorker.request(req, resp, body, debug) that writes its own 500 without headers, and pipes other responses':
    ({ RuntimeWorker }) => {
      const { request } = RuntimeWorker.prototype;
      return (
        request.length === 4 &&
        /resp\.writeHead\(500\)/.test(request) &&
        /resp\.writeHead\(_resp\.statusCode \|\| 200, _resp\.headers\)/.test(request) &&
        /_resp\.pipe\(resp\)/.test(request) &&
        /this\.timeoutSeconds \* 1000/.test(request)
      );
    },
};

exports.apply = ({ RuntimeWorker, RuntimeWorkerState: { FINISHED } }) => {
  const { prototype } = RuntimeWorker;
  const { get, set } = Object.getOwnPropertyDescriptor(prototype, 'state');
  Object.defineProperty(prototype, 'state', {
    get,
    // A response that arrives after the exit would make the worker look idle, and it would get requests forever.
    set(state) {
      if (this._state !== FINISHED) set.call(this, state);
    },
  });
  const { isSocketReady, request, waitForSocketReady } = prototype;
  prototype.isSocketReady = function isSocketReadyUnlessExited() {
    if (this.state !== FINISHED) return isSocketReady.call(this);
    return Promise.reject(new Error('The process of the function exited while it was starting.'));
  };
  prototype.waitForSocketReady = async function waitForSocketReadyOrKill() {
    try {
      await waitForSocketReady.call(this);
    } catch (error) {
      this.runtime.process.kill();
      throw error;
    }
  };
  prototype.request = function requestWithStatus(req, resp, ...rest) {
    const startedAt = Date.now();
    const { writeHead } = resp;
    resp.writeHead = (status, ...headers) => {
      if (status !== 500 || headers.length > 0) return writeHead.call(resp, status, ...headers);
      const hasTimedOut = Date.now() - startedAt >= this.timeoutSeconds * 1000;
      return writeHead.call(resp, hasTimedOut ? 504 : 503);
    };
    // A response that the worker did not complete is not completed here, so that the client does not wait for the rest.
    resp.once('pipe', (source) => source.once('close', () => source.complete || resp.destroy()));
    return request.call(this, req, resp, ...rest);
  };
};

// The emulators of firebase-tools do not expect requests that their clients do not send: some handlers throw, which is a 500 with a page
// of HTML, or their promise rejects, which ends the whole process; deep JSON exhausts the stack. All of them are Express apps, so this
// stands around them all: it checks the bodies of emulators that parse them, and responds to what they leave unanswered with an error as
// Google's APIs have it.
const { AsyncLocalStorage } = require('node:async_hooks');
const { STATUS_CODES } = require('node:http');
const { awaitBody } = require('../request-body.cjs');
const { findBodyProblem } = require('./find-body-problem.cjs');

exports.module = 'express';

exports.expected = {
  'response.send(body) and response.json(body)': ({ response: { send, json } }) =>
    send.length === 1 && json.length === 1,
  'application.handle(request, response, callback), the callback for mounted apps only': ({
    application: { handle },
  }) => handle.length === 3 && /callback \|\| finalhandler\(/.test(handle),
};

const STATUSES = { 401: 'UNAUTHENTICATED', 403: 'PERMISSION_DENIED', 404: 'NOT_FOUND', 501: 'UNIMPLEMENTED' };
const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];
/** The requests that are being handled, for failures that no handler catches. */
const requests = new AsyncLocalStorage();

exports.apply = ({ application, response: responsePrototype }) => {
  const { handle } = application;
  for (const name of ['send', 'json']) {
    const method = responsePrototype[name];
    responsePrototype[name] = function sendCanonicalError(...args) {
      const message =
        this.statusCode >= 400 && !this.app.enabled('functions') ? messageOf(args[0], this.req) : undefined;
      if (message === undefined) return method.apply(this, args);
      // What clients of firebase-tools' own paths read, such as that of /internal/setRules.
      const own = typeof args[0]?.message === 'string' ? { message } : {};
      return respondWith(this, this.statusCode, message, own);
    };
  }
  application.handle = function handleWithErrors(request, response, callback) {
    if (callback !== undefined) return handle.call(this, request, response, callback);
    const respond = (error) => respondToError(request, response, error);
    const run = () => requests.run({ respond }, () => handle.call(this, request, response, respond));
    // Functions receive their bodies as they were sent, as in production, and those of Storage are files.
    if (
      this.enabled('functions') ||
      this.enabled('raw bodies') ||
      !METHODS_WITH_BODY.includes(request.method)
    )
      return run();
    const runChecked = (body) => {
      const problem = findBodyProblem(request, body);
      if (problem === undefined) run();
      else respondWith(response, 400, problem);
    };
    return awaitBody(request, runChecked);
  };
  process.on('unhandledRejection', (error) => {
    const request = requests.getStore();
    // Not the failure of a request: firebase-tools decides what becomes of it.
    if (request === undefined) throw error;
    request.respond(error);
  });
};

/** Responds when no handler has: there is none for the path (`error` is undefined), or it failed. */
function respondToError(request, response, error) {
  const { method, path } = request;
  if (!error)
    return respondWith(response, 404, `There is no ${method} ${path.slice(0, 200)} on this server.`);
  const code = error.status ?? error.statusCode;
  if (code >= 400 && code < 500) return respondWith(response, code, error.message || STATUS_CODES[code]);
  // These handlers have no validation: what fails with a request that has a body fails because of the body.
  const isCaused = METHODS_WITH_BODY.includes(method);
  if (!isCaused) process.stderr.write(`${method} ${path.slice(0, 200)} failed: ${error.stack ?? error}\n`);
  return respondWith(
    response,
    isCaused ? 400 : 500,
    `The request could not be processed: ${error.message ?? error}`,
  );
}

/** The message of an error that is a text, or an object around one; undefined for those of Auth, which are canonical, and for pages. */
function messageOf(body, { method, path }) {
  if (body === STATUS_CODES[501]) return `This emulator does not support ${method} ${path.slice(0, 200)}.`;
  if (typeof body === 'string') return /^\s*[{[<]/.test(body) ? undefined : body;
  const error = body?.error ?? body?.message;
  return typeof error === 'string'
    ? error
    : error instanceof Error && !('toJSON' in error)
      ? error.message
      : undefined;
}

function respondWith(response, code, message, own = {}) {
  if (response.headersSent) return response.destroy();
  const status = STATUSES[code] ?? (code < 500 ? 'INVALID_ARGUMENT' : 'INTERNAL');
  const body = JSON.stringify({ ...own, error: { code, status, message: message.toWellFormed() } });
  return response
    .writeHead(code, {
      'content-type': 'application/json; charset=utf-8',
      'x-content-type-options': 'nosniff',
    })
    .end(body);
}

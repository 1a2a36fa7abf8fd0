// The emulators of firebase-tools do not expect requests that their clients do not send: some
// handlers throw, which is a 500 with a page of HTML, or their promise rejects, which leaves the
// request without a response; deep JSON exhausts the stack. Most of them are Express apps, so this
// stands around them all: it checks the bodies of emulators that parse them, and responds to what
// they leave unanswered with an error as Google's APIs have it.
const { STATUS_CODES } = require('node:http');
const { awaitBody } = require('../../server/inbound-guard.cjs');
const { failuresOf, respondToError, respondWith } = require('./failed-request.cjs');
const { findBodyProblem } = require('./find-body-problem.cjs');

exports.module = 'express';

exports.expected = {
  'response.send(body) and response.json(body)': ({ response: { send, json } }) =>
    send.length === 1 && json.length === 1,
  'application.handle(request, response, callback), the callback for mounted apps only': ({
    application: { handle },
  }) => handle.length === 3 && /callback \|\| finalhandler\(/.test(handle),
};

const METHODS_WITH_BODY = ['POST', 'PUT', 'PATCH'];

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
    const respond = (error) => respondUnanswered(request, response, error);
    const run = () => failuresOf.run({ respond }, () => handle.call(this, request, response, respond));
    // Functions receive their bodies as they were sent, as in production, and those of Storage are
    // files.
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
};

/**
 * Responds when no handler has: there is none for the path (`error` is undefined), or it failed.
 */
function respondUnanswered(request, response, error) {
  const { method, path } = request;
  if (!error)
    return respondWith(response, 404, `There is no ${method} ${path.slice(0, 200)} on this server.`);
  // These handlers have no validation: what fails with a request that has a body fails because of
  // the body.
  return respondToError(request, response, error, METHODS_WITH_BODY.includes(method));
}

/**
 * The message of an error that is a text, or an object around one; undefined for those of Auth,
 * which are canonical, and for pages.
 */
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

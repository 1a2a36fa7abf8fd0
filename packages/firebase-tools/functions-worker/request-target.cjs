// firebase-tools' program for workers serves one function. In its debug mode (FUNCTION_DEBUG_MODE)
// a message of firebase-tools says before each request which one, and firebase-tools sends one
// request after the other. Here the messages come from this process, each right before the
// program's request handler is entered. The handler looks at them before it waits for anything, so
// that requests run concurrently.
const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { dirname, join } = require('node:path');
const { currentInvocation } = require('./invocation.cjs');

/**
 * The program's request handler, which looks at both variables before it waits, and is the only one
 * that uses them.
 */
const HANDLER =
  /async \(req, res\) => \{\s*try \{\s*const trigger = FUNCTION_TARGET_NAME\.split[^\0]*?switch \(FUNCTION_SIGNATURE\)/;

/** The next request may enter the handler when this resolves. */
let turn = Promise.resolve();

exports.dispatchRequests = () => {
  const program = require.resolve(process.argv[1]);
  if (!HANDLER.test(readFileSync(program, 'utf8'))) {
    process.stderr.write(
      `patch functions-worker does not apply to ${program}: expected a request handler for FUNCTION_TARGET_NAME\n`,
    );
    process.exit(1);
  }
  const { application } = createRequire(program)('express');
  const { all } = application;
  application.all = function allWithTarget(path, ...handlers) {
    const isProgram = (handler) => typeof handler === 'function' && HANDLER.test(handler);
    return all.call(
      this,
      path,
      ...handlers.map((handler) => (isProgram(handler) ? inTurn(handler) : handler)),
    );
  };
  nameFailures(join(dirname(program), 'types.js'));
};

function inTurn(handler) {
  return (request, response) => {
    const invocation = currentInvocation();
    if (invocation === undefined) return handler(request, response);
    turn = turn.then(
      () =>
        new Promise((resolve) => {
          const { target: functionTarget, signature: functionSignature } = invocation;
          process.emit('message', JSON.stringify({ functionTarget, functionSignature }));
          // The program applies a message in a microtask.
          setImmediate(() => {
            handler(request, response);
            resolve();
          });
        }),
    );
  };
}

/**
 * firebase-tools kills a worker whose function has failed. In production such an instance goes on,
 * so this makes the failure a warning; it names the function.
 */
function nameFailures(typesFile) {
  const { EmulatorLog } = require(typesFile);
  const { log } = EmulatorLog.prototype;
  EmulatorLog.prototype.log = function logWithName() {
    const invocation = currentInvocation();
    if (invocation !== undefined && this.level === 'FATAL') {
      this.level = 'WARN';
      this.text = `${invocation.service}: ${this.text}`;
    }
    return log.call(this);
  };
}

// A handler that throws, at once or later, fails its own request. firebase-tools ends its process
// instead, and with it all emulators: only Express catches what its handlers throw, and only at
// once. What a request starts, asynchronously or not, belongs to the request.
const { failuresOf, respondToError } = require('./failed-request.cjs');

exports.module = 'node:http';

exports.expected = {
  'a Server whose requests are events': ({ Server }) => typeof Server.prototype.emit === 'function',
};

exports.apply = ({ Server }) => {
  const { emit } = Server.prototype;
  Server.prototype.emit = function emitWithFailures(event, ...args) {
    if (event !== 'request' && event !== 'checkContinue') return emit.call(this, event, ...args);
    const [request, response] = args;
    const failures = { respond: (error) => respondToError(request, response, error) };
    // Their events come from the connection, which belongs to no request.
    for (const stream of [request, response]) follow(stream, failures);
    return runFor(failures, () => emit.call(this, event, ...args));
  };
  process.on('unhandledRejection', (error) => {
    const request = failuresOf.getStore();
    // Not the failure of a request: firebase-tools decides what becomes of it.
    if (request === undefined) throw error;
    request.respond(error);
  });
  process.setUncaughtExceptionCaptureCallback((error) => {
    const request = failuresOf.getStore();
    if (request !== undefined) request.respond(error);
    else if (!process.emit('uncaughtException', error, 'uncaughtException')) {
      process.stderr.write(`${error?.stack ?? error}\n`);
      process.exit(1);
    }
  });
};

function follow(stream, failures) {
  const { emit } = stream;
  stream.emit = function emitOfRequest(...args) {
    const emitNow = () => emit.apply(this, args);
    return failuresOf.getStore() === undefined ? runFor(failures, emitNow) : emitNow();
  };
}

/** What is thrown at once leaves the context of the request with the call. */
function runFor(failures, run) {
  return failuresOf.run(failures, () => {
    try {
      return run();
    } catch (error) {
      return failures.respond(error);
    }
  });
}

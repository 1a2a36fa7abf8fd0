// Says which function ends its worker: by an error outside of its promise, or by process.exit.
// Written to standard error as an entry of firebase-tools' log, because a message to the parent
// process may not be sent any more.
const { writeSync } = require('node:fs');
const { placeInProject } = require('./call-site.cjs');
const { currentInvocation } = require('./invocation.cjs');
const { WORKER_EXIT } = require('./protocol.cjs');

exports.reportExit = () => {
  let uncaught;
  process.on('uncaughtExceptionMonitor', (error) => {
    const { message, stack } = error instanceof Error ? error : { message: String(error), stack: '' };
    uncaught = { kind: 'threw', message, place: placeInProject(stack), ...nameOf(currentInvocation()) };
    // The project may catch it.
    setImmediate(() => {
      uncaught = undefined;
    });
  });
  process.on('exit', (code) => {
    const place = placeInProject(new Error().stack);
    report(uncaught ?? { kind: 'exited', code, place, ...nameOf(currentInvocation()) });
  });
};

const nameOf = (invocation) => invocation && { id: invocation.id, name: invocation.service };

function report(data) {
  try {
    // A line of its own: the project may have written half of one.
    writeSync(2, `\n${JSON.stringify({ level: 'SYSTEM', type: WORKER_EXIT, text: data.kind, data })}\n`);
  } catch {
    // Nobody reads standard error any more.
  }
}

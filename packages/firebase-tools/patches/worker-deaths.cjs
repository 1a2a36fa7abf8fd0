// Why the process of a worker has ended, and which function has ended it.
const { isAbsolute, relative } = require('node:path');
const { WORKER_EXIT } = require('../functions-worker/protocol.cjs');

/**
 * The last lines of a process arrive after its exit; never, where a process that it has started
 * keeps its output open.
 */
const LAST_LINES_MS = 500;
const OUT_OF_MEMORY = /JavaScript heap out of memory/;
/** Signals of a crash; others come from outside. */
const CRASHES = new Set(['SIGABRT', 'SIGSEGV', 'SIGBUS', 'SIGILL', 'SIGFPE', 'SIGTRAP']);

/**
 * @typedef {object} Death
 * @property {string} reason a sentence without a subject: `onOrder called process.exit(1)
 *   (index.js:12)`
 * @property {number | undefined} culprit the id of the invocation that has ended the worker, where
 *   that is known
 */

/** The deaths that responses have waited for in vain, by response. */
exports.deathOf = new WeakMap();

/** @returns {Promise<Death>} resolves after the exit of the worker */
exports.awaitDeath = (worker) => {
  const { process: child } = worker.runtime;
  let report;
  let isOutOfMemory = false;
  worker.onLogs(({ type, data, text }) => {
    if (type === WORKER_EXIT) report = data;
    if (OUT_OF_MEMORY.test(text)) isOutOfMemory = true;
  }, true);
  return new Promise((resolve) => {
    child.once('exit', (code, signal) => {
      const inFlight = [...worker.invocations.values()];
      const finish = () => {
        clearTimeout(timer);
        resolve(describe(worker, { report, isOutOfMemory, code, signal, inFlight }));
      };
      const timer = setTimeout(finish, LAST_LINES_MS);
      child.once('close', finish);
    });
  });
};

/** @returns {Death} */
function describe(worker, { report, isOutOfMemory, code, signal, inFlight }) {
  const { blocker } = worker;
  const place = (file) => (file === undefined ? '' : ` (${displayPlace(worker, file)})`);
  if (blocker !== undefined) {
    const reason = `${blocker.name} blocked the event loop for longer than its timeout of ${blocker.timeoutSeconds} s`;
    return { culprit: blocker.id, reason: `${reason}${place(blocker.place)}` };
  }
  const names = [...new Set(inFlight.map(({ name }) => name))].join(', ');
  const during = names === '' ? '' : ` while it ran ${names}`;
  if (report !== undefined) {
    const { id, name = 'code that no request runs', kind, message, code: exitCode } = report;
    const action =
      kind === 'threw'
        ? `threw an error outside of its promise: ${message}`
        : `called process.exit(${exitCode})`;
    return { culprit: id, reason: `${name} ${action}${place(report.place)}` };
  }
  const crashed = isOutOfMemory || CRASHES.has(signal) || (signal === null && code !== 0);
  const culprit = crashed && inFlight.length === 1 ? inFlight[0].id : undefined;
  if (isOutOfMemory) return { culprit, reason: `it ran out of memory${during}` };
  return { culprit, reason: `it ended with ${signal ?? `code ${code}`}${during}` };
}

function displayPlace({ runtime: { cwd } }, place) {
  const path = relative(cwd, place);
  return path.startsWith('..') || isAbsolute(path) ? place : path;
}

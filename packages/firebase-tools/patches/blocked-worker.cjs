// Whether a worker's event loop is blocked, and by which invocation: a debugger pauses it and asks.
// That works in an endless loop, and costs a worker that never blocks nothing.
const { request } = require('node:http');
const { fileURLToPath } = require('node:url');

/** An event loop that does not respond for this long is blocked. */
const PROBE_MS = 1000;
/** How long each step of the debugger may take: it tells of a thousand files before it pauses. */
const DEBUGGER_MS = 5000;
const DEBUGGER_URL = /Debugger listening on (ws:\/\/\S+)/;
const FRAME_INVOCATION = "globalThis.process[Symbol.for('savepoint.invocation')]?.()";

/** @param {{ runtime: { conn: { httpReqOpts(): object } } }} worker */
exports.isBlocked = ({ runtime }) =>
  new Promise((resolve) => {
    const probe = request({ ...runtime.conn.httpReqOpts(), agent: false, path: '/__/health' }, (response) => {
      response.resume();
      resolve(false);
    });
    probe.setTimeout(PROBE_MS, () => {
      probe.destroy();
      resolve(true);
    });
    // A worker that has ended is not blocked.
    probe.on('error', () => resolve(false)).end();
  });

/**
 * The invocation whose code keeps a worker busy, and the place in that code: `FILE:LINE`. Undefined
 * when the process cannot be paused, such as in a call of the operating system.
 * @param {Function} WebSocket
 * @returns {Promise<{ id: number | undefined, place: string | undefined } | undefined>}
 */
exports.findBlocker = async (worker, WebSocket) => {
  const url = await withDeadline(openDebugger(worker));
  if (url === undefined) return undefined;
  const socket = new WebSocket(url);
  try {
    return await withDeadline(pauseAndAsk(socket));
  } finally {
    socket.terminate();
  }
};

/** The URL of the worker's debugger, which a signal starts. It says so once. */
function openDebugger(worker) {
  worker.debuggerUrl ??= new Promise((resolve) => {
    worker.onLogs(({ text }) => {
      const match = DEBUGGER_URL.exec(text);
      if (match !== null) resolve(match[1]);
    }, true);
    process._debugProcess(worker.runtime.process.pid);
  });
  return worker.debuggerUrl;
}

function pauseAndAsk(socket) {
  const PAUSE = 2;
  const ASK = 3;
  return new Promise((resolve) => {
    let place;
    const urls = new Map();
    const send = (id, method, params) => socket.send(JSON.stringify({ id, method, params }));
    socket.on('error', () => resolve(undefined));
    socket.on('open', () => {
      send(1, 'Debugger.enable');
      send(PAUSE, 'Debugger.pause');
    });
    socket.on('message', (text) => {
      const { id, method, params, result } = JSON.parse(text);
      if (method === 'Debugger.scriptParsed') urls.set(params.scriptId, params.url);
      if (method === 'Debugger.paused') {
        place = placeOf(
          params.callFrames.map(({ location }) => ({ ...location, url: urls.get(location.scriptId) })),
        );
        const { callFrameId } = params.callFrames[0];
        send(ASK, 'Debugger.evaluateOnCallFrame', {
          callFrameId,
          expression: FRAME_INVOCATION,
          returnByValue: true,
        });
      }
      if (id === ASK) resolve({ id: result?.result?.value, place });
    });
  });
}

/** `FILE:LINE` of the innermost frame in the project's own code. */
function placeOf(locations) {
  const location = locations.find(
    ({ url = '' }) => /^(file:\/\/)?\//.test(url) && !url.includes('/node_modules/'),
  );
  if (location === undefined) return undefined;
  const { url, lineNumber } = location;
  return `${url.startsWith('file:') ? fileURLToPath(url) : url}:${lineNumber + 1}`;
}

/** Resolves with undefined when the promise takes too long. */
function withDeadline(promise) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, DEBUGGER_MS);
    promise.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}

// The servers of a stack listen on loopback, but any web page that the developer opens can reach them: by a name that the page's owner
// makes resolve to 127.0.0.1 (DNS rebinding), or across origins. This rejects such requests before a handler of the server receives them,
// WebSocket handshakes included. SAVEPOINT_ALLOW_ORIGIN lists the exceptions, comma separated (`https://shop.example,http://phone.lan:5173`).
// It also rejects paths that make a server throw, and bodies that are too large.
// Loaded into firebase-tools (firebase-tools/inbound-guard.cjs) and into the dev server (dev-server.cjs).
const { awaitBody, isChunked, isTooLarge, MAX_BODY_BYTES } = require('./request-body.cjs');

/** The events of an http.Server that hand a request to a handler. */
const REQUEST_EVENTS = new Set(['request', 'checkContinue', 'checkExpectation', 'upgrade', 'connect']);
/** A host name or bracketed IPv6 address, with or without a port. Stricter than a URL: no user name, path or escape. */
const HOST_HEADER = /^([a-z0-9_.-]+|\[[0-9a-f:.]+\])(:\d{1,5})?$/i;
const LOOPBACK = /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[::1\])$/i;
const FORBIDDEN = { code: 403, status: 'PERMISSION_DENIED', phrase: 'Forbidden' };
const BAD_REQUEST = { code: 400, status: 'INVALID_ARGUMENT', phrase: 'Bad Request' };
const TOO_LONG = { code: 414, status: 'INVALID_ARGUMENT', phrase: 'URI Too Long' };
const TOO_LARGE = { code: 413, status: 'INVALID_ARGUMENT', phrase: 'Content Too Large' };
/** What a file system takes: the Hosting emulator looks for a file of the requested name. */
const MAX_SEGMENT_BYTES = 255;
const MAX_PATH_BYTES = 2048;
const BODY_TOO_LARGE = {
  reason: `its body is larger than ${MAX_BODY_BYTES / 1024 / 1024} MiB, the limit of Cloud Functions`,
  error: TOO_LARGE,
};
const REPORT_INTERVAL_MS = 60_000;
const REPORTS_PER_INTERVAL = 5;
const MAX_QUOTED_LENGTH = 100;
const PLAIN_ORIGIN = /^https?:\/\/([a-z0-9_.-]{1,100}|\[[0-9a-f:.]{1,50}\])(:\d{1,5})?$/i;

/** Whether a host name, without port, is this machine's or that of an allowed origin. */
function isAllowedName(name, allowedOrigins) {
  return (
    LOOPBACK.test(name) || allowedOrigins.some((origin) => new URL(origin).hostname === name.toLowerCase())
  );
}

/** Whether a page of this origin, as an Origin header has it, may send requests. */
function isAllowedOrigin(origin, allowedOrigins) {
  const url = URL.parse(origin);
  if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return false;
  return LOOPBACK.test(url.hostname) || allowedOrigins.includes(origin);
}

/** Browsers send no Origin with the GET of an element (img, script, iframe); Fetch Metadata says whether another site's page has it. */
function isEmbeddedElsewhere({ headers }) {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

/**
 * Why a request is rejected, and the origin that would have to be allowed for it, if one would do.
 * @param {import('node:http').IncomingMessage} request
 * @param {readonly string[]} allowedOrigins
 * @returns {{ reason: string, origin?: string, error?: typeof BAD_REQUEST } | undefined} undefined for a request that is not rejected
 */
function findRejection(request, allowedOrigins) {
  const { headers, headersDistinct } = request;
  const hosts = headersDistinct.host ?? [];
  if (hosts.length !== 1)
    return { reason: `it has ${hosts.length === 0 ? 'no Host header' : 'several Host headers'}` };
  const [host] = hosts;
  const name = HOST_HEADER.exec(host)?.[1];
  if (name === undefined || !isAllowedName(name, allowedOrigins)) {
    return {
      reason: `its Host header is ${quote(host)}, not a name of this machine (localhost, 127.0.0.1)`,
      origin: `http://${host}`,
    };
  }
  if (headers.origin === undefined && !isEmbeddedElsewhere(request)) return findBadTarget(request);
  const origin = headers.origin ?? URL.parse(headers.referer ?? '')?.origin ?? 'null';
  if (isAllowedOrigin(origin, allowedOrigins)) return findBadTarget(request);
  return { reason: `it comes from a page of another origin, ${quote(origin)}`, origin };
}

/** The Hosting emulator throws at a path such as `//`, which is no URL, and with it the whole process ends. At others it fails with 500. */
function findBadTarget({ method, url }) {
  if (method === 'CONNECT') return undefined;
  const path = URL.parse(url, 'http://localhost')?.pathname;
  if (path === undefined) return badTarget(url, 'is not a path of a URL', BAD_REQUEST);
  let segments;
  try {
    segments = path.split('/').map(decodeURIComponent);
  } catch {
    return badTarget(url, 'is not percent-encoded UTF-8', BAD_REQUEST);
  }
  if (path.length > MAX_PATH_BYTES || segments.some((each) => Buffer.byteLength(each) > MAX_SEGMENT_BYTES)) {
    const limits = `${MAX_PATH_BYTES} bytes, or has a segment of more than ${MAX_SEGMENT_BYTES}`;
    return badTarget(url, `is longer than ${limits}`, TOO_LONG);
  }
  return undefined;
}

function badTarget(url, problem, error) {
  return { reason: `its path ${quote(url)} ${problem}`, error };
}

/** A header's value without characters that a terminal interprets. */
function quote(value) {
  return `"${value.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_QUOTED_LENGTH)}"`;
}

/** The rejection as a sentence. Only an origin that a shell takes literally is offered for the command line. */
function describe({ method, socket }, { reason, origin = '' }) {
  const remedy = PLAIN_ORIGIN.test(origin) ? ` To allow it: npm start -- --allow-origin ${origin}` : '';
  return `Rejected ${method} on ${socket.localAddress}:${socket.localPort}: ${reason}.${remedy}`;
}

/**
 * Prints each reason once a minute, and a few a minute in all, so that a page in a loop does not fill the terminal.
 * @param {(line: string) => void} print
 * @param {() => number} nowMs
 */
function createReporter(print, nowMs) {
  const reported = new Set();
  let startedMs = Number.NEGATIVE_INFINITY;
  return (request, rejection) => {
    if (nowMs() - startedMs >= REPORT_INTERVAL_MS) {
      reported.clear();
      startedMs = nowMs();
    }
    if (reported.size > REPORTS_PER_INTERVAL || reported.has(rejection.reason)) return;
    reported.add(rejection.reason);
    if (reported.size <= REPORTS_PER_INTERVAL) print(describe(request, rejection));
    else print('Rejected further requests; more are printed in a minute.');
  };
}

/** Responds in the form of Google's APIs. `target` is the response, or the socket of an upgrade. */
function reject(request, target, rejection) {
  const { code, status, phrase } = rejection.error ?? FORBIDDEN;
  const body = JSON.stringify({ error: { code, status, message: describe(request, rejection) } });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  if ('writeHead' in target) {
    target.writeHead(code, headers).end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  target.on('error', () => target.destroy());
  target.end(`HTTP/1.1 ${code} ${phrase}\r\n${lines.join('')}\r\n${body}`);
}

/**
 * Rejects requests of other origins on all servers of this process.
 * @param {typeof import('node:http')} http
 * @param {{ allowedOrigins?: readonly string[], print?: (line: string) => void, nowMs?: () => number }} [options]
 */
function guardServers(
  { Server },
  {
    allowedOrigins = (process.env.SAVEPOINT_ALLOW_ORIGIN ?? '')
      .split(',')
      .filter((origin) => URL.canParse(origin)),
    print = (line) => process.stderr.write(`${line}\n`),
    nowMs = Date.now,
  } = {},
) {
  const report = createReporter(print, nowMs);
  const { emit } = Server.prototype;
  Server.prototype.emit = function emitGuarded(event, ...args) {
    if (!REQUEST_EVENTS.has(event)) return emit.call(this, event, ...args);
    const [request, target] = args;
    const rejectRequest = (rejection) => {
      report(request, rejection);
      reject(request, target, rejection);
    };
    const rejection = findRejection(request, allowedOrigins);
    if (rejection !== undefined) {
      rejectRequest(rejection);
      return true;
    }
    const hasBody = event !== 'upgrade' && event !== 'connect';
    if (!hasBody || !(isTooLarge(request) || isChunked(request))) return emit.call(this, event, ...args);
    awaitBody(
      request,
      () => emit.call(this, event, ...args),
      () => rejectRequest(BODY_TOO_LARGE),
    );
    return true;
  };
}

module.exports = { findRejection, createReporter, guardServers };

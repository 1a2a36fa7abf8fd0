// The servers of a stack listen on loopback, but any web page that the developer opens can reach them: by a name that the page's owner
// makes resolve to 127.0.0.1 (DNS rebinding), or across origins. This rejects such requests before a handler of the server receives them,
// WebSocket handshakes included. SAVEPOINT_ALLOW_ORIGIN lists the exceptions, comma separated (`https://app.example,http://phone.lan:5173`).
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
/**
 * Of names, what a file system takes: the Hosting emulator looks for a file of the requested name. Of bodies, the limit of Cloud
 * Functions. An Express app that takes more says so in `app.locals.limits` (firebase-tools/storage-server.cjs).
 */
const DEFAULT_LIMITS = { bodyBytes: MAX_BODY_BYTES, segmentBytes: 255, pathBytes: 2048 };
/** Concern this connection only (RFC 9110, section 7.6.1). The Hosting emulator forwards them to functions, which fails with 500. */
const CONNECTION_HEADERS = [
  'connection',
  'keep-alive',
  'proxy-connection',
  'upgrade',
  'http2-settings',
  'te',
  'trailer',
  'expect',
];
/** How the developer starts the stack with the flag that allows an origin. */
const START_COMMAND = process.env.SAVEPOINT_START_COMMAND ?? 'savepoint start --allow-origin';
const REPORT_INTERVAL_MS = 60_000;
const REPORTS_PER_INTERVAL = 5;
const MAX_QUOTED_LENGTH = 100;
const PLAIN_ORIGIN = /^https?:\/\/([a-z0-9_.-]{1,100}|\[[0-9a-f:.]{1,50}\])(:\d{1,5})?$/i;

/** Node 20 has no URL.parse. */
function parseUrl(url, base) {
  return URL.canParse(url, base) ? new URL(url, base) : null;
}

/** Whether a host name, without port, is this machine's or that of an allowed origin. */
function isAllowedName(name, allowedOrigins) {
  return (
    LOOPBACK.test(name) || allowedOrigins.some((origin) => new URL(origin).hostname === name.toLowerCase())
  );
}

/** Whether a page of this origin, as an Origin header has it, may send requests. */
function isAllowedOrigin(origin, allowedOrigins) {
  const url = parseUrl(origin);
  if (url === null || url.origin !== origin || !/^https?:$/.test(url.protocol)) return false;
  return LOOPBACK.test(url.hostname) || allowedOrigins.includes(origin);
}

/** With a GET of these, the dev servers of Vite, Next.js and webpack start the developer's editor on a file. */
const EDITOR_PATH =
  /^\/(__(open-in-editor|open-stack-frame-in-editor|nextjs_)|webpack-dev-server\/open-editor)/i;

/**
 * Browsers send no Origin with the GET of an element (img, script, iframe) or a link; Fetch Metadata says whether another site's page has
 * it. Links are followed, but to what starts a program.
 */
function isSentByOtherSite({ headers, url }) {
  if (headers['sec-fetch-site'] !== 'cross-site') return false;
  if (EDITOR_PATH.test(url)) return true;
  return headers['sec-fetch-mode'] !== 'navigate' || headers['sec-fetch-dest'] !== 'document';
}

/**
 * Why a request is rejected, and the origin that would have to be allowed for it, if one would do.
 * @param {import('node:http').IncomingMessage} request
 * @param {readonly string[]} allowedOrigins
 * @param {typeof DEFAULT_LIMITS} [limits]
 * @returns {{ reason: string, origin?: string, error?: typeof BAD_REQUEST } | undefined} undefined for a request that is not rejected
 */
function findRejection(request, allowedOrigins, limits = DEFAULT_LIMITS) {
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
  if (headers.origin === undefined && !isSentByOtherSite(request)) return findBadTarget(request, limits);
  const origin = headers.origin ?? parseUrl(headers.referer ?? '')?.origin ?? 'null';
  if (isAllowedOrigin(origin, allowedOrigins)) return findBadTarget(request, limits);
  return { reason: `it comes from a page of another origin, ${quote(origin)}`, origin };
}

/** The Hosting emulator throws at a path such as `//`, which is no URL, and with it the whole process ends. At others it fails with 500. */
function findBadTarget({ method, url }, { pathBytes, segmentBytes }) {
  if (method === 'CONNECT') return undefined;
  const path = parseUrl(url, 'http://localhost')?.pathname;
  if (path === undefined) return badTarget(url, 'is not a path of a URL', BAD_REQUEST);
  let segments;
  try {
    segments = path.split('/').map(decodeURIComponent);
  } catch {
    return badTarget(url, 'is not percent-encoded UTF-8', BAD_REQUEST);
  }
  if (path.length > pathBytes || segments.some((each) => Buffer.byteLength(each) > segmentBytes)) {
    const reason = `is longer than ${pathBytes} bytes, or has a segment of more than ${segmentBytes}`;
    return badTarget(url, reason, TOO_LONG);
  }
  return undefined;
}

function badTarget(url, problem, error) {
  return { reason: `its path ${quote(url)} ${problem}`, error };
}

function bodyTooLarge(bytes) {
  const owner = bytes === MAX_BODY_BYTES ? 'Cloud Functions' : 'this server';
  return {
    reason: `its body is larger than ${bytes / 1024 / 1024} MiB, the limit of ${owner}`,
    error: TOO_LARGE,
  };
}

/** A header's value without characters that a terminal interprets. */
function quote(value) {
  return `"${value.replace(/[^\x20-\x7e]/g, '?').slice(0, MAX_QUOTED_LENGTH)}"`;
}

/** The rejection as a sentence. Only an origin that a shell takes literally is offered for the command line. */
function describe({ method, socket }, { reason, origin = '' }) {
  const remedy = PLAIN_ORIGIN.test(origin) ? ` To allow it: ${START_COMMAND} ${origin}` : '';
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
    const limits = { ...DEFAULT_LIMITS, ...this.listeners('request')[0]?.locals?.limits };
    const rejection = findRejection(request, allowedOrigins, limits);
    if (rejection !== undefined) {
      rejectRequest(rejection);
      return true;
    }
    if (event === 'upgrade' || event === 'connect') return emit.call(this, event, ...args);
    for (const name of CONNECTION_HEADERS) delete request.headers[name];
    if (!isTooLarge(request, limits.bodyBytes) && !isChunked(request)) return emit.call(this, event, ...args);
    awaitBody(
      request,
      () => emit.call(this, event, ...args),
      () => rejectRequest(bodyTooLarge(limits.bodyBytes)),
      limits.bodyBytes,
    );
    return true;
  };
}

module.exports = { findRejection, createReporter, guardServers };

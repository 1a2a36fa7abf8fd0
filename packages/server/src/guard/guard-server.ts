// The guard in front of HTTP servers. It responds to rejected requests before any listener of the
// server receives them, including WebSocket handshakes and CONNECT.

import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { Duplex } from 'node:stream';
import { awaitBody, isChunked, isTooLarge } from './request-body.ts';
import type { Rejection, RequestGuard } from './request-guard.ts';
import { bodyTooLarge, DEFAULT_LIMITS, type RequestLimits } from './request-limits.ts';

/** The http.Server events that pass a request to a listener. */
const REQUEST_EVENTS = new Set(['request', 'checkContinue', 'checkExpectation', 'upgrade', 'connect']);

/**
 * Hop-by-hop headers (RFC 9110, section 7.6.1). The Hosting emulator forwards them to functions,
 * which then fail with 500.
 */
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

type Emitter = Pick<Server, 'listeners'> & { emit(event: string, ...args: unknown[]): boolean };

interface Rules {
  readonly guard: RequestGuard;
  readonly limitsOf: (server: Emitter) => RequestLimits;
  /** Called with each request that is served. */
  readonly prepare: (request: IncomingMessage) => void;
}

/** Guards one server. */
export function guardServer(
  server: Server,
  guard: RequestGuard,
  limits: RequestLimits = DEFAULT_LIMITS,
): void {
  guardEmitter(server, { guard, limitsOf: () => limits, prepare: () => {} });
}

/**
 * Guards all servers of a process. An Express app can raise the limits through `app.locals.limits`
 * (packages/firebase-tools/patches/storage-server.ts).
 */
export function guardEveryServer(http: { readonly Server: typeof Server }, guard: RequestGuard): void {
  guardEmitter(http.Server.prototype, {
    guard,
    limitsOf: (server) => ({ ...DEFAULT_LIMITS, ...limitsOfApp(server) }),
    prepare({ headers }) {
      for (const name of CONNECTION_HEADERS) delete headers[name];
    },
  });
}

function limitsOfApp(server: Emitter): Partial<RequestLimits> | undefined {
  const [app] = server.listeners('request') as { locals?: { limits?: Partial<RequestLimits> } }[];
  return app?.locals?.limits;
}

function guardEmitter(emitter: Emitter, { guard, limitsOf, prepare }: Rules): void {
  const { emit } = emitter;
  emitter.emit = function emitGuarded(this: Emitter, event, ...args) {
    if (!REQUEST_EVENTS.has(event)) return emit.call(this, event, ...args);
    const [request, target] = args as [IncomingMessage, ServerResponse | Duplex];
    const reject = (rejection: Rejection) => {
      const { localAddress, localPort } = request.socket;
      const what = `${request.method} on ${localAddress}:${localPort}`;
      sendRejection(request, target, rejection, guard.report(what, rejection));
    };
    const limits = limitsOf(this);
    const rejection = guard.findRejection(request, limits);
    if (rejection !== undefined) {
      reject(rejection);
      return true;
    }
    if (event === 'upgrade' || event === 'connect') return emit.call(this, event, ...args);
    prepare(request);
    if (!isTooLarge(request, limits.bodyBytes) && !isChunked(request)) return emit.call(this, event, ...args);
    awaitBody(
      request,
      () => emit.call(this, event, ...args),
      () => reject({ ...bodyTooLarge(limits), remedy: '' }),
      limits.bodyBytes,
    );
    return true;
  };
}

/**
 * Responds in the format of Google's APIs, without CORS headers, so that no page can read the
 * response.
 */
function sendRejection(
  request: IncomingMessage,
  target: ServerResponse | Duplex,
  { error: { code, status, phrase } }: Rejection,
  message: string,
): void {
  const body = JSON.stringify({ error: { code, status, message } });
  const headers = {
    'content-type': 'application/json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  };
  if (!(target instanceof Duplex)) {
    target.writeHead(code, headers).end(request.method === 'HEAD' ? undefined : body);
    return;
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`);
  target.on('error', () => target.destroy());
  target.end(`HTTP/1.1 ${code} ${phrase}\r\n${lines.join('')}\r\n${body}`);
}

// Redirects requests of firebase-admin, for services whose address cannot be configured, to the
// servers of the stack.
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import http2, { type ClientHttp2Session } from 'node:http2';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

/** Variables with local ports, by Google host. */
const VARIABLES: Readonly<Record<string, string>> = {
  // patches/app-check-api.ts
  'firebaseappcheck.googleapis.com': 'SAVEPOINT_APP_CHECK_PORT',
  'iamcredentials.googleapis.com': 'SAVEPOINT_SIGNER_PORT',
  // packages/messaging
  'fcm.googleapis.com': 'SAVEPOINT_MESSAGING_PORT',
  'iid.googleapis.com': 'SAVEPOINT_MESSAGING_PORT',
};

/** Returns the headers with which a request continues the trace of the sending code. */
export type TraceHeaders = () => Readonly<Record<string, string>>;

/** @param traceHeaders for HTTP/2, whose requests nothing else records */
export function callLocalServices(traceHeaders: TraceHeaders): void {
  const ports = localPorts();
  if (ports.size === 0) return;
  for (const method of ['request', 'get'] as const) {
    const original = https[method] as (...args: unknown[]) => ClientRequest;
    Object.assign(https, {
      [method](...args: unknown[]) {
        const [options, rest] = optionsOf(args);
        const port = ports.get(options.hostname ?? options.host ?? '');
        if (port === undefined) return original(...args);
        const local = {
          ...options,
          protocol: 'http:',
          host: null,
          hostname: '127.0.0.1',
          port,
          agent: undefined,
        };
        return (http[method] as (...local: unknown[]) => ClientRequest)(local, ...rest);
      },
    });
  }
  const { connect } = http2 as unknown as { connect: (...args: unknown[]) => ClientHttp2Session };
  Object.assign(http2, {
    connect(authority: string | URL, ...rest: unknown[]) {
      const port = ports.get(URL.parse(String(authority))?.hostname ?? '');
      if (port === undefined) return connect(authority, ...rest);
      const session = connect(`http://127.0.0.1:${port}`);
      const { request } = session;
      // firebase-admin sends the scheme with a colon, which Node's servers reject.
      session.request = (headers, options) =>
        request.call(session, { ...headers, ':scheme': 'http', ...traceHeaders() }, options);
      return session;
    },
  });
  syncBuiltinESMExports();
}

/** The ports of services that the stack has, by host. */
function localPorts(): ReadonlyMap<string, string> {
  return new Map(
    Object.entries(VARIABLES).flatMap(([host, variable]) => {
      const port = process.env[variable];
      return port === undefined ? [] : [[host, port] as const];
    }),
  );
}

/** `request(url, [options,] [callback])` and `request(options, [callback])`. */
function optionsOf([first, ...rest]: unknown[]): [RequestOptions, unknown[]] {
  if (typeof first !== 'string' && !(first instanceof URL)) return [first as RequestOptions, rest];
  const { hostname, pathname, search } = new URL(first);
  const url = { hostname, path: pathname + search };
  return typeof rest[0] === 'object' && rest[0] !== null
    ? [{ ...url, ...rest[0] }, rest.slice(1)]
    : [url, rest];
}

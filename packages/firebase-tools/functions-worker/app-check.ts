// firebase-admin verifies App Check tokens with Google's keys, from an address that cannot be set.
// Its requests go to the App Check of the stack (patches/app-check-api.ts).
import http, { type ClientRequest, type RequestOptions } from 'node:http';
import https from 'node:https';
import { syncBuiltinESMExports } from 'node:module';

const HOST = 'firebaseappcheck.googleapis.com';

export function callLocalAppCheck(): void {
  const { SAVEPOINT_APP_CHECK_PORT: port } = process.env;
  if (port === undefined) return;
  for (const method of ['request', 'get'] as const) {
    const original = https[method] as (...args: unknown[]) => ClientRequest;
    Object.assign(https, {
      [method](...args: unknown[]) {
        const [options, rest] = optionsOf(args);
        if (options.hostname !== HOST && options.host !== HOST) return original(...args);
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
  syncBuiltinESMExports();
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

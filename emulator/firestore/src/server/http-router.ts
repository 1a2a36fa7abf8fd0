// Owns the way of an HTTP/1.1 request to the handler that knows its path. Knows no endpoint itself.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { RpcError as Refusal, type RpcError, StatusCode } from '../core/rpc-error.ts';
import {
  allowOrigin,
  createExchange,
  type HttpExchange,
  sendError,
  sendPreflight,
} from '../transport/http-exchange.ts';
import { isHostAllowed } from './host-check.ts';

/** Answers the exchange and resolves to true, or leaves it untouched and resolves to false. */
export type HttpHandler = (exchange: HttpExchange) => Promise<boolean>;

export interface HttpRouterOptions {
  /** Asked in order; the first that knows the path answers. */
  readonly handlers: readonly HttpHandler[];
  /** Host names beyond the local ones. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Told of every answer that ended in an error, `cause` being a bug's original. */
  readonly onError: (request: IncomingMessage, error: RpcError) => void;
}

const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** A document's name may have 6 KiB, three times that when percent-encoded; tokens come on top. */
const MAX_HEAD_BYTES = 65_536;

async function route(
  options: HttpRouterOptions,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  allowOrigin(request, response);
  if (request.method === 'OPTIONS' && request.headers.origin !== undefined) {
    sendPreflight(request, response);
    return;
  }
  const exchange = createExchange(request, response);
  for (const handle of options.handlers) if (await handle(exchange)) return;
  const path = (request.url ?? '/').split('?', 1)[0];
  throw new Refusal(
    StatusCode.UNIMPLEMENTED,
    `${request.method} ${path} is not an endpoint of this Firestore emulator.`,
  );
}

/** An HTTP server that is never listened on: connections are handed to it. */
export function createHttpRouter(options: HttpRouterOptions): Server {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, maxHeaderSize: MAX_HEAD_BYTES },
    (request, response) => {
      response.on('error', () => response.destroy());
      if (!isHostAllowed(request.headers.host, options.allowedHosts)) {
        sendError(
          response,
          new Refusal(
            StatusCode.PERMISSION_DENIED,
            `The Host header "${request.headers.host}" is not local. Start with --allowed-host NAME to allow it.`,
          ),
        );
        return;
      }
      route(options, request, response).catch((cause: unknown) => {
        options.onError(request, sendError(response, cause));
      });
    },
  );
  server.on('clientError', (_error, socket) => {
    if (socket.writable)
      socket.end('HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n');
    else socket.destroy();
  });
  return server;
}

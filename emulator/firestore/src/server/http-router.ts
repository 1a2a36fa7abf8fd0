import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import {
  allowOrigin,
  createExchange,
  type HttpExchange,
  sendError,
  sendPreflight,
} from '../transport/http-exchange.ts';
import { isHostAllowed } from './host-check.ts';

/** Handles the request and resolves to true, or leaves it untouched and resolves to false. */
type HttpHandler = (exchange: HttpExchange) => Promise<boolean>;

interface HttpRouterOptions {
  /** Tried in order, until one handles the request. */
  readonly handlers: readonly HttpHandler[];
  /** Host names to serve in addition to the local ones. */
  readonly allowedHosts: ReadonlySet<string>;
  /** Called for every request that failed; the `cause` of an INTERNAL error is the original exception. */
  readonly onError: (request: IncomingMessage, error: RpcError) => void;
}

const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/** Document names have up to 6 KiB, three times that when percent-encoded, and tokens several more. */
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
  throw new RpcError(
    StatusCode.UNIMPLEMENTED,
    `${request.method} ${path} is not an endpoint of this Firestore emulator.`,
  );
}

/** An HTTP/1.1 server that does not listen itself: it handles sockets that it gets as `connection` events. */
export function createHttpRouter(options: HttpRouterOptions): Server {
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS, maxHeaderSize: MAX_HEAD_BYTES },
    (request, response) => {
      response.on('error', () => response.destroy());
      if (!isHostAllowed(request.headers.host, options.allowedHosts)) {
        sendError(
          response,
          new RpcError(
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

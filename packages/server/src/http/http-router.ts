import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from '../core/node-http.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import { guardServer } from '../guard/guard-server.ts';
import type { RequestGuard } from '../guard/request-guard.ts';
import { allowOrigin, createExchange, type HttpExchange, sendError, sendPreflight } from './http-exchange.ts';
import { errorBody } from './http-status.ts';

/** Handles the request and resolves to true, or does nothing and resolves to false. */
type HttpHandler = (exchange: HttpExchange) => Promise<boolean>;

interface HttpRouterOptions {
  /** The emulated product, such as `Firestore`, for messages. */
  readonly name: string;
  /** Tried in order until one handles the request. */
  readonly handlers: readonly HttpHandler[];
  readonly guard: RequestGuard;
  /**
   * Called for every failed request. The `cause` of an INTERNAL error is the original exception.
   */
  readonly onError: (request: IncomingMessage, error: RpcError) => void;
}

const KEEP_ALIVE_TIMEOUT_MS = 75_000;
/**
 * Document names have up to 6 KiB, three times that when percent-encoded, and tokens several more
 * KiB.
 */
const MAX_HEAD_BYTES = 65_536;
/** Upper limits for reading. The APIs have lower limits and report them in their errors. */
const LIMITS = { bodyBytes: 67_108_864, segmentBytes: MAX_HEAD_BYTES, pathBytes: MAX_HEAD_BYTES };

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
    `${request.method} ${path} is not an endpoint of this ${options.name} emulator.`,
  );
}

/** The raw response to bytes that are not a request, for which Node creates no response object. */
function malformedRequestResponse({ code }: NodeJS.ErrnoException): string {
  const isTooLong = code === 'HPE_HEADER_OVERFLOW';
  const reason = isTooLong
    ? `The request line and headers are longer than ${MAX_HEAD_BYTES} bytes.`
    : 'The request is not valid HTTP/1.1.';
  const body = JSON.stringify(errorBody(invalidArgument(reason)));
  return `HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-type: application/json; charset=UTF-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}

/**
 * Creates an HTTP/1.1 server that does not listen itself: it handles sockets from `connection`
 * events.
 */
export function createHttpRouter(options: HttpRouterOptions): Server {
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_TIMEOUT_MS,
      maxHeaderSize: MAX_HEAD_BYTES,
      // The guard rejects a request without a Host header and explains why.
      requireHostHeader: false,
    },
    (request, response) => {
      response.on('error', () => response.destroy());
      route(options, request, response).catch((cause: unknown) => {
        options.onError(request, sendError(response, cause));
      });
    },
  );
  guardServer(server, options.guard, LIMITS);
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    if (socket.writable) socket.end(malformedRequestResponse(error));
    else socket.destroy();
  });
  return server;
}

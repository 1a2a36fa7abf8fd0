// Creates the parts of the emulator and serves them over HTTP/1.1 and HTTP/2 on one port:
// firebase-admin's sendEach uses HTTP/2.

import { createServer } from 'node:http';
import { createServer as createHttp2Server, type Http2ServerRequest } from 'node:http2';
import { getRequestListener } from '@hono/node-server';
import { invalidArgument, RpcError, StatusCode } from '@savepoint/server/core/rpc-error';
import { guardServer } from '@savepoint/server/guard/guard-server';
import { RequestGuard, type RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { createApp } from '@savepoint/server/http/app';
import { otlpSink } from '@savepoint/server/http/otlp-exporter';
import { PortMultiplexer } from '@savepoint/server/http/port-multiplexer';
import { createApi, errorResponse } from './api.ts';
import { createControlApi } from './control-api.ts';
import { Outbox } from './outbox.ts';

const HOST = '127.0.0.1';
/** Several times the maximum message size. */
const MAX_BODY_BYTES = 1_000_000;

export interface MessagingOptions extends Pick<RequestGuardOptions, 'allowedOrigins' | 'allow' | 'log'> {
  /** 0 selects a free port. */
  readonly port: number;
  /** Base URL of an OTLP receiver for spans. If absent, nothing is recorded. */
  readonly otlpEndpoint?: string | undefined;
}

export interface MessagingEmulator {
  readonly url: string;
  readonly outbox: Outbox;
  close(): Promise<void>;
}

/**
 * Starts the emulator for callers on this machine only.
 * @throws Error with the `code` EADDRINUSE for a port in use
 */
export async function startMessaging({
  port,
  otlpEndpoint,
  ...callers
}: MessagingOptions): Promise<MessagingEmulator> {
  const outbox = new Outbox();
  const guard = new RequestGuard(callers);
  const app = createApp({
    bodyLimitBytes: MAX_BODY_BYTES,
    onBadBody: (problem) => errorResponse(invalidArgument(`The body is ${problem}.`)),
    onError: errorResponse,
    onNotFound: ({ req }) =>
      errorResponse(
        new RpcError(
          StatusCode.UNIMPLEMENTED,
          `${req.method} ${req.path} is not an endpoint of this Cloud Messaging emulator.`,
        ),
      ),
  });
  app.route('/_savepoint', createControlApi(outbox));
  app.route('/', createApi(outbox, otlpSink(otlpEndpoint, 'messaging')));
  const listener = getRequestListener(app.fetch, { overrideGlobalObjects: false });
  const http = createServer(listener);
  guardServer(http, guard);
  const http2 = createHttp2Server((request, response) => {
    const reason = guard.rejectAuthority(authorityOf(request));
    if (reason === undefined) return void listener(request, response);
    response.writeHead(403).end(reason);
  });
  const multiplexer = new PortMultiplexer({
    http,
    acceptHttp2: (socket) => http2.emit('connection', socket),
  });
  const address = await multiplexer.listen(HOST, port);
  return {
    url: `http://${HOST}:${address.port}`,
    outbox,
    close: () => multiplexer.close(),
  };
}

function authorityOf({ authority, headers }: Http2ServerRequest): string {
  return authority ?? headers.host ?? '';
}

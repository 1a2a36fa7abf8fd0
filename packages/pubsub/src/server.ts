// The package's entry point: creates the parts of one emulator and serves them over gRPC and HTTP
// on one port.

import { Clock, SYSTEM_TIME, type TimeSource } from '@savepoint/server/core/clock';
import { printableError } from '@savepoint/server/core/printable';
import { type RpcError, StatusCode, statusName } from '@savepoint/server/core/rpc-error';
import { RequestGuard, type RequestGuardOptions } from '@savepoint/server/guard/request-guard';
import { createHttpRouter } from '@savepoint/server/http/http-router';
import { OtlpExporter } from '@savepoint/server/http/otlp-exporter';
import { PortMultiplexer } from '@savepoint/server/http/port-multiplexer';
import { type ListenHost, parseListenHost } from '@savepoint/server/process/command-line';
import { httpSend } from '@savepoint/server/webhooks/send';
import { Broker } from './broker/broker.ts';
import { pushMessages } from './push/push-delivery.ts';
import { handleControl } from './transport/control-api.ts';
import { createGrpc } from './transport/grpc.ts';
import { serviceMethods } from './transport/methods.ts';
import { createRest } from './transport/rest.ts';
import { traceMethods } from './transport/trace-methods.ts';

/** The options of an emulator. All are optional. */
export interface PubSubEmulatorOptions
  extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow'> {
  /** Default 0, which selects a free port. */
  readonly port?: number;
  /** Default 127.0.0.1. 0.0.0.0 accepts calls from other machines. */
  readonly host?: ListenHost;
  /** Base URL of an OTLP receiver for spans. If absent, nothing is recorded. */
  readonly otlpEndpoint?: string | undefined;
  readonly time?: TimeSource;
  /** Receives a line per failed request, failed push and rejected caller. */
  readonly log?: (line: string) => void;
}

/** A running emulator. */
export interface PubSubEmulator {
  /** `HOST:PORT`, the form of PUBSUB_EMULATOR_HOST. */
  readonly host: string;
  readonly port: number;
  /** The clock for deadlines, back-off and retention. */
  readonly clock: Clock;
  /** Removes all messages and snapshots, but keeps topics and subscriptions. */
  reset(): void;
  /** Ends all streams and releases the port. */
  close(): Promise<void>;
}

/**
 * Starts a Pub/Sub emulator.
 * @throws UsageError for another host; Error when the port is in use (`code` is EADDRINUSE)
 */
export async function startPubSubEmulator(options: PubSubEmulatorOptions = {}): Promise<PubSubEmulator> {
  const { port = 0, host = '127.0.0.1', time = SYSTEM_TIME, log = () => {} } = options;
  parseListenHost(host);
  const clock = new Clock(time);
  const broker = new Broker(clock);
  broker.onSubscriptionCreated((subscription) => pushMessages(subscription, httpSend, log));
  const exporter =
    options.otlpEndpoint === undefined
      ? undefined
      : new OtlpExporter({ endpoint: options.otlpEndpoint, service: 'pubsub' });
  const untraced = serviceMethods(broker);
  const methods = exporter === undefined ? untraced : traceMethods(untraced, (span) => exporter.add(span));
  const guard = new RequestGuard({ ...options, host, log });
  const onError = (call: string, error: RpcError): void => {
    if (error.code === StatusCode.CANCELLED) return;
    log(`${call}: ${statusName(error.code)}: ${error.message}`);
    if (error.cause === undefined) return;
    for (const line of printableError(error.cause).split('\n')) log(line);
  };
  const grpc = createGrpc(methods, { rejectAuthority: (name) => guard.rejectAuthority(name), onError });
  const http = createHttpRouter({
    name: 'Pub/Sub',
    handlers: [createRest(methods), (exchange) => handleControl(broker, exchange)],
    guard,
    onError: ({ method, url }, error) => onError(`${method} ${url?.split('?', 1)[0]}`, error),
  });
  const multiplexer = new PortMultiplexer({ http, acceptHttp2: (socket) => grpc.accept(socket) });
  const address = await multiplexer.listen(host, port);
  return {
    host: `${host.includes(':') ? `[${host}]` : host}:${address.port}`,
    port: address.port,
    clock,
    reset: () => broker.clearMessages(),
    async close() {
      clock.cancelTimers();
      grpc.close();
      await multiplexer.close();
      await exporter?.flush();
    },
  };
}

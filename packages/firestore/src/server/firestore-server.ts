import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { RequestGuard } from '@savepoint/server/guard/request-guard';
import { createHttpRouter } from '@savepoint/server/http/http-router';
import { PortMultiplexer } from '@savepoint/server/http/port-multiplexer';
import type { RpcError } from '../core/rpc-error.ts';
import type { FirestoreService } from '../rpc/firestore-service.ts';
import { type AdminApi, handleAdmin } from '../transport/admin.ts';
import { handleDatabaseInfo } from '../transport/database-info.ts';
import { handleRest } from '../transport/rest.ts';
import { WebChannelSessions } from '../transport/webchannel.ts';

/** The transport for HTTP/2 connections. */
interface GrpcTransport {
  accept(socket: Socket): void;
  close(): void;
}

interface FirestoreServerOptions {
  readonly service: FirestoreService;
  readonly admin: AdminApi;
  readonly grpc: GrpcTransport;
  /** The names of all databases in use. */
  readonly databases?: () => Iterable<string>;
  readonly host: string;
  /** 0 selects a free port. */
  readonly port: number;
  /** Decides which requests are served. Default: requests from and to this machine. */
  readonly guard?: RequestGuard;
  /** Called for every failed HTTP request. */
  readonly onHttpError?: (request: IncomingMessage, error: RpcError) => void;
}

/** A listening server with all transports on one port. */
export class FirestoreServer {
  readonly address: AddressInfo;
  readonly #port: PortMultiplexer;
  readonly #webChannel: WebChannelSessions;
  readonly #grpc: GrpcTransport;

  private constructor(
    address: AddressInfo,
    port: PortMultiplexer,
    webChannel: WebChannelSessions,
    grpc: GrpcTransport,
  ) {
    this.address = address;
    this.#port = port;
    this.#webChannel = webChannel;
    this.#grpc = grpc;
  }

  /** Starts listening. Rejects with the system error if the port is not available. */
  static async start(options: FirestoreServerOptions): Promise<FirestoreServer> {
    const webChannel = new WebChannelSessions(options.service);
    const http = createHttpRouter({
      name: 'Firestore',
      handlers: [
        (exchange) => handleRest(options.service, exchange),
        (exchange) => webChannel.handle(exchange),
        (exchange) => handleAdmin(options.admin, exchange),
        (exchange) => handleDatabaseInfo(options.databases ?? (() => []), exchange),
      ],
      guard: options.guard ?? new RequestGuard({ host: options.host }),
      onError: options.onHttpError ?? (() => {}),
    });
    const port = new PortMultiplexer({ http, acceptHttp2: (socket) => options.grpc.accept(socket) });
    const address = await port.listen(options.host, options.port);
    return new FirestoreServer(address, port, webChannel, options.grpc);
  }

  /** The number of open connections and WebChannel sessions, for leak checks. */
  get stats(): { connections: number; sessions: number } {
    return { connections: this.#port.connections, sessions: this.#webChannel.size };
  }

  /** Ends all streams, destroys all connections and releases the port. */
  async close(): Promise<void> {
    this.#webChannel.close();
    this.#grpc.close();
    await this.#port.close();
  }
}

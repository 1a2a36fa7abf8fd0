// Owns a running server: the port, the doors behind it and their end. Knows no database: what answers is given.

import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import type { RpcError } from '../core/rpc-error.ts';
import type { FirestoreService } from '../rpc/firestore-service.ts';
import { type AdminApi, handleAdmin } from '../transport/admin.ts';
import { handleDatabaseInfo } from '../transport/database-info.ts';
import { handleRest } from '../transport/rest.ts';
import { WebChannelSessions } from '../transport/webchannel.ts';
import { createHttpRouter } from './http-router.ts';
import { PortMultiplexer } from './port-multiplexer.ts';

/** The gRPC side of the port. */
export interface GrpcTransport {
  accept(socket: Socket): void;
  close(): void;
}

export interface FirestoreServerOptions {
  readonly service: FirestoreService;
  readonly admin: AdminApi;
  readonly grpc: GrpcTransport;
  /** Names of the databases in use, of all projects. */
  readonly databases?: () => Iterable<string>;
  readonly host: string;
  /** 0 takes a free one. */
  readonly port: number;
  /** Host headers to answer beyond the local ones. */
  readonly allowedHosts?: ReadonlySet<string>;
  /** Told of every HTTP answer that ended in an error. */
  readonly onHttpError?: (request: IncomingMessage, error: RpcError) => void;
}

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

  /** Starts to listen. Rejects with the system's error when the port cannot be had. */
  static async start(options: FirestoreServerOptions): Promise<FirestoreServer> {
    const webChannel = new WebChannelSessions(options.service);
    const http = createHttpRouter({
      handlers: [
        (exchange) => handleRest(options.service, exchange),
        (exchange) => webChannel.handle(exchange),
        (exchange) => handleAdmin(options.admin, exchange),
        (exchange) => handleDatabaseInfo(options.databases ?? (() => []), exchange),
      ],
      allowedHosts: options.allowedHosts ?? new Set(),
      onError: options.onHttpError ?? (() => {}),
    });
    const port = new PortMultiplexer({ http, acceptHttp2: (socket) => options.grpc.accept(socket) });
    const address = await port.listen(options.host, options.port);
    return new FirestoreServer(address, port, webChannel, options.grpc);
  }

  /** Open connections and WebChannel sessions, for leak checks. */
  get stats(): { connections: number; sessions: number } {
    return { connections: this.#port.connections, sessions: this.#webChannel.size };
  }

  /** Ends streams, cuts connections, frees the port. */
  async close(): Promise<void> {
    this.#webChannel.close();
    this.#grpc.close();
    await this.#port.close();
  }
}

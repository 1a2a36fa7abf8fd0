import type { IncomingMessage } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { RequestGuard } from '@savepoint/server/guard/request-guard';
import type { RpcError } from '../core/rpc-error.ts';
import type { FirestoreService } from '../rpc/firestore-service.ts';
import { type AdminApi } from '../transport/admin.ts';
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
    /** 0 takes a free one. */
    readonly port: number;
    /** Decides which requests are served; requests to and from this machine when absent. */
    readonly guard?: RequestGuard;
    /** Called for every HTTP request that failed. */
    readonly onHttpError?: (request: IncomingMessage, error: RpcError) => void;
}
/** A listening server with all transports on one port. */
export declare class FirestoreServer {
    #private;
    readonly address: AddressInfo;
    private constructor();
    /** Starts to listen. Rejects with the system error when the port is not available. */
    static start(options: FirestoreServerOptions): Promise<FirestoreServer>;
    /** The number of open connections and WebChannel sessions, for leak checks. */
    get stats(): {
        connections: number;
        sessions: number;
    };
    /** Ends all streams, destroys all connections and releases the port. */
    close(): Promise<void>;
}
export {};

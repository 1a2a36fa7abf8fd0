import type { Server as HttpServer } from 'node:http';
import { type AddressInfo, type Socket } from 'node:net';
/** The protocols that share the port. */
interface MultiplexedProtocols {
    readonly http: HttpServer;
    /** Serves an HTTP/2 connection. */
    acceptHttp2(socket: Socket): void;
}
/**
 * One port for HTTP/2 (gRPC) and HTTP/1.1 (REST, WebChannel, admin), told apart by the first bytes
 * of a connection.
 */
export declare class PortMultiplexer {
    #private;
    constructor(protocols: MultiplexedProtocols);
    /** The number of open connections. */
    get connections(): number;
    /**
     * Starts to listen; port 0 takes a free one. Rejects with the system error (EADDRINUSE, EACCES…).
     */
    listen(host: string, port: number): Promise<AddressInfo>;
    /** Stops listening and destroys every connection. */
    close(): Promise<void>;
}
export {};

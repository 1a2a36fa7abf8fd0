import type { Server } from 'node:http';
import { type RequestGuardOptions } from '../guard/request-guard.ts';
import type { RequestLimits } from '../guard/request-limits.ts';
/** Where an emulator listens, and who may call it besides this machine. */
export interface ListenOptions extends Pick<RequestGuardOptions, 'allowedHosts' | 'allowedOrigins' | 'allow' | 'log'> {
    readonly host: string;
    /** 0 takes a free one. */
    readonly port: number;
}
/** A server that accepts requests. */
export interface ListeningServer {
    /** `http://HOST:PORT`, without a trailing slash. */
    readonly url: string;
    readonly port: number;
    /** Stops accepting requests and closes every connection, also one with a request under way. */
    close(): Promise<void>;
}
/**
 * Lets a server listen, behind the guard.
 * @throws Error when the port is taken (`code` is EADDRINUSE)
 */
export declare function listenGuarded(server: Server, { port, ...callers }: ListenOptions, limits?: RequestLimits): Promise<ListeningServer>;

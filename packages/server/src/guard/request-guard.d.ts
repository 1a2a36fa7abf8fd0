import type { IncomingMessage } from 'node:http';
import { type RequestLimits } from './request-limits.ts';
/** The flags or commands that allow a caller, each of which takes it as its argument. */
export interface AllowCommands {
    readonly origin: string;
    /** Takes a host name; absent where its origin has to be allowed. */
    readonly host?: string;
}
/** The flags of every emulator. */
export declare const EMULATOR_FLAGS: AllowCommands;
/** What a guard accepts besides requests from and to this machine. */
export interface RequestGuardOptions {
    /** The name or address that the server listens on, without a port; 127.0.0.1 when absent. */
    readonly host?: string;
    /** Names that a Host header may have too. */
    readonly allowedHosts?: readonly string[];
    /**
     * Origins of pages that may call too, e.g. `https://app.example:5173`; Host may have their names.
     */
    readonly allowedOrigins?: readonly string[];
    /** The server's port, where its own pages may call, and no others of this machine. */
    readonly ownPort?: () => number;
    /**
     * Whether a link of another site may open this path; any when absent. None may open an editor.
     */
    readonly opensByLink?: (path: string) => boolean;
    /** What the message of a rejection offers; the emulators' flags when absent. */
    readonly allow?: AllowCommands;
    /** Receives a line for each kind of rejected request. */
    readonly log?: (line: string) => void;
    readonly nowMs?: () => number;
}
/** Why a request is rejected, and the error that its sender gets. */
export interface Rejection {
    readonly reason: string;
    /** How the developer allows it; empty for what cannot be allowed. */
    readonly remedy: string;
    readonly error: {
        readonly code: number;
        readonly status: string;
        readonly phrase: string;
    };
}
/** What a guard reads of a request. */
export type CheckedRequest = Pick<IncomingMessage, 'headers' | 'rawHeaders' | 'method' | 'url'>;
/** Decides which requests are served, for all transports. */
export declare class RequestGuard {
    #private;
    constructor(options?: RequestGuardOptions);
    /** Why an HTTP request or a WebSocket handshake is rejected; undefined when it is served. */
    findRejection(request: CheckedRequest, limits?: RequestLimits): Rejection | undefined;
    /**
     * Logs and returns why gRPC calls to this `:authority` are rejected; undefined when they are
     * served.
     */
    rejectAuthority(authority: string): string | undefined;
    /** Logs a rejection and returns it as a sentence. `what` is such as `GET on 127.0.0.1:8080`. */
    report(what: string, { reason, remedy }: Rejection): string;
}

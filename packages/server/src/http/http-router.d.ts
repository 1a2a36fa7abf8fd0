import { type IncomingMessage, type Server } from 'node:http';
import { RpcError } from '../core/rpc-error.ts';
import type { RequestGuard } from '../guard/request-guard.ts';
import { type HttpExchange } from './http-exchange.ts';
/** Handles the request and resolves to true, or leaves it untouched and resolves to false. */
type HttpHandler = (exchange: HttpExchange) => Promise<boolean>;
interface HttpRouterOptions {
    /** What it emulates, such as `Firestore`, for messages. */
    readonly name: string;
    /** Tried in order, until one handles the request. */
    readonly handlers: readonly HttpHandler[];
    /** Decides which requests are served. */
    readonly guard: RequestGuard;
    /**
     * Called for every request that failed; the `cause` of an INTERNAL error is the original
     * exception.
     */
    readonly onError: (request: IncomingMessage, error: RpcError) => void;
}
/**
 * An HTTP/1.1 server that does not listen itself: it handles sockets that it gets as `connection`
 * events.
 */
export declare function createHttpRouter(options: HttpRouterOptions): Server;
export {};

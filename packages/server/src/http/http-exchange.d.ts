import type { IncomingMessage, ServerResponse } from 'node:http';
import { type RpcError } from '../core/rpc-error.ts';
/** The `traceparent` header of a request. */
export declare function traceparentOf({ headers: { traceparent } }: IncomingMessage): string | undefined;
/** One HTTP request with its response. */
export interface HttpExchange {
    readonly request: IncomingMessage;
    readonly response: ServerResponse;
    /** The percent-decoded segments of the path; an empty segment is ''. */
    readonly segments: readonly string[];
    readonly query: URLSearchParams;
}
/** Parses the target of a request. Throws INVALID_ARGUMENT for invalid percent-encoding. */
export declare function createExchange(request: IncomingMessage, response: ServerResponse): HttpExchange;
/**
 * The complete body as text. Rejects with INVALID_ARGUMENT for a type other than BODY_TYPES, for a
 * body that is not UTF-8 and above `limit` bytes, once it has been read: before, its sender would
 * receive no error.
 */
export declare function readBody({ request }: HttpExchange, limit?: number): Promise<string>;
/**
 * Sets CORS headers for the origin of a request that is served. Requests have credentials, for
 * which browsers reject `*`: the origin is echoed.
 */
export declare function allowOrigin(request: IncomingMessage, response: ServerResponse): void;
/** Responds to a CORS preflight; every requested header and method is allowed. */
export declare function sendPreflight(request: IncomingMessage, response: ServerResponse): void;
/** Responds with a JSON body. */
export declare function sendJson(response: ServerResponse, body: unknown, status?: number): void;
/**
 * Responds with an error, which it returns. Once headers were sent, the connection is destroyed
 * instead, so that no client mistakes a partial response for a complete one.
 */
export declare function sendError(response: ServerResponse, cause: unknown): RpcError;
/** A signal that is aborted when the client disconnects before the response has ended. */
export declare function abortSignal(response: ServerResponse): AbortSignal;

import type { IncomingMessage } from 'node:http';
/** Whether the headers announce more than `maxBytes`. */
export declare function isTooLarge({ headers }: IncomingMessage, maxBytes: number): boolean;
/** Whether the headers do not say how long the body is. */
export declare function isChunked({ headers }: IncomingMessage): boolean;
/**
 * Calls `onBody` when the body is complete; the request can be read from the start then, and its
 * headers say how long the body is. For a body of more than `maxBytes`, of which nothing is kept,
 * it calls `onExcess` instead, once the client has sent it: before, a client that still sends would
 * see a closed connection instead of a response. Calls neither when the client does not complete
 * the body.
 * @param request that no handler has seen, or whose body has been awaited before
 */
export declare function awaitBody(request: IncomingMessage, onBody: (body: Buffer) => void, onExcess?: () => void, maxBytes?: number): void;
/**
 * The body that has been awaited; undefined before it is complete, and for one that nobody has
 * awaited.
 */
export declare function completeBody(request: IncomingMessage): Buffer | undefined;

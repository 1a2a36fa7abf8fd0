import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { type SpanSink } from '../core/tracing.ts';
import type { Page } from '../pages/layout.ts';
import { type BodyProblem } from './read-body.ts';
/**
 * The environment of the application: Node's request and response, and the request's body as text.
 */
export interface EmulatorEnv {
    readonly Bindings: HttpBindings;
    readonly Variables: {
        body: string;
    };
}
/** What an emulator decides about its application. */
interface AppOptions {
    /** The largest request body in bytes. */
    readonly bodyLimitBytes: number;
    /** Receives one line per request: method, path without query, status, duration. */
    readonly log?: ((line: string) => void) | undefined;
    /** Receives the span of each request; nothing is recorded when absent. */
    readonly onSpan?: SpanSink | undefined;
    /** The response to a request whose body is larger than `bodyLimitBytes`, or not UTF-8. */
    readonly onBadBody: (problem: BodyProblem, context: Context<EmulatorEnv>) => Response;
    /** The response to an error that a route throws. */
    readonly onError: (error: unknown, context: Context<EmulatorEnv>) => Response;
    /** The response when no route matches. */
    readonly onNotFound: (context: Context<EmulatorEnv>) => Response | Promise<Response>;
}
/**
 * Creates an application with a request log, the body limit and error mapping. The caller adds the
 * routes.
 */
export declare function createApp(options: AppOptions): Hono<EmulatorEnv>;
/**
 * A page as a response. No other page may show it in a frame, except one of the origin
 * `frameAncestor`.
 */
export declare function pageResponse({ status, headers, body }: Page, frameAncestor?: string): Promise<Response>;
/** Closes the connection without a response, as a network failure would. */
export declare function hangUp(context: {
    readonly env: HttpBindings;
}): Response;
export {};

// Creates an emulator's Hono application: the steps before each route, and the responses for
// unknown paths and for routes that throw.

import type { HttpBindings } from '@hono/node-server';
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response';
import type { Context } from 'hono';
import { Hono } from 'hono';
import { runInSpan, type SpanSink, startTrace } from '../core/tracing.ts';
import type { Page } from '../pages/layout.ts';
import { type BodyProblem, readBody } from './read-body.ts';

/**
 * The environment of the application: Node's request and response, and the request's body as text.
 */
export interface EmulatorEnv {
  readonly Bindings: HttpBindings;
  readonly Variables: { body: string };
}

/** Options that differ between emulators. */
interface AppOptions {
  /** The largest request body in bytes. */
  readonly bodyLimitBytes: number;
  /** Receives one line per request: method, path without query, status, duration. */
  readonly log?: ((line: string) => void) | undefined;
  /** Receives the span of each request; nothing is recorded when absent. */
  readonly onSpan?: SpanSink | undefined;
  /** The response to a request body that is larger than `bodyLimitBytes`, or not UTF-8. */
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
export function createApp(options: AppOptions): Hono<EmulatorEnv> {
  const app = new Hono<EmulatorEnv>();
  const { onSpan } = options;
  if (onSpan !== undefined) app.use((context, next) => traceRequest(onSpan, context, next));
  app.use(async (context, next) => {
    const startedMs = performance.now();
    await next();
    const { method, path } = context.req;
    const milliseconds = Math.round(performance.now() - startedMs);
    options.log?.(`${method} ${path} ${context.res.status} ${milliseconds} ms`);
  });
  app.use(async (context, next) => {
    const body = await readBody(context.req.raw, options.bodyLimitBytes);
    if ('problem' in body) return options.onBadBody(body.problem, context);
    context.set('body', body.text);
    return next();
  });
  app.onError(options.onError);
  app.notFound(options.onNotFound);
  return app;
}

/**
 * Runs a request in a span that continues the trace of its `traceparent` header. Paths are recorded
 * without the query.
 */
async function traceRequest(
  onSpan: SpanSink,
  context: Context<EmulatorEnv>,
  next: () => Promise<void>,
): Promise<void> {
  const { method, path } = context.req;
  const span = startTrace(onSpan, `${method} ${path}`, context.req.header('traceparent'), { kind: 'server' });
  try {
    await runInSpan(span, next);
    const { status } = context.res;
    span.set({ 'http.response.status_code': status });
    if (status >= 500) span.fail(`status ${status}`);
  } finally {
    span.end();
  }
}

/**
 * Converts a page to a response. No other page may show it in a frame, except pages of the origin
 * `frameAncestor`.
 */
export async function pageResponse(
  { status, headers, body }: Page,
  frameAncestor = "'none'",
): Promise<Response> {
  const response = new Response(String(await body), { status, headers });
  // A second policy, which applies in addition to the page's own (CSP3, section 8.1).
  response.headers.append('content-security-policy', `frame-ancestors ${frameAncestor}`);
  return response;
}

/** Closes the connection without a response, like a network failure. */
export function hangUp(context: { readonly env: HttpBindings }): Response {
  context.env.incoming.socket.destroy();
  return RESPONSE_ALREADY_SENT;
}

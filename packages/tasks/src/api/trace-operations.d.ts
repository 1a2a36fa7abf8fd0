import { type SpanSink } from '@savepoint/server/core/tracing';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import type { MiddlewareHandler } from 'hono';
/**
 * A span for each creation, deletion and manual run of a task, in the trace of its `traceparent`.
 * Attempts have spans of their own.
 */
export declare function traceOperations(onSpan: SpanSink): MiddlewareHandler<EmulatorEnv>;

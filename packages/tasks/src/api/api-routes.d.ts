import type { SpanSink } from '@savepoint/server/core/tracing';
import type { EmulatorEnv } from '@savepoint/server/http/app';
import { Hono } from 'hono';
import type { Queues } from '../queue/queues.ts';
/** The application of the API; it records changes of tasks where there is a sink. */
export declare function createApi(queues: Queues, onSpan?: SpanSink): Hono<EmulatorEnv>;

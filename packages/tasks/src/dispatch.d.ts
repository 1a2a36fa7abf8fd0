import { type SpanSink } from '@savepoint/server/core/tracing';
import type { Dispatch } from './queue/queues.ts';
/**
 * What sends the attempts of tasks; `log` receives a line about each without a response. With a
 * sink, each attempt is a span in the trace in which its task was created.
 */
export declare function createDispatch(log: (line: string) => void, onSpan?: SpanSink): Dispatch;

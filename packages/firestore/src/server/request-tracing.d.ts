import { type SpanSink } from '@savepoint/server/core/tracing';
import type { FirestoreService } from '../rpc/firestore-service.ts';
/**
 * `service`, each call of which is a span, in the trace of its `traceparent` or in one of its own.
 * Spans that the call begins elsewhere (rules, locks, commit, triggers) become children of it. A
 * read whose `traceparent` is not sampled is no span: a tool that polls says so. Writes are spans
 * regardless, because the history of a document is read from them.
 */
export declare function traceRequests(service: FirestoreService, sink: SpanSink): FirestoreService;

import { type SpanSink } from '@savepoint/server/core/tracing';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
/**
 * Adds to the span of each commit what it has changed: an event `create`, `update` or `delete` per
 * document, with its fields before and after. Their names and columns are in
 * packages/event-log/README.md; who reads them shows a document's history. A commit that no request
 * has caused (a TTL policy, an import) is a trace of its own.
 */
export declare function traceCommits(emulator: FirestoreEmulator, sink: SpanSink): void;

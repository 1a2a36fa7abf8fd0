import {
  type Attributes,
  isUnsampled,
  runInSpan,
  type Span,
  type SpanSink,
  startTrace,
} from '@savepoint/server/core/tracing';
import { toRpcError } from '../core/rpc-error.ts';
import { Firestore } from '../gen/google/firestore/v1/firestore_pb.js';
import type { CallContext, FirestoreService } from '../rpc/firestore-service.ts';

type AnyMethod = (request: never, call: CallContext) => unknown;

const READS: ReadonlySet<string> = new Set([
  'getDocument',
  'listDocuments',
  'batchGetDocuments',
  'runQuery',
  'runAggregationQuery',
  'partitionQuery',
  'listCollectionIds',
]);
const MAX_DOCUMENTS = 20;
const DOCUMENTS = '/documents/';

/**
 * Wraps `service` so that each call is a span, in the trace of its `traceparent` or in its own.
 * Spans that the call begins elsewhere (rules, locks, commit, triggers) become its children. A read
 * with an unsampled `traceparent` has no span, which polling tools use. Writes always have one,
 * because they are the history of documents.
 */
export function traceRequests(service: FirestoreService, sink: SpanSink): FirestoreService {
  const methods = Firestore.methods.map(({ localName, methodKind }) => {
    const method = service[localName as keyof FirestoreService] as AnyMethod;
    // Nobody waits for the end of a bidirectional stream, which stays open.
    const isLong = methodKind === 'bidi_streaming';
    const begin = (request: unknown, call: CallContext): Span =>
      startTrace(sink, localName, call.traceparent, {
        kind: 'server',
        attributes: {
          'rpc.transport': call.transport,
          background: isLong || undefined,
          ...describeRequest(request),
        },
      });
    const isSkipped = (call: CallContext) => READS.has(localName) && isUnsampled(call.traceparent);
    if (methodKind === 'unary') {
      const unary = async (request: never, call: CallContext): Promise<unknown> => {
        if (isSkipped(call)) return method(request, call);
        const span = begin(request, call);
        try {
          const response = await runInSpan(span, () => method(request, call) as Promise<unknown>);
          span.set(describeTransaction(response));
          return response;
        } catch (error) {
          throw failed(span, error);
        } finally {
          span.end();
        }
      };
      return [localName, unary];
    }
    const streaming = (request: never, call: CallContext): AsyncIterable<unknown> => {
      if (isSkipped(call)) return method(request, call) as AsyncIterable<unknown>;
      const span = begin(isLong ? undefined : request, call);
      // A long stream is shown while it is open.
      if (isLong) span.report();
      return traceStream(span, () => method(request, call) as AsyncIterable<unknown>);
    };
    return [localName, streaming];
  });
  return Object.fromEntries(methods) as FirestoreService;
}

/** A generator runs in the context of each `next()`, so the span is entered for every message. */
async function* traceStream(span: Span, start: () => AsyncIterable<unknown>): AsyncGenerator<unknown> {
  const counts = { messages: 0, documents: 0 };
  let iterator: AsyncIterator<unknown> | undefined;
  try {
    const responses = runInSpan(span, () => start()[Symbol.asyncIterator]());
    iterator = responses;
    for (;;) {
      const next = await runInSpan(span, () => responses.next());
      if (next.done) break;
      counts.messages += 1;
      if (hasDocument(next.value)) counts.documents += 1;
      if (counts.messages === 1) span.set(describeTransaction(next.value));
      yield next.value;
    }
    iterator = undefined;
  } catch (error) {
    iterator = undefined;
    throw failed(span, error);
  } finally {
    await iterator?.return?.();
    span.set({ messages: counts.messages, documents_read: counts.documents });
    span.end();
  }
}

function failed(span: Span, cause: unknown): unknown {
  const error = toRpcError(cause);
  span.set({ 'rpc.status_code': error.code });
  span.fail(error.message.trim());
  return cause;
}

/** The documents, collection and transaction named in a request, but never field values. */
function describeRequest(request: unknown): Attributes {
  const { name, parent, documents, writes, structuredQuery, collectionId } = (request ?? {}) as {
    readonly name?: string;
    readonly parent?: string;
    readonly collectionId?: string;
    readonly documents?: readonly string[];
    readonly writes?: readonly WriteMessage[];
    readonly structuredQuery?: { readonly from?: readonly { readonly collectionId?: string }[] };
    readonly queryType?: { readonly value?: unknown };
  };
  const query = structuredQuery ?? queryOf(request);
  const collection = query?.from?.[0]?.collectionId ?? collectionId;
  return {
    ...describeTransaction(request),
    document: name === undefined ? undefined : relativePath(name),
    collection:
      collection === undefined
        ? undefined
        : [parent === undefined ? '' : relativePath(parent), collection].filter(Boolean).join('/'),
    documents: documents === undefined ? undefined : list(documents.map(relativePath)),
    writes: writes === undefined ? undefined : list(writes.map(describeWrite)),
  };
}

interface WriteMessage {
  readonly operation: { readonly case?: string | undefined; readonly value?: unknown };
}

function describeWrite({ operation: { case: kind = 'write', value } }: WriteMessage): string {
  const named = value as { readonly name?: string; readonly document?: string } | string | undefined;
  const name = typeof named === 'string' ? named : (named?.name ?? named?.document ?? '');
  return `${kind} ${relativePath(name)}`;
}

function queryOf(
  request: unknown,
): { readonly from?: readonly { readonly collectionId?: string }[] } | undefined {
  const { queryType } = (request ?? {}) as {
    readonly queryType?: { readonly case?: string; readonly value?: unknown };
  };
  const value = queryType?.value as { readonly queryType?: { readonly value?: unknown } } | undefined;
  return (queryType?.case === 'structuredQuery' ? value : value?.queryType?.value) as ReturnType<
    typeof queryOf
  >;
}

/**
 * The transaction that a request uses or a response begins. Its id connects the reads and the
 * commit of an attempt.
 */
function describeTransaction(message: unknown): Attributes {
  const { transaction, consistencySelector } = (message ?? {}) as {
    readonly transaction?: unknown;
    readonly consistencySelector?: { readonly case?: string; readonly value?: unknown };
  };
  const id = consistencySelector?.case === 'transaction' ? consistencySelector.value : transaction;
  return id instanceof Uint8Array && id.length > 0 ? { transaction: Buffer.from(id).toString('base64') } : {};
}

function hasDocument(message: unknown): boolean {
  const { document, result } = message as {
    readonly document?: unknown;
    readonly result?: { readonly case?: string };
  };
  return document !== undefined || result?.case === 'found';
}

function relativePath(name: string): string {
  const start = name.indexOf(DOCUMENTS);
  return start < 0 ? (name.endsWith('/documents') ? '' : name) : name.slice(start + DOCUMENTS.length);
}

function list(items: readonly string[]): string {
  const more = items.length - MAX_DOCUMENTS;
  return JSON.stringify(more > 0 ? [...items.slice(0, MAX_DOCUMENTS), `… ${more} more`] : items);
}

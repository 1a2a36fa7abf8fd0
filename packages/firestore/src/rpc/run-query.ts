import { create } from '@bufbuild/protobuf';
import { bill } from '../core/billing.ts';
import { microsToTimestamp } from '../core/commit-time.ts';
import { parseParentName } from '../core/resource-name.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { documentMessage, type StoredDocument } from '../core/stored-document.ts';
import { toValue } from '../core/value-message.ts';
import type { Principal } from '../database/access-control.ts';
import type { Database } from '../database/database.ts';
import type { ReadSnapshot } from '../database/read-snapshot.ts';
import type { FirestoreEmulator } from '../emulator/firestore-emulator.ts';
import { AggregationResultSchema } from '../gen/google/firestore/v1/aggregation_result_pb.js';
import type { Value } from '../gen/google/firestore/v1/document_pb.js';
import {
  type RunAggregationQueryRequest,
  type RunAggregationQueryResponse,
  RunAggregationQueryResponseSchema,
  type RunQueryRequest,
  type RunQueryResponse,
  RunQueryResponseSchema,
} from '../gen/google/firestore/v1/firestore_pb.js';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { ExplainMetrics } from '../gen/google/firestore/v1/query_profile_pb.js';
import {
  aggregate,
  aggregateCounts,
  aggregatedEntries,
  aggregatedFields,
  parseAggregations,
  queryOfAggregations,
} from '../query/aggregation.ts';
import { billedAggregationReads, billedReads } from '../query/billed-reads.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Query } from '../query/query.ts';
import { parseConsistency } from './consistency.ts';
import { explainMetrics } from './explain.ts';
import type { CallContext } from './firestore-service.ts';
import { principalOf } from './principal.ts';

/** RunQuery of google.firestore.v1.Firestore. */
export async function* runQuery(
  emulator: FirestoreEmulator,
  request: RunQueryRequest,
  call: CallContext,
): AsyncGenerator<RunQueryResponse> {
  if (request.queryType.case !== 'structuredQuery') throw invalidArgument('structured_query is required.');
  const parent = parseParentName(request.parent);
  const database = emulator.database(parent.database);
  const query = parseQuery(request.queryType.value, database.name, parent.path);
  const snapshot = database.resolveConsistency(
    parseConsistency(request.consistencySelector),
    call.connection,
  );
  let isTransactionSent = snapshot.newTransaction === undefined;
  try {
    await database.delayBehindCommits(query, snapshot);
    for (const response of responsesOf(database, query, request, snapshot, principalOf(call))) {
      yield response;
      isTransactionSent = true;
    }
  } finally {
    // The client never received the transaction's id, so nobody could end it before it expires.
    if (!isTransactionSent) database.rollback(snapshot.newTransaction as Uint8Array);
  }
}

function* responsesOf(
  database: Database,
  query: Query,
  { queryType, explainOptions }: RunQueryRequest,
  snapshot: ReadSnapshot,
  principal: Principal,
): Generator<RunQueryResponse> {
  const message = queryType.value as StructuredQuery;
  const started = performance.now();
  if (explainOptions && !explainOptions.analyze) {
    database.authorizeQuery(query, message, snapshot, principal);
    bill({ reads: 1 });
    yield create(RunQueryResponseSchema, {
      explainMetrics: explainMetrics(explainOptions, query, undefined),
    });
    return;
  }
  const { documents, skipped, scanned } = database.runQuery(query, message, snapshot, principal);
  const reads = billedReads(query, message, { documents: documents.length, skipped, scanned });
  bill({ reads, bytes: totalBytes(documents) });
  const milliseconds = performance.now() - started;
  const readTime = microsToTimestamp(snapshot.readTime);
  if (snapshot.newTransaction) {
    yield create(RunQueryResponseSchema, { transaction: snapshot.newTransaction });
  }
  const execution = { results: documents.length, scanned, reads, milliseconds };
  const metrics = explainOptions && explainMetrics(explainOptions, query, execution);
  if (documents.length === 0) {
    const empty = create(RunQueryResponseSchema, { readTime, skippedResults: skipped });
    yield withMetrics(empty, metrics);
    return;
  }
  for (const [index, document] of documents.entries()) {
    const response = create(RunQueryResponseSchema);
    response.document = documentMessage(database.name, document, query.select);
    response.readTime = readTime;
    if (index === 0) response.skippedResults = skipped;
    yield index === documents.length - 1 ? withMetrics(response, metrics) : response;
  }
}

function totalBytes(documents: readonly StoredDocument[]): number {
  let bytes = 0;
  for (const document of documents) bytes += document.bytes;
  return bytes;
}

function* countEach<T>(items: Iterable<T>, count: () => void): Generator<T> {
  for (const item of items) {
    count();
    yield item;
  }
}

/** Explain metrics are part of the last response. */
function withMetrics(response: RunQueryResponse, metrics: ExplainMetrics | undefined): RunQueryResponse {
  if (metrics) response.explainMetrics = metrics;
  return response;
}

/** RunAggregationQuery of google.firestore.v1.Firestore: one response. */
export async function* runAggregationQuery(
  emulator: FirestoreEmulator,
  request: RunAggregationQueryRequest,
  call: CallContext,
): AsyncGenerator<RunAggregationQueryResponse> {
  if (request.queryType.case !== 'structuredAggregationQuery') {
    throw invalidArgument('structured_aggregation_query is required.');
  }
  const { queryType, aggregations } = request.queryType.value;
  if (queryType.case !== 'structuredQuery') throw invalidArgument('structured_query is required.');
  const message = queryType.value;
  const parent = parseParentName(request.parent);
  const database = emulator.database(parent.database);
  const parsed = parseAggregations(aggregations);
  const selection = parseQuery(message, database.name, parent.path);
  const query = queryOfAggregations(selection, message, parsed);
  const snapshot = database.resolveConsistency(
    parseConsistency(request.consistencySelector),
    call.connection,
  );
  await database.delayBehindCommits(query, snapshot);
  const { explainOptions } = request;
  if (explainOptions && !explainOptions.analyze) {
    database.authorizeQuery(query, message, snapshot, principalOf(call));
    bill({ reads: 1 });
    yield create(RunAggregationQueryResponseSchema, {
      explainMetrics: explainMetrics(explainOptions, query, undefined),
    });
    return;
  }
  const started = performance.now();
  database.checkIndexes(selection, aggregatedFields(parsed));
  let entries = 0;
  const matches = countEach(database.matchingDocuments(query, message, snapshot, principalOf(call)), () => {
    entries++;
  });
  const count = database.countWithoutScan(query, snapshot);
  const counts = count === undefined ? undefined : aggregateCounts(parsed, query, count);
  if (counts !== undefined) entries = aggregatedEntries(parsed, query, count ?? 0);
  const values = counts ?? aggregate(parsed, query, matches);
  const reads = billedAggregationReads(entries);
  bill({ reads });
  const execution = { results: 1, scanned: entries, reads, milliseconds: performance.now() - started };
  const aggregateFields: { [alias: string]: Value } = {};
  for (const [alias, value] of values) aggregateFields[alias] = toValue(value);
  yield create(RunAggregationQueryResponseSchema, {
    result: create(AggregationResultSchema, { aggregateFields }),
    readTime: microsToTimestamp(snapshot.readTime),
    ...(snapshot.newTransaction ? { transaction: snapshot.newTransaction } : {}),
    ...(explainOptions ? { explainMetrics: explainMetrics(explainOptions, query, execution) } : {}),
  });
}

// Owns RunQuery and RunAggregationQuery.

import { create } from '@bufbuild/protobuf';
import { microsToTimestamp } from '../core/commit-time.ts';
import { parseParentName } from '../core/resource-name.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { documentMessage } from '../core/stored-document.ts';
import { toValue } from '../core/value-message.ts';
import type { Principal } from '../database/access-control.ts';
import type { Database, ReadSnapshot } from '../database/database.ts';
import type { FirestoreEmulator } from '../database/firestore-emulator.ts';
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
import { aggregate, aggregatedFields, countsOf, parseAggregations } from '../query/aggregation.ts';
import { parseQuery } from '../query/parse-query.ts';
import type { Query } from '../query/query.ts';
import { parseConsistency } from './consistency.ts';
import { explainMetrics } from './explain.ts';
import type { CallContext } from './firestore-service.ts';
import { principalOf } from './principal.ts';

export async function* runQuery(
  emulator: FirestoreEmulator,
  request: RunQueryRequest,
  call: CallContext,
): AsyncGenerator<RunQueryResponse> {
  if (request.queryType.case !== 'structuredQuery') throw invalidArgument('structured_query is required.');
  const parent = parseParentName(request.parent);
  const database = emulator.database(parent.database);
  const query = parseQuery(request.queryType.value, database.name, parent.path);
  const point = database.resolveConsistency(parseConsistency(request.consistencySelector), call.connection);
  let isTold = point.newTransaction === undefined;
  try {
    for (const response of responsesOf(database, query, request, point, principalOf(call))) {
      yield response;
      isTold = true;
    }
  } finally {
    // A transaction that nobody can name would keep its locks until it expires.
    if (!isTold) database.rollback(point.newTransaction as Uint8Array);
  }
}

function* responsesOf(
  database: Database,
  query: Query,
  { queryType, explainOptions }: RunQueryRequest,
  point: ReadSnapshot,
  principal: Principal,
): Generator<RunQueryResponse> {
  const message = queryType.value as StructuredQuery;
  const started = performance.now();
  if (explainOptions && !explainOptions.analyze) {
    database.authorizeQuery(query, message, point, principal);
    yield create(RunQueryResponseSchema, {
      explainMetrics: explainMetrics(explainOptions, query, undefined),
    });
    return;
  }
  const { documents, skipped, scanned } = database.runQuery(query, message, point, principal);
  const milliseconds = performance.now() - started;
  const readTime = microsToTimestamp(point.readTime);
  if (point.newTransaction) {
    yield create(RunQueryResponseSchema, { transaction: point.newTransaction });
  }
  const execution = { results: documents.length, scanned, milliseconds };
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

/** Metrics travel on the last response. */
function withMetrics(response: RunQueryResponse, metrics: ExplainMetrics | undefined): RunQueryResponse {
  if (metrics) response.explainMetrics = metrics;
  return response;
}

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
  const query = parseQuery(message, database.name, parent.path);
  const parsed = parseAggregations(aggregations);
  const point = database.resolveConsistency(parseConsistency(request.consistencySelector), call.connection);
  const { explainOptions } = request;
  if (explainOptions && !explainOptions.analyze) {
    database.authorizeQuery(query, message, point, principalOf(call));
    yield create(RunAggregationQueryResponseSchema, {
      explainMetrics: explainMetrics(explainOptions, query, undefined),
    });
    return;
  }
  const started = performance.now();
  database.checkIndexes(query, aggregatedFields(parsed));
  const matches = database.matchingDocuments(query, message, point, principalOf(call));
  const known = database.countWithoutScan(query, point);
  const counts = known === undefined ? undefined : countsOf(parsed, query, known);
  const values = counts ?? aggregate(parsed, query, matches);
  const execution = { results: 1, scanned: 0, milliseconds: performance.now() - started };
  const aggregateFields: { [alias: string]: Value } = {};
  for (const [alias, value] of values) aggregateFields[alias] = toValue(value);
  yield create(RunAggregationQueryResponseSchema, {
    result: create(AggregationResultSchema, { aggregateFields }),
    readTime: microsToTimestamp(point.readTime),
    ...(point.newTransaction ? { transaction: point.newTransaction } : {}),
    ...(explainOptions ? { explainMetrics: explainMetrics(explainOptions, query, execution) } : {}),
  });
}

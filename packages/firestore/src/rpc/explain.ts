import { create, type JsonObject } from '@bufbuild/protobuf';
import { DurationSchema } from '@bufbuild/protobuf/wkt';
import { formatFieldPath } from '../core/field-path.ts';
import {
  ExecutionStatsSchema,
  type ExplainMetrics,
  ExplainMetricsSchema,
  type ExplainOptions,
  PlanSummarySchema,
} from '../gen/google/firestore/v1/query_profile_pb.js';
import type { Query } from '../query/query.ts';
import { type PlannedRead, planQuery } from '../query/query-plan.ts';

interface QueryExecution {
  readonly results: number;
  readonly scanned: number;
  /** The document reads that production charges. */
  readonly reads: number;
  readonly milliseconds: number;
}

/**
 * The ExplainMetrics of a query: its plan and, with `analyze`, the statistics of `execution`. The
 * debug stats have the same keys as in production.
 */
export function explainMetrics(
  options: ExplainOptions,
  query: Query,
  execution: QueryExecution | undefined,
): ExplainMetrics {
  const metrics = create(ExplainMetricsSchema, {
    planSummary: create(PlanSummarySchema, { indexesUsed: indexesUsed(query) }),
  });
  if (!options.analyze || !execution) return metrics;
  const { results, scanned, reads, milliseconds } = execution;
  metrics.executionStats = create(ExecutionStatsSchema, {
    resultsReturned: BigInt(results),
    readOperations: BigInt(reads),
    executionDuration: create(DurationSchema, {
      seconds: BigInt(Math.floor(milliseconds / 1000)),
      nanos: Math.floor((milliseconds % 1000) * 1e6),
    }),
    debugStats: {
      billing_details: {
        documents_billable: String(results),
        index_entries_billable: '0',
        min_query_cost: '0',
        small_ops: '0',
      },
      documents_scanned: String(scanned),
      index_entries_scanned: String(scanned),
    },
  });
  return metrics;
}

function indexesUsed(query: Query): JsonObject[] {
  const scope = query.allDescendants ? 'Collection group' : 'Collection';
  const seen = new Set(planQuery(query).map((read) => properties(read)));
  return [...seen].map((text) => ({ query_scope: scope, properties: text }));
}

function properties(read: PlannedRead): string {
  if (read.kind === 'document') return '(__name__ ASC)';
  const { contains, fields } = read.shape;
  const flip = read.reverse;
  const parts = [
    ...(contains ? [`${formatFieldPath(contains)} CONTAINS`] : []),
    ...fields.map(
      ({ path, descending }) => `${formatFieldPath(path)} ${descending !== flip ? 'DESC' : 'ASC'}`,
    ),
    `__name__ ${flip ? 'DESC' : 'ASC'}`,
  ];
  return `(${parts.join(', ')})`;
}

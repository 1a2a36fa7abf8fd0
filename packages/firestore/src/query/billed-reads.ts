import { formatFieldPath } from '../core/field-path.ts';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import { isInequality, leafFilters } from './filter.ts';
import type { Query } from './query.ts';

interface ReadStatistics {
  readonly documents: number;
  /** Documents skipped by the offset. */
  readonly skipped: number;
  /** Index entries read. */
  readonly scanned: number;
}

const ENTRIES_PER_READ = 1000;
const VECTOR_ENTRIES_PER_READ = 100;
const NAME = '__name__';

/**
 * The document reads charged for a query: one for each document that is returned or skipped by the
 * offset; one per started thousand of index entries if the query has more than one range field; one
 * per started hundred of vector index entries; and at least one
 * (https://firebase.google.com/docs/firestore/pricing#index-reads). `message` is the wire form.
 */
export function billedReads(query: Query, message: StructuredQuery, read: ReadStatistics): number {
  const batch = query.findNearest ? VECTOR_ENTRIES_PER_READ : ENTRIES_PER_READ;
  const isCharged = query.findNearest !== undefined || rangeFields(query, message).size > 1;
  const batches = isCharged ? Math.ceil(read.scanned / batch) : 0;
  return Math.max(1, read.documents + read.skipped + batches);
}

/** The document reads charged for an aggregation over `entries` index entries. */
export function billedAggregationReads(entries: number): number {
  return Math.max(1, Math.ceil(entries / ENTRIES_PER_READ));
}

/**
 * The fields with an inequality filter; also the document name if it has any filter, and, if there
 * is an inequality, the fields of the explicit order.
 */
function rangeFields({ filter }: Query, { orderBy }: StructuredQuery): ReadonlySet<string> {
  const fields = new Set<string>();
  for (const leaf of filter === undefined ? [] : leafFilters(filter)) {
    if (leaf.kind === 'name') fields.add(NAME);
    else if (isInequality(leaf.operator)) fields.add(formatFieldPath(leaf.path));
  }
  if (fields.size > 0) for (const { field } of orderBy) fields.add(field?.fieldPath ?? NAME);
  return fields;
}

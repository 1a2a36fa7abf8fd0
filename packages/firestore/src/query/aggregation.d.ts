import { type FieldPath } from '../core/field-path.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue } from '../core/value.ts';
import type { StructuredAggregationQuery_Aggregation, StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { Query } from './query.ts';
/** One aggregation of an aggregation query. */
export type Aggregation = {
    readonly alias: string;
    readonly kind: 'count';
    readonly upTo: bigint | undefined;
} | {
    readonly alias: string;
    readonly kind: 'sum' | 'avg';
    readonly path: FieldPath;
};
/**
 * Parses the aggregations of a StructuredAggregationQuery. Throws INVALID_ARGUMENT when there are
 * none, more than five, two with one alias, a reserved alias or an aggregation of the document
 * name.
 */
export declare function parseAggregations(messages: readonly StructuredAggregationQuery_Aggregation[]): readonly Aggregation[];
/** The text forms of the fields that are summed or averaged, without duplicates. */
export declare function aggregatedFields(aggregations: readonly Aggregation[]): string[];
/**
 * The query whose documents are aggregated. Firestore sums and averages over the entries of an
 * index that has the fields to sum or average after those of the query's order, before the document
 * name: documents without one of these fields are not counted, and a limit takes the first
 * documents in that order. Throws INVALID_ARGUMENT where no such index can exist, and for a query
 * with a projection. `message` is the wire form of `query`.
 */
export declare function queryOfAggregations(query: Query, message: StructuredQuery, aggregations: readonly Aggregation[]): Query;
/**
 * Computes the aggregates by alias over `matches`, the documents of a query of
 * `queryOfAggregations` in its order; its offset and limit apply.
 */
export declare function aggregate(aggregations: readonly Aggregation[], query: Query, matches: Iterable<StoredDocument>): Map<string, FieldValue>;
/**
 * The aggregates of a query with `matches` matching documents; undefined unless all aggregations
 * are counts.
 */
export declare function aggregateCounts(aggregations: readonly Aggregation[], query: Query, matches: number): Map<string, FieldValue> | undefined;
/**
 * The number of index entries that an aggregation of counts reads, of a query with `matches`
 * matching documents.
 */
export declare function aggregatedEntries(aggregations: readonly Aggregation[], { offset, limit }: Query, matches: number): number;

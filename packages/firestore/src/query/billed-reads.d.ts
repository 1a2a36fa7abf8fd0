import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { Query } from './query.ts';
/** What a query has read. */
interface ReadStatistics {
    readonly documents: number;
    /** Documents skipped by the offset. */
    readonly skipped: number;
    /** Index entries read. */
    readonly scanned: number;
}
/**
 * The document reads that a query is charged: one for each document that is returned or skipped by
 * the offset, one for each started thousand of index entries of a query with more than one range
 * field, one for each started hundred of vector index entries, and one at least
 * (https://firebase.google.com/docs/firestore/pricing#index-reads). `message` is the wire form.
 */
export declare function billedReads(query: Query, message: StructuredQuery, read: ReadStatistics): number;
/** The document reads that an aggregation over `entries` index entries is charged. */
export declare function billedAggregationReads(entries: number): number;
export {};

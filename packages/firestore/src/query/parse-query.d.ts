import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { Query } from './query.ts';
/**
 * Parses a google.firestore.v1.StructuredQuery below the document path `parent` ('' for the root)
 * of `database` ('projects/P/databases/D'), and completes its order. Throws INVALID_ARGUMENT with
 * the messages that Firestore uses.
 */
export declare function parseQuery(message: StructuredQuery, database: string, parent: string): Query;

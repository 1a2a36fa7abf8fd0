import type { Query } from './query.ts';
/**
 * Throws INVALID_ARGUMENT for a query that no index can serve because of the collections that it
 * reads: below a document, all descendants are read by name only; and without a collection id,
 * nothing but the ascending name is indexed. A scan of all descendants below a document by
 * descending name is FAILED_PRECONDITION, as in Google's emulator.
 */
export declare function checkScope(query: Query): void;

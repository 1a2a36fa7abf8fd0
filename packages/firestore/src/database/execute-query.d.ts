import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type Query } from '../query/query.ts';
import type { DocumentStore } from '../store/document-store.ts';
/** The documents of a query, with its execution statistics. */
export interface QueryResult {
    readonly documents: readonly StoredDocument[];
    /** Documents skipped by the offset. */
    readonly skipped: number;
    /**
     * Documents read, matching or not; of a nearest-neighbor search the vectors that were compared.
     */
    readonly scanned: number;
}
/**
 * Runs `query` on the current state, or at `readTime`, which must not be before the store's oldest
 * read time. The caller has authorised the query and taken its locks. The result is complete: later
 * commits do not affect it.
 */
export declare function executeQuery(store: DocumentStore, query: Query, readTime?: Micros): QueryResult;
/**
 * All matches in order, without offset and limit, read lazily; for a nearest-neighbor search its
 * results. Consume it before the next commit.
 */
export declare function matchingDocuments(store: DocumentStore, query: Query, readTime?: Micros): Generator<StoredDocument>;
/**
 * The number of current matches, without offset and limit, where it is a collection's size;
 * otherwise undefined.
 */
export declare function countWithoutScan(store: DocumentStore, query: Query): number | undefined;

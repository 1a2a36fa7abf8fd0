import type { Attributes } from '@savepoint/server/core/tracing';
import type { Micros } from '../core/commit-time.ts';
import type { Principal } from '../database/access-control.ts';
import { type QueryResult } from '../database/execute-query.ts';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import { type Query } from '../query/query.ts';
import type { ListenHub } from './listen-hub.ts';
import type { Listener } from './listener-index.ts';
import type { ViewChange } from './query-view.ts';
/** A listen target of either kind. */
export interface ListenTarget {
    readonly kind: 'query' | 'documents';
    /** Throws PERMISSION_DENIED when `principal` may not listen to it. */
    authorize(principal: Principal): void;
    /**
     * Calls `listener` on each commit that affects the target, until the returned function is called.
     */
    listen(listener: Listener): () => void;
    /** What its span says of it. */
    readonly description: Attributes;
    /** The matching documents in the current state, with the statistics of the query. */
    results(): QueryResult;
    /** The document reads that production charges for `results`. */
    billedReads(result: QueryResult): number;
    /** Paths of a documents target that do not exist. */
    missing(): readonly string[];
    /**
     * The difference between the results at `since`, which the undo log must still cover, and the
     * current ones.
     */
    changesSince(since: Micros): readonly ViewChange[];
}
/** A target over a query; `key` is equal for equal queries. */
export declare function queryTarget(hub: ListenHub, query: Query, message: StructuredQuery, key: string): ListenTarget;
/** A target over the documents at `paths`. */
export declare function documentsTarget(hub: ListenHub, paths: readonly string[]): ListenTarget;

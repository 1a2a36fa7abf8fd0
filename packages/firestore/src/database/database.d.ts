import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { type Timers } from '../core/timers.ts';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { Admission } from '../limits/admission.ts';
import type { Traffic } from '../limits/traffic.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import type { Query } from '../query/query.ts';
import type { AccessBudget } from '../rules/ruleset.ts';
import { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';
import type { AccessControl, DocumentView, Principal } from './access-control.ts';
import type { Commit, CommitOutcome } from './commit-outcome.ts';
import { type QueryResult } from './execute-query.ts';
import type { Mutation } from './mutation.ts';
import type { Consistency, ReadSnapshot } from './read-snapshot.ts';
import { type Transaction, type TransactionMode } from './transaction.ts';
import { TransactionTable } from './transaction-table.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';
/** The dependencies of a database; functions are evaluated on each use. */
export interface DatabaseOptions {
    readonly clock: () => Micros;
    readonly access: AccessControl;
    /** The declared composite indexes; queries that lack one fail. Undefined turns the check off. */
    readonly indexes: () => IndexDefinitions | undefined;
    /** The declared indexes and exemptions, also where queries without an index do not fail. */
    readonly exemptions: () => IndexDefinitions | undefined;
    /** Undefined for a database in memory only. */
    readonly writeAheadLog: () => WriteAheadLog | undefined;
    /** Counts operations beside production's soft limits; undefined with `--limits off`. */
    readonly traffic?: Traffic | undefined;
    /** Delays and refuses commits as production does; undefined unless `--limits enforce`. */
    readonly admission?: Admission | undefined;
    /** Those of the process when absent. */
    readonly timers?: Timers | undefined;
}
/** One database: its store, its clock, its transactions and its access control. */
export declare class Database {
    #private;
    readonly name: string;
    readonly projectId: string;
    readonly databaseId: string;
    readonly store: DocumentStore;
    readonly access: AccessControl;
    readonly transactions: TransactionTable;
    readonly traffic: Traffic | undefined;
    constructor(name: string, options: DatabaseOptions);
    /**
     * Calls `listener` with each commit that changed something, in commit order and before `commit`
     * returns. Returns the function that unsubscribes it.
     */
    onCommit(listener: (commit: Commit) => void): () => void;
    /** The current read time: at or after every commit so far, and before every later one. */
    now(): Micros;
    /**
     * Turns a consistency selector into a snapshot, and begins the transaction it may ask for. Throws
     * INVALID_ARGUMENT for a read time in the future, FAILED_PRECONDITION for one that is too old.
     */
    resolveConsistency(consistency: Consistency, connection?: ClientConnection): ReadSnapshot;
    /**
     * Begins a transaction. A read-only one reads at its read time, or at the current one. Throws as
     * `resolveConsistency`.
     */
    begin(mode: TransactionMode, connection?: ClientConnection): Transaction;
    /** Ends a transaction and releases its locks; one that has ended already is left alone. */
    rollback(id: Uint8Array): void;
    /**
     * The document at `path`. Takes a shared lock on it where the read belongs to a read-write
     * transaction. Throws PERMISSION_DENIED.
     */
    get(path: string, snapshot: ReadSnapshot, principal: Principal, budget?: AccessBudget): Promise<StoredDocument | undefined>;
    /**
     * Throws FAILED_PRECONDITION for a query that production would reject because a composite index
     * is missing. `aggregated` are the fields of sums and averages.
     */
    checkIndexes(query: Query, aggregated?: readonly string[]): void;
    /** Authorises, locks and runs `query`; `message` is its wire form, for the rules. */
    runQuery(query: Query, message: StructuredQuery, snapshot: ReadSnapshot, principal: Principal): QueryResult;
    /**
     * All matches of an authorised query, in order, without offset and limit. Read lazily: consume it
     * before the next commit.
     */
    matchingDocuments(query: Query, message: StructuredQuery, snapshot: ReadSnapshot, principal: Principal): Generator<StoredDocument>;
    /**
     * The number of matches where the store knows it without a scan. The caller must have authorised
     * the query.
     */
    countWithoutScan(query: Query, snapshot: ReadSnapshot): number | undefined;
    /**
     * Delays a query of a read-write transaction while a commit waits that would change its result
     * set.
     */
    delayBehindCommits(query: Query, { transaction }: ReadSnapshot): Promise<void>;
    /**
     * Authorises the query, and locks its result set where a read-write transaction runs it. Throws
     * PERMISSION_DENIED.
     */
    authorizeQuery(query: Query, message: StructuredQuery, snapshot: ReadSnapshot, principal: Principal): void;
    /** The current state as rules see it. */
    currentView(): DocumentView;
    /**
     * Applies all of `mutations` or none, after waiting for conflicting locks of other transactions.
     * The transaction ends in any case, but for a read-only one that is asked to write: it can still
     * read. Throws ABORTED on a deadlock or a lock-wait timeout, CANCELLED when the call's client
     * disconnects, and the errors of preconditions, rules and limits.
     */
    commit(mutations: readonly Mutation[], principal: Principal, transactionId?: Uint8Array, call?: {
        readonly signal: AbortSignal;
        readonly connection?: ClientConnection | undefined;
    }): Promise<CommitOutcome>;
    /**
     * Applies `changes` without locks and rules, for administrative operations on the whole database.
     */
    applyUnchecked(changes: readonly Change[] | ((commitTime: Micros) => readonly Change[]), principal: Principal): void;
    /**
     * Loads documents with their times, without notifying commit listeners: an import before the
     * first request.
     */
    load(documents: Iterable<StoredDocument>): void;
}

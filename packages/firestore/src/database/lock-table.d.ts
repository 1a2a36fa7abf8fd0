import type { Micros } from '../core/commit-time.ts';
import type { Timers } from '../core/timers.ts';
import { type Query } from '../query/query.ts';
import type { Change } from '../store/undo-log.ts';
import { type Transaction } from './transaction.ts';
/** What the lock table has to know of a commit that waits. */
export interface PendingCommit {
    readonly paths: readonly string[];
    /** True when the commit would change the result set of the query. */
    affects(query: Query): boolean;
}
/** The shared locks and predicate locks of one database. */
export declare class LockTable {
    #private;
    /**
     * `abort` ends a transaction that is a deadlock victim, expired or orphaned; it must call
     * `release`.
     */
    constructor(now: () => Micros, timers: Timers, abort: (transaction: Transaction) => void);
    /** Takes a shared lock on `path`, after lock-wait back-off where other transactions hold one. */
    lockDocument(transaction: Transaction, path: string): Promise<void>;
    /** Delays a query of `transaction` as long as a commit waits to change its result set. */
    delayQuery(transaction: Transaction, query: Query): Promise<void>;
    /**
     * Takes a predicate lock: until it is released, no other commit can change the query's result
     * set.
     */
    lockQuery(transaction: Transaction, query: Query): void;
    /** Transactions other than `self` with a lock on one of `paths`. */
    holdersOfDocuments(paths: Iterable<string>, self: Transaction | undefined): Set<Transaction>;
    /** Transactions other than `self` with a lock on a query whose result set `changes` affects. */
    holdersOfQueries(changes: readonly Change[], self: Transaction | undefined): Set<Transaction>;
    /**
     * Resolves when one of `holders` has ended; aborts those that are orphaned or expired. Throws
     * ABORTED when `self` is the victim of a deadlock or `deadline` (milliseconds of the timers)
     * passes, CANCELLED when `signal` fires.
     */
    waitForLocks(holders: ReadonlySet<Transaction>, self: Transaction | undefined, commit: PendingCommit, deadline: number, signal: AbortSignal | undefined): Promise<void>;
    /** The deadline for `waitForLocks` of a commit that begins now. */
    lockWaitDeadline(): number;
    /** Releases all locks of `transaction` and wakes the commits and reads that wait for it. */
    release(transaction: Transaction): void;
    /**
     * Wakes the commits and reads that wait for `transaction`, so that they check their locks again.
     */
    wake(transaction: Transaction): void;
}
/** True when one of `changes` is of the result set of `query`, before or after it. */
export declare function affects(changes: readonly Change[], query: Query): boolean;

import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import { RpcError } from '../core/rpc-error.ts';
import type { Query } from '../query/query.ts';
/** The decoded TransactionOptions. */
export interface TransactionMode {
    readonly readOnly: boolean;
    /** The snapshot version of a read-only transaction. */
    readonly readTime: Micros | undefined;
}
/** One transaction: its mode, locks, connections and lifetime. */
export declare class Transaction {
    #private;
    readonly id: string;
    readonly mode: TransactionMode;
    readonly beganAt: Micros;
    /** Increases with each transaction: the smaller of two is the older transaction. */
    readonly sequenceNumber: number;
    /** Paths with a shared lock, of documents that were found or missing. */
    readonly lockedPaths: Set<string>;
    readonly lockedQueries: Query[];
    /** The lock holders that this transaction's commit waits for. */
    waitingFor: ReadonlySet<Transaction> | undefined;
    lastUsedAt: Micros;
    state: 'active' | 'finished' | 'aborted';
    constructor(id: string, mode: TransactionMode, now: Micros, order: number);
    /** Records that a request used `connection`; `listener` is called when that ends. */
    addConnection(connection: ClientConnection | undefined, listener: () => void): void;
    /**
     * True when all connections that it used have ended, so that its client seems to be gone. It may
     * still be used over another connection, because client pools open and close connections at any
     * time.
     */
    get isOrphaned(): boolean;
    /** Stops observing its connections. */
    removeConnections(): void;
    /** When it expires unless it is used again. */
    get deadline(): Micros;
}
/**
 * INVALID_ARGUMENT for a transaction that is over. Server SDKs recognize this message and retry.
 */
export declare function transactionExpired(): RpcError;
/** ABORTED for the victim of a lock conflict. SDKs retry on this code. */
export declare function tooMuchContention(): RpcError;

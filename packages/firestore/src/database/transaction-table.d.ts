import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import { type Timers } from '../core/timers.ts';
import { LockTable } from './lock-table.ts';
import { Transaction, type TransactionMode } from './transaction.ts';
/** The transactions of one database, with their locks. */
export declare class TransactionTable {
    #private;
    readonly locks: LockTable;
    constructor(now: () => Micros, timers?: Timers);
    /** Begins a transaction over the client's `connection`. */
    begin(mode: TransactionMode, connection?: ClientConnection): Transaction;
    /** The sequence number of the youngest transaction so far. */
    get lastSequenceNumber(): number;
    /** The wire form of a transaction's id. */
    idBytes(transaction: Transaction): Uint8Array;
    /**
     * The active transaction with this id. Throws ABORTED when it was aborted, INVALID_ARGUMENT when
     * it is over or unknown.
     */
    requireActive(id: Uint8Array, connection?: ClientConnection): Transaction;
    /**
     * The transaction in any state, or undefined when it is not retained. Throws INVALID_ARGUMENT for
     * a malformed id.
     */
    find(id: Uint8Array): Transaction | undefined;
    /** Ends `transaction` and releases its locks. */
    end(transaction: Transaction, state: 'finished' | 'aborted'): void;
}

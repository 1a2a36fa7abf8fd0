import { randomBytes } from 'node:crypto';
import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import { invalidArgument } from '../core/rpc-error.ts';
import { SYSTEM_TIMERS, type Timers } from '../core/timers.ts';
import { LockTable } from './lock-table.ts';
import { Transaction, type TransactionMode, tooMuchContention, transactionExpired } from './transaction.ts';

const ID_BYTES = 16;
/** The number of ended transactions to retain, so that a late commit gets the reason. */
const MAX_RETAINED = 10_000;

/** The transactions of one database, with their locks. */
export class TransactionTable {
  readonly locks: LockTable;
  readonly #transactions = new Map<string, Transaction>();
  readonly #now: () => Micros;
  #sequenceNumber = 0;

  constructor(now: () => Micros, timers: Timers = SYSTEM_TIMERS) {
    this.#now = now;
    this.locks = new LockTable(now, timers, (transaction) => this.end(transaction, 'aborted'));
  }

  /** Begins a transaction over the client's `connection`. */
  begin(mode: TransactionMode, connection?: ClientConnection): Transaction {
    this.#evictEnded();
    const transaction = new Transaction(
      randomBytes(ID_BYTES).toString('hex'),
      mode,
      this.#now(),
      ++this.#sequenceNumber,
    );
    this.#transactions.set(transaction.id, transaction);
    this.#trackConnection(transaction, connection);
    return transaction;
  }

  /** The sequence number of the youngest transaction so far. */
  get lastSequenceNumber(): number {
    return this.#sequenceNumber;
  }

  /** The wire form of a transaction's id. */
  idBytes(transaction: Transaction): Uint8Array {
    return Uint8Array.from(Buffer.from(transaction.id, 'hex'));
  }

  /**
   * The active transaction with this id. Throws ABORTED if it was aborted, INVALID_ARGUMENT if it
   * has ended or is unknown.
   */
  requireActive(id: Uint8Array, connection?: ClientConnection): Transaction {
    const transaction = this.find(id);
    if (transaction?.state === 'active' && transaction.deadline <= this.#now()) {
      this.end(transaction, 'finished');
    }
    if (transaction?.state === 'aborted') throw tooMuchContention();
    if (transaction?.state !== 'active') throw transactionExpired();
    transaction.lastUsedAt = this.#now();
    this.#trackConnection(transaction, connection);
    return transaction;
  }

  /**
   * Wakes a transaction's waiters when its client's connection ends, because it may be orphaned
   * then.
   */
  #trackConnection(transaction: Transaction, connection: ClientConnection | undefined): void {
    if (!transaction.mode.readOnly) transaction.addConnection(connection, () => this.locks.wake(transaction));
  }

  /**
   * The transaction in any state, or undefined if it is not retained. Throws INVALID_ARGUMENT for a
   * malformed id.
   */
  find(id: Uint8Array): Transaction | undefined {
    if (id.length !== ID_BYTES) throw invalidArgument('Invalid transaction.');
    return this.#transactions.get(Buffer.from(id).toString('hex'));
  }

  /** Ends `transaction` and releases its locks. */
  end(transaction: Transaction, state: 'finished' | 'aborted'): void {
    if (transaction.state !== 'active') return;
    transaction.state = state;
    this.locks.release(transaction);
    transaction.removeConnections();
    transaction.lockedPaths.clear();
    transaction.lockedQueries.length = 0;
  }

  #evictEnded(): void {
    if (this.#transactions.size < MAX_RETAINED) return;
    const now = this.#now();
    for (const transaction of this.#transactions.values()) {
      if (transaction.state === 'active' && transaction.deadline <= now) this.end(transaction, 'finished');
      if (transaction.state !== 'active') this.#transactions.delete(transaction.id);
    }
  }
}

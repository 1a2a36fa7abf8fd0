import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Query } from '../query/query.ts';

/**
 * Limits of production: https://firebase.google.com/docs/firestore/quotas (270 seconds, 60 seconds
 * idle).
 */
const MAX_LIFETIME_MICROS = 270 * 1e6;
const MAX_IDLE_MICROS = 60 * 1e6;

/** The decoded TransactionOptions. */
export interface TransactionMode {
  readonly readOnly: boolean;
  /** The snapshot version of a read-only transaction. */
  readonly readTime: Micros | undefined;
}

/** One transaction: its mode, locks, connections and lifetime. */
export class Transaction {
  readonly id: string;
  readonly mode: TransactionMode;
  readonly beganAt: Micros;
  /** Increases with each transaction: the older of two has the smaller number. */
  readonly sequenceNumber: number;
  /** Paths with a shared lock, whether the document exists or not. */
  readonly lockedPaths = new Set<string>();
  readonly lockedQueries: Query[] = [];
  /** The lock holders that this transaction's commit waits for. */
  waitingFor: ReadonlySet<Transaction> | undefined;
  lastUsedAt: Micros;
  /**
   * The connections of its requests; the key undefined stands for one whose end cannot be observed.
   */
  #connections: Map<ClientConnection | undefined, () => void> | undefined;
  state: 'active' | 'finished' | 'aborted' = 'active';

  constructor(id: string, mode: TransactionMode, now: Micros, order: number) {
    this.id = id;
    this.mode = mode;
    this.beganAt = now;
    this.sequenceNumber = order;
    this.lastUsedAt = now;
  }

  /** Records that a request used `connection`; `listener` is called when that ends. */
  addConnection(connection: ClientConnection | undefined, listener: () => void): void {
    this.#connections ??= new Map();
    if (this.#connections.has(connection)) return;
    this.#connections.set(connection, connection?.onClose(listener) ?? (() => {}));
  }

  /**
   * True if all connections that it used have ended, so its client seems to be gone. It may still
   * be used over another connection, because client pools open and close connections at any time.
   */
  get isOrphaned(): boolean {
    if (!this.#connections) return false;
    for (const connection of this.#connections.keys()) if (!connection?.isClosed) return false;
    return true;
  }

  removeConnections(): void {
    for (const unsubscribe of this.#connections?.values() ?? []) unsubscribe();
    this.#connections = undefined;
  }

  /** The time at which it expires unless it is used again. */
  get deadline(): Micros {
    return Math.min(this.lastUsedAt + MAX_IDLE_MICROS, this.beganAt + MAX_LIFETIME_MICROS);
  }
}

/**
 * INVALID_ARGUMENT for a transaction that has ended. Server SDKs recognize this message and retry.
 */
export function transactionExpired(): RpcError {
  return new RpcError(
    StatusCode.INVALID_ARGUMENT,
    'The referenced transaction has expired or is no longer valid.',
  );
}

/** ABORTED for the victim of a lock conflict. SDKs retry on this code. */
export function tooMuchContention(): RpcError {
  return new RpcError(StatusCode.ABORTED, 'Too much contention on these documents. Please try again.');
}

// Owns one transaction: what it is allowed to do, what it has read, and how long it may live.

import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Query } from '../query/query.ts';

/** Limits of production: a transaction lives 270 s at most and 60 s without a request. */
const MAX_LIFETIME_MICROS = 270 * 1e6;
const MAX_IDLE_MICROS = 60 * 1e6;

export interface TransactionMode {
  readonly readOnly: boolean;
  /** Read-only transactions read at this time. */
  readonly readTime: Micros | undefined;
}

export class Transaction {
  readonly id: string;
  readonly mode: TransactionMode;
  readonly beganAt: Micros;
  /** Grows with each transaction: of two, the one with the smaller number is older. */
  readonly sequenceNumber: number;
  /** Paths read, found or missing. */
  readonly lockedPaths = new Set<string>();
  readonly lockedQueries: Query[] = [];
  /** Transactions whose locks this one's commit waits for. */
  waitingFor: ReadonlySet<Transaction> | undefined;
  lastUsedAt: Micros;
  /** The connections its requests came over; undefined stands for one that would not tell of its end. */
  #connections: Map<ClientConnection | undefined, () => void> | undefined;
  state: 'active' | 'finished' | 'aborted' = 'active';

  constructor(id: string, mode: TransactionMode, now: Micros, order: number) {
    this.id = id;
    this.mode = mode;
    this.beganAt = now;
    this.sequenceNumber = order;
    this.lastUsedAt = now;
  }

  /** Notes that a request came over `connection`, whose end is told to `listener`. */
  addConnection(connection: ClientConnection | undefined, listener: () => void): void {
    this.#connections ??= new Map();
    if (this.#connections.has(connection)) return;
    this.#connections.set(connection, connection?.onGone(listener) ?? (() => {}));
  }

  /**
   * True while its client seems to have vanished: all connections that it used have ended. It may still come back
   * over another, because pools of clients open and close connections as they like.
   */
  get isOrphaned(): boolean {
    if (!this.#connections) return false;
    for (const connection of this.#connections.keys()) if (!connection?.isGone) return false;
    return true;
  }

  /** Stops to listen to connections. */
  removeConnections(): void {
    for (const leave of this.#connections?.values() ?? []) leave();
    this.#connections = undefined;
  }

  /** When it expires unless it is used again. */
  get deadline(): Micros {
    return Math.min(this.lastUsedAt + MAX_IDLE_MICROS, this.beganAt + MAX_LIFETIME_MICROS);
  }
}

/** What a client hears whose transaction is over; server SDKs retry on these words. */
export function transactionExpired(): RpcError {
  return new RpcError(
    StatusCode.INVALID_ARGUMENT,
    'The referenced transaction has expired or is no longer valid.',
  );
}

/** What the loser of a conflict hears; SDKs retry on this code. */
export function tooMuchContention(): RpcError {
  return new RpcError(StatusCode.ABORTED, 'Too much contention on these documents. Please try again.');
}

// Owns one transaction: what it is allowed to do, what it has read, and how long it may live.

import type { Micros } from '../core/commit-time.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Query } from '../query/query.ts';

/** Limits of production: a transaction lives 270 s at most and 60 s without a request. */
const MAX_LIFE_MICROS = 270 * 1e6;
const MAX_IDLE_MICROS = 60 * 1e6;

export interface TransactionMode {
  readonly readOnly: boolean;
  /** Read-only transactions read at this time. */
  readonly readTime: Micros | undefined;
}

export class Transaction {
  readonly id: string;
  readonly mode: TransactionMode;
  readonly begun: Micros;
  /** Paths read, found or missing. */
  readonly documents = new Set<string>();
  readonly queries: Query[] = [];
  /** Transactions whose locks this one's commit waits for. */
  waitingFor: ReadonlySet<Transaction> | undefined;
  lastUsed: Micros;
  state: 'active' | 'finished' | 'aborted' = 'active';

  constructor(id: string, mode: TransactionMode, now: Micros) {
    this.id = id;
    this.mode = mode;
    this.begun = now;
    this.lastUsed = now;
  }

  /** When it expires unless it is used again. */
  get deadline(): Micros {
    return Math.min(this.lastUsed + MAX_IDLE_MICROS, this.begun + MAX_LIFE_MICROS);
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

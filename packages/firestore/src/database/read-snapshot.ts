import type { Micros } from '../core/commit-time.ts';
import type { Transaction, TransactionMode } from './transaction.ts';

/**
 * The consistency selector of a read: the current state, a read time, or an existing or new
 * transaction.
 */
export type Consistency =
  | { readonly kind: 'current' }
  | { readonly kind: 'read-time'; readonly readTime: Micros }
  | { readonly kind: 'transaction'; readonly id: Uint8Array }
  | { readonly kind: 'new-transaction'; readonly mode: TransactionMode };

/** A resolved Consistency: the document versions that a read sees. */
export interface ReadSnapshot {
  readonly readTime: Micros;
  /** The snapshot version to read at; undefined reads the current state. */
  readonly version: Micros | undefined;
  readonly transaction: Transaction | undefined;
  /** Id of the transaction that this read began, which the response must contain. */
  readonly newTransaction: Uint8Array | undefined;
}

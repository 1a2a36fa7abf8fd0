// Owns the locks of read-write transactions. A read takes a shared lock on the document, or on the query's
// results present and future; a commit needs every other transaction's locks on what it changes to be gone, and
// waits for them. Two commits that wait for each other are found at once and the second is aborted.
//
// Shared locks alone would let n transactions on one hot document read together and then fight n rounds. So a
// transaction that reads a document which another has read is held back a moment: usually the other commits
// within it, and both succeed. The moment ends early or late with progress, never blocks for good, and a test
// that interleaves transactions by hand only sees a small delay.

import type { Micros } from '../core/commit-time.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import { matchesQuery, type Query } from '../query/query.ts';
import type { Change } from '../store/write-log.ts';
import { type Transaction, tooMuchContention } from './transaction.ts';

/** How long a commit waits for the locks of others before it is aborted. */
const LOCK_TIMEOUT_MS = 20_000;
/** How long a read is held back without any transaction on the document ending. */
const COURTESY_MS = 40;
const COURTESY_ROUNDS = 500;

interface Waiter {
  readonly wake: () => void;
}

export class LockTable {
  readonly #byPath = new Map<string, Set<Transaction>>();
  readonly #withQueries = new Set<Transaction>();
  readonly #writersWaiting = new Map<string, number>();
  readonly #waiters = new Map<Transaction, Set<Waiter>>();
  readonly #now: () => Micros;
  readonly #expire: (transaction: Transaction) => void;

  /** `expire` ends a transaction whose deadline has passed; it must call `release`. */
  constructor(now: () => Micros, expire: (transaction: Transaction) => void) {
    this.#now = now;
    this.#expire = expire;
  }

  /** Waits the courtesy moment where another transaction has read `path`, then locks it. */
  async lockDocument(transaction: Transaction, path: string): Promise<void> {
    if (transaction.documents.has(path)) return;
    for (let round = 0; round < COURTESY_ROUNDS; round++) {
      const holders = this.#otherHolders(path, transaction);
      if (holders.size === 0 && !this.#writersWaiting.has(path)) break;
      if (!(await this.#untilOneEnds(holders, COURTESY_MS))) break;
    }
    this.#lock(transaction, path);
  }

  #lock(transaction: Transaction, path: string): void {
    if (transaction.state !== 'active') return;
    transaction.documents.add(path);
    const holders = this.#byPath.get(path);
    if (holders) holders.add(transaction);
    else this.#byPath.set(path, new Set([transaction]));
  }

  /** Locks the query's results: no other commit may change what it would return. */
  lockQuery(transaction: Transaction, query: Query): void {
    if (transaction.state !== 'active') return;
    transaction.queries.push(query);
    this.#withQueries.add(transaction);
  }

  /** Other transactions with a lock on one of `paths`. */
  holdersOfDocuments(paths: Iterable<string>, self: Transaction | undefined): Set<Transaction> {
    const found = new Set<Transaction>();
    if (this.#byPath.size === 0) return found;
    for (const path of paths) {
      for (const holder of this.#byPath.get(path) ?? []) if (holder !== self) found.add(holder);
    }
    return found;
  }

  /** Other transactions that ran a query whose results `changes` touch. */
  holdersOfQueries(changes: readonly Change[], self: Transaction | undefined): Set<Transaction> {
    const found = new Set<Transaction>();
    for (const holder of this.#withQueries) {
      if (holder !== self && holder.queries.some((query) => touches(query, changes))) found.add(holder);
    }
    return found;
  }

  /**
   * Resolves when one of `holders` has ended. Throws ABORTED on a deadlock, when `deadline` (ms, Date.now) passes,
   * and CANCELLED when `signal` fires.
   */
  async waitFor(
    holders: ReadonlySet<Transaction>,
    self: Transaction | undefined,
    paths: readonly string[],
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (self && this.#closesCycle(holders, self)) throw tooMuchContention();
    const remaining = deadline - Date.now();
    if (remaining <= 0) throw tooMuchContention();
    if (self) self.waitingFor = holders;
    this.#countWriters(paths, 1);
    try {
      const expiry = Math.min(...[...holders].map((holder) => holder.deadline)) - this.#now();
      await this.#untilOneEnds(holders, Math.min(remaining, Math.max(1, expiry / 1000)), signal);
    } finally {
      this.#countWriters(paths, -1);
      if (self) self.waitingFor = undefined;
    }
    if (signal?.aborted) throw new RpcError(StatusCode.CANCELLED, 'The client went away.');
    for (const holder of holders) if (holder.deadline <= this.#now()) this.#expire(holder);
  }

  /** A deadline for `waitFor`, counted from now. */
  lockDeadline(): number {
    return Date.now() + LOCK_TIMEOUT_MS;
  }

  /** Gives up all locks of `transaction` and wakes who waits for it. */
  release(transaction: Transaction): void {
    for (const path of transaction.documents) {
      const holders = this.#byPath.get(path);
      holders?.delete(transaction);
      if (holders?.size === 0) this.#byPath.delete(path);
    }
    this.#withQueries.delete(transaction);
    const waiters = this.#waiters.get(transaction);
    this.#waiters.delete(transaction);
    for (const waiter of waiters ?? []) waiter.wake();
  }

  #otherHolders(path: string, self: Transaction): Set<Transaction> {
    const others = new Set(this.#byPath.get(path));
    others.delete(self);
    return others;
  }

  #countWriters(paths: readonly string[], step: 1 | -1): void {
    for (const path of paths) {
      const count = (this.#writersWaiting.get(path) ?? 0) + step;
      if (count > 0) this.#writersWaiting.set(path, count);
      else this.#writersWaiting.delete(path);
    }
  }

  /** True when one of `holders` has ended, false when the time ran out. */
  #untilOneEnds(holders: ReadonlySet<Transaction>, ms: number, signal?: AbortSignal): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (ended: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        for (const holder of holders) this.#waiters.get(holder)?.delete(waiter);
        resolve(ended);
      };
      const waiter: Waiter = { wake: () => finish(true) };
      const abort = () => finish(false);
      const timer = setTimeout(() => finish(false), ms);
      signal?.addEventListener('abort', abort);
      for (const holder of holders) {
        const waiters = this.#waiters.get(holder);
        if (waiters) waiters.add(waiter);
        else this.#waiters.set(holder, new Set([waiter]));
      }
    });
  }

  #closesCycle(holders: ReadonlySet<Transaction>, self: Transaction): boolean {
    const seen = new Set<Transaction>();
    const pending = [...holders];
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next === self) return true;
      if (seen.has(next)) continue;
      seen.add(next);
      pending.push(...(next.waitingFor ?? []));
    }
    return false;
  }
}

function touches(query: Query, changes: readonly Change[]): boolean {
  return changes.some(
    ({ before, after }) =>
      (before !== undefined && matchesQuery(query, before)) ||
      (after !== undefined && matchesQuery(query, after)),
  );
}

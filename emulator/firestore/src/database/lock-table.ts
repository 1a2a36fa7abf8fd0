// Owns the locks of read-write transactions. A read takes a shared lock on the document, or on the query's
// results present and future; a commit needs every other transaction's locks on what it changes to be gone, and
// waits for them. Commits that wait for each other are found at once and the youngest is aborted: the oldest always
// comes through, however soon the others try again.
//
// Shared locks alone would let n transactions on one hot document read together and then fight n rounds. So a
// transaction that reads a document which another has read is held back a moment: usually the other commits
// within it, and both succeed. The moment ends early or late with progress, at once when those it waits for wait for
// it, never blocks for good, and a test that interleaves transactions by hand only sees a small delay.

import type { Micros } from '../core/commit-time.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import { matchesQuery, type Query } from '../query/query.ts';
import type { Change } from '../store/undo-log.ts';
import { type Transaction, tooMuchContention } from './transaction.ts';

/**
 * How long a commit waits for the locks of others before it is aborted. Shorter than the 60 idle seconds of a
 * transaction: a transaction that is alive wins.
 */
const LOCK_WAIT_TIMEOUT_MS = 20_000;
/** How long a read is held back without any transaction on the document ending. */
const READ_BACKOFF_MS = 40;
const MAX_READ_BACKOFFS = 500;

interface Waiter {
  readonly wake: () => void;
}

/** A commit that waits: for whom. */
interface WaitingCommit {
  readonly holders: ReadonlySet<Transaction>;
}

export class LockTable {
  readonly #documentLocks = new Map<string, Set<Transaction>>();
  readonly #queryLockHolders = new Set<Transaction>();
  readonly #waitingCommits = new Map<string, Set<WaitingCommit>>();
  /** Commits that wait, to be woken when they are aborted. */
  readonly #commitWaiters = new Map<Transaction, Waiter>();
  /** Readers that are held back. */
  readonly #delayedReaders = new Map<Transaction, Waiter>();
  readonly #waiters = new Map<Transaction, Set<Waiter>>();
  readonly #now: () => Micros;
  readonly #abort: (transaction: Transaction) => void;

  /** `expire` ends a transaction that is over its deadline or forsaken; it must call `release`. */
  constructor(now: () => Micros, expire: (transaction: Transaction) => void) {
    this.#now = now;
    this.#abort = expire;
  }

  /** Waits the courtesy moment where another transaction has read `path`, then locks it. */
  async lockDocument(transaction: Transaction, path: string): Promise<void> {
    if (transaction.lockedPaths.has(path)) return;
    for (let round = 0; round < MAX_READ_BACKOFFS; round++) {
      const ahead = this.#conflictingTransactions(path, transaction);
      if (ahead.size === 0 || this.#wouldDeadlock(ahead, transaction)) break;
      if (!(await this.#waitUntilAnyEnds(ahead, READ_BACKOFF_MS, { self: transaction, isReader: true })))
        break;
      // Whoever waited to write goes first.
      await new Promise(setImmediate);
    }
    this.#lock(transaction, path);
  }

  #lock(transaction: Transaction, path: string): void {
    if (transaction.state !== 'active') return;
    transaction.lockedPaths.add(path);
    const holders = this.#documentLocks.get(path);
    if (holders) holders.add(transaction);
    else this.#documentLocks.set(path, new Set([transaction]));
  }

  /** Locks the query's results: no other commit may change what it would return. */
  lockQuery(transaction: Transaction, query: Query): void {
    if (transaction.state !== 'active') return;
    transaction.lockedQueries.push(query);
    this.#queryLockHolders.add(transaction);
  }

  /** Other transactions with a lock on one of `paths`. */
  holdersOfDocuments(paths: Iterable<string>, self: Transaction | undefined): Set<Transaction> {
    const found = new Set<Transaction>();
    if (this.#documentLocks.size === 0) return found;
    for (const path of paths) {
      for (const holder of this.#documentLocks.get(path) ?? []) if (holder !== self) found.add(holder);
    }
    return found;
  }

  /** Other transactions that ran a query whose results `changes` touch. */
  holdersOfQueries(changes: readonly Change[], self: Transaction | undefined): Set<Transaction> {
    const found = new Set<Transaction>();
    for (const holder of this.#queryLockHolders) {
      if (holder !== self && holder.lockedQueries.some((query) => touches(query, changes))) found.add(holder);
    }
    return found;
  }

  /**
   * Resolves when one of `holders` has ended; ends those itself whose clients have vanished. Throws ABORTED on a
   * deadlock, when `deadline` (ms, Date.now) passes, and CANCELLED when `signal` fires.
   */
  async waitForLocks(
    holders: ReadonlySet<Transaction>,
    self: Transaction | undefined,
    paths: readonly string[],
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (this.#abortOrphaned(holders)) return;
    const victim = self && this.#deadlockVictim(holders, self);
    if (victim === self && self) throw tooMuchContention();
    if (victim) {
      this.#abort(victim);
      return;
    }
    const remaining = deadline - Date.now();
    if (remaining <= 0) throw tooMuchContention();
    if (self) self.waitingFor = holders;
    const waiting = { holders };
    this.#addWaitingCommit(paths, waiting);
    // Readers that are held back look again: one for this commit's sake may now wait for itself.
    for (const reader of [...this.#delayedReaders.values()]) reader.wake();
    try {
      const expiry = Math.min(...[...holders].map((holder) => holder.deadline)) - this.#now();
      await this.#waitUntilAnyEnds(holders, Math.min(remaining, Math.max(1, expiry / 1000)), {
        signal,
        self,
      });
    } finally {
      this.#removeWaitingCommit(paths, waiting);
      if (self) self.waitingFor = undefined;
    }
    if (signal?.aborted) throw new RpcError(StatusCode.CANCELLED, 'The client went away.');
    this.#abortOrphaned(holders);
    for (const holder of holders) if (holder.deadline <= this.#now()) this.#abort(holder);
  }

  /** Ends those of `holders` whose clients have vanished; true when there was one. */
  #abortOrphaned(holders: ReadonlySet<Transaction>): boolean {
    const forsaken = [...holders].filter((holder) => holder.isOrphaned);
    for (const holder of forsaken) this.#abort(holder);
    return forsaken.length > 0;
  }

  /** A deadline for `waitFor`, counted from now. */
  lockWaitDeadline(): number {
    return Date.now() + LOCK_WAIT_TIMEOUT_MS;
  }

  /** Gives up all locks of `transaction` and wakes who waits for it. */
  release(transaction: Transaction): void {
    for (const path of transaction.lockedPaths) {
      const holders = this.#documentLocks.get(path);
      holders?.delete(transaction);
      if (holders?.size === 0) this.#documentLocks.delete(path);
    }
    this.#queryLockHolders.delete(transaction);
    this.#commitWaiters.get(transaction)?.wake();
    this.wake(transaction);
  }

  /** Lets all who wait for `transaction` look again. */
  wake(transaction: Transaction): void {
    const waiters = this.#waiters.get(transaction);
    this.#waiters.delete(transaction);
    for (const waiter of waiters ?? []) waiter.wake();
  }

  /** Whom a read waits for a moment: who has read `path`, and whom those wait for that want to write it. */
  #conflictingTransactions(path: string, self: Transaction): Set<Transaction> {
    const others = new Set<Transaction>();
    for (const holder of this.#documentLocks.get(path) ?? []) {
      if (holder !== self && !holder.isOrphaned) others.add(holder);
    }
    for (const { holders } of this.#waitingCommits.get(path) ?? []) {
      for (const holder of holders) others.add(holder);
    }
    return others;
  }

  #addWaitingCommit(paths: readonly string[], waiting: WaitingCommit): void {
    for (const path of paths) {
      const writers = this.#waitingCommits.get(path);
      if (writers) writers.add(waiting);
      else this.#waitingCommits.set(path, new Set([waiting]));
    }
  }

  #removeWaitingCommit(paths: readonly string[], waiting: WaitingCommit): void {
    for (const path of paths) {
      const writers = this.#waitingCommits.get(path);
      writers?.delete(waiting);
      if (writers?.size === 0) this.#waitingCommits.delete(path);
    }
  }

  /** True when one of `holders` has ended, false when the time ran out. */
  #waitUntilAnyEnds(
    holders: ReadonlySet<Transaction>,
    ms: number,
    {
      signal,
      self,
      isReader = false,
    }: {
      readonly signal?: AbortSignal | undefined;
      readonly self?: Transaction | undefined;
      readonly isReader?: boolean;
    },
  ): Promise<boolean> {
    return new Promise((resolve) => {
      const finish = (ended: boolean) => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', abort);
        if (self) (isReader ? this.#delayedReaders : this.#commitWaiters).delete(self);
        for (const holder of holders) this.#waiters.get(holder)?.delete(waiter);
        resolve(ended);
      };
      const waiter: Waiter = { wake: () => finish(true) };
      const abort = () => finish(false);
      const timer = setTimeout(() => finish(false), ms);
      signal?.addEventListener('abort', abort);
      if (self) (isReader ? this.#delayedReaders : this.#commitWaiters).set(self, waiter);
      for (const holder of holders) {
        const waiters = this.#waiters.get(holder);
        if (waiters) waiters.add(waiter);
        else this.#waiters.set(holder, new Set([waiter]));
      }
    });
  }

  /** True when one of `holders` waits for `self`, itself or through others. */
  #wouldDeadlock(holders: ReadonlySet<Transaction>, self: Transaction): boolean {
    return this.#deadlockVictim(holders, self) !== undefined;
  }

  /** The youngest of those that would wait for each other in a ring if `self` waited for `holders`. */
  #deadlockVictim(holders: ReadonlySet<Transaction>, self: Transaction): Transaction | undefined {
    const cameFrom = new Map<Transaction, Transaction>();
    const pending: Transaction[] = [];
    const look = (from: Transaction, at: ReadonlySet<Transaction>) => {
      for (const next of at) {
        if (cameFrom.has(next)) continue;
        cameFrom.set(next, from);
        pending.push(next);
      }
    };
    look(self, holders);
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next !== self) {
        look(next, next.waitingFor ?? new Set());
        continue;
      }
      let youngest = self;
      for (let each = cameFrom.get(self); each && each !== self; each = cameFrom.get(each)) {
        if (each.sequenceNumber > youngest.sequenceNumber) youngest = each;
      }
      return youngest;
    }
    return undefined;
  }
}

function touches(query: Query, changes: readonly Change[]): boolean {
  return changes.some(
    ({ before, after }) =>
      (before !== undefined && matchesQuery(query, before)) ||
      (after !== undefined && matchesQuery(query, after)),
  );
}

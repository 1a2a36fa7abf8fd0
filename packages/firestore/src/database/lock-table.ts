// Two-phase locking for read-write transactions. A read takes a shared lock on the document, or a
// predicate lock on the query's result set. A commit waits until no other transaction holds a lock
// on anything that it changes. A wait-for cycle is detected before the wait begins, and its
// youngest transaction is the victim, so the oldest always makes progress, however soon the others
// retry.
//
// With shared locks alone, n transactions on one hot document would all read it and then abort each
// other for n rounds. Lock-wait back-off prevents that: a read of a document that another
// transaction has locked is delayed; usually the other one commits meanwhile, and both succeed. The
// delay ends as soon as a conflicting transaction ends, is skipped if it would close a wait-for
// cycle, and never blocks permanently. A read of a document or query does not overtake a commit
// that waits to change it: the read is delayed for as long as that commit waits.

import { activeSpan } from '@savepoint/server/core/tracing';
import type { Micros } from '../core/commit-time.ts';
import { RpcError, StatusCode } from '../core/rpc-error.ts';
import type { Timers } from '../core/timers.ts';
import { matchesQuery, type Query } from '../query/query.ts';
import type { Change } from '../store/undo-log.ts';
import { type Transaction, tooMuchContention } from './transaction.ts';

/**
 * Shorter than the idle timeout of a transaction (60 s), so that an active lock holder outlives the
 * waiting commit.
 */
const LOCK_WAIT_TIMEOUT_MS = 20_000;
/** One round of back-off: the longest delay of a read while no conflicting transaction ends. */
const READ_BACKOFF_MS = 40;
const MAX_READ_BACKOFFS = 500;

interface Waiter {
  readonly wake: () => void;
}

/** A commit that waits for `holders` to release their locks. */
interface WaitingCommit {
  readonly holders: ReadonlySet<Transaction>;
  readonly commit: PendingCommit;
}

/** A waiting commit, as the lock table sees it. */
export interface PendingCommit {
  readonly paths: readonly string[];
  /** True if the commit would change the result set of the query. */
  affects(query: Query): boolean;
}

/** The reason why a read is delayed. */
interface ReadConflict {
  readonly transactions: Set<Transaction>;
  /** True if a commit is waiting to change what is read. */
  readonly isBehindCommit: boolean;
}

/** The shared locks and predicate locks of one database. */
export class LockTable {
  readonly #documentLocks = new Map<string, Set<Transaction>>();
  readonly #queryLockHolders = new Set<Transaction>();
  readonly #waitingCommits = new Map<string, Set<WaitingCommit>>();
  /** Waiting commits by transaction, for waking an aborted one. */
  readonly #commitWaiters = new Map<Transaction, Waiter>();
  /** Reads in lock-wait back-off. */
  readonly #delayedReaders = new Map<Transaction, Waiter>();
  readonly #waiters = new Map<Transaction, Set<Waiter>>();
  readonly #now: () => Micros;
  readonly #timers: Timers;
  readonly #abort: (transaction: Transaction) => void;

  /**
   * `abort` ends a transaction that is a deadlock victim, expired or orphaned. It must call
   * `release`.
   */
  constructor(now: () => Micros, timers: Timers, abort: (transaction: Transaction) => void) {
    this.#now = now;
    this.#timers = timers;
    this.#abort = abort;
  }

  /** Takes a shared lock on `path`, after lock-wait back-off if other transactions hold one. */
  async lockDocument(transaction: Transaction, path: string): Promise<void> {
    if (transaction.lockedPaths.has(path)) return;
    await this.#delayRead(transaction, () => this.#conflictsOfDocument(path, transaction));
    this.#lock(transaction, path);
  }

  /** Delays a query of `transaction` while a waiting commit would change its result set. */
  async delayQuery(transaction: Transaction, query: Query): Promise<void> {
    await this.#delayRead(transaction, () => this.#conflictsOfQuery(query));
  }

  async #delayRead(transaction: Transaction, conflicts: () => ReadConflict): Promise<void> {
    for (let round = 0; round < MAX_READ_BACKOFFS && transaction.state === 'active'; round++) {
      const { transactions, isBehindCommit } = conflicts();
      if (transactions.size === 0 || this.#wouldDeadlock(transactions, transaction)) break;
      const span = activeSpan()?.child('lock wait', {
        attributes: { holders: transactions.size, reason: isBehindCommit ? 'read behind commit' : 'read' },
      });
      const hasEnded = await this.#waitUntilAnyEnds(transactions, READ_BACKOFF_MS, {
        self: transaction,
        isReader: true,
      });
      span?.end();
      if (!hasEnded && !isBehindCommit) break;
      // Waiting commits continue after one turn of the event loop, so they precede delayed reads.
      await this.#turn();
      await this.#turn();
    }
  }

  #lock(transaction: Transaction, path: string): void {
    if (transaction.state !== 'active') return;
    transaction.lockedPaths.add(path);
    const holders = this.#documentLocks.get(path);
    if (holders) holders.add(transaction);
    else this.#documentLocks.set(path, new Set([transaction]));
  }

  /**
   * Takes a predicate lock: until it is released, no other commit can change the query's result
   * set.
   */
  lockQuery(transaction: Transaction, query: Query): void {
    if (transaction.state !== 'active') return;
    transaction.lockedQueries.push(query);
    this.#queryLockHolders.add(transaction);
  }

  /** Transactions, except `self`, with a lock on one of `paths`. */
  holdersOfDocuments(paths: Iterable<string>, self: Transaction | undefined): Set<Transaction> {
    const found = new Set<Transaction>();
    if (this.#documentLocks.size === 0) return found;
    for (const path of paths) {
      for (const holder of this.#documentLocks.get(path) ?? []) if (holder !== self) found.add(holder);
    }
    return found;
  }

  /** Transactions, except `self`, with a lock on a query whose result set `changes` affects. */
  holdersOfQueries(changes: readonly Change[], self: Transaction | undefined): Set<Transaction> {
    const found = new Set<Transaction>();
    for (const holder of this.#queryLockHolders) {
      if (holder !== self && holder.lockedQueries.some((query) => affects(changes, query))) found.add(holder);
    }
    return found;
  }

  /**
   * Resolves when one of `holders` has ended; aborts those that are orphaned or expired. Throws
   * ABORTED if `self` is the victim of a deadlock or `deadline` (milliseconds of the timers)
   * passes, CANCELLED when `signal` fires.
   */
  async waitForLocks(
    holders: ReadonlySet<Transaction>,
    self: Transaction | undefined,
    commit: PendingCommit,
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    const { paths } = commit;
    if (this.#abortOrphaned(holders)) return;
    const victim = self && this.#deadlockVictim(holders, self);
    if (victim === self && self) throw tooMuchContention();
    if (victim) {
      this.#abort(victim);
      return;
    }
    const remaining = deadline - this.#timers.now();
    if (remaining <= 0) throw tooMuchContention();
    if (self) self.waitingFor = holders;
    const waiting = { holders, commit };
    this.#addWaitingCommit(paths, waiting);
    // A delayed read that waits for this transaction may now be part of a wait-for cycle: let
    // delayed reads check again.
    for (const reader of [...this.#delayedReaders.values()]) reader.wake();
    const span = activeSpan()?.child('lock wait', {
      attributes: { documents: paths.join(' '), holders: holders.size, reason: 'commit' },
    });
    try {
      const expiry = Math.min(...[...holders].map((holder) => holder.deadline)) - this.#now();
      await this.#waitUntilAnyEnds(holders, Math.min(remaining, Math.max(1, expiry / 1000)), {
        signal,
        self,
      });
    } finally {
      span?.end();
      this.#removeWaitingCommit(paths, waiting);
      if (self) self.waitingFor = undefined;
    }
    if (signal?.aborted) throw new RpcError(StatusCode.CANCELLED, 'The client disconnected.');
    // The response of the commit that released the locks is sent before that of the waiting commit.
    await this.#turn();
    this.#abortOrphaned(holders);
    for (const holder of holders) if (holder.deadline <= this.#now()) this.#abort(holder);
  }

  /** Aborts the orphaned transactions among `holders`. Returns true if there was one. */
  #abortOrphaned(holders: ReadonlySet<Transaction>): boolean {
    const orphaned = [...holders].filter((holder) => holder.isOrphaned);
    for (const holder of orphaned) this.#abort(holder);
    return orphaned.length > 0;
  }

  /** The `waitForLocks` deadline of a commit that begins now. */
  lockWaitDeadline(): number {
    return this.#timers.now() + LOCK_WAIT_TIMEOUT_MS;
  }

  /** Releases all locks of `transaction` and wakes the commits and reads that wait for it. */
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

  /**
   * Wakes the commits and reads that wait for `transaction`, so that they check their locks again.
   */
  wake(transaction: Transaction): void {
    const waiters = this.#waiters.get(transaction);
    this.#waiters.delete(transaction);
    for (const waiter of waiters ?? []) waiter.wake();
  }

  /**
   * The transactions that delay a read of `path`: its lock holders, and those for which commits to
   * `path` wait.
   */
  #conflictsOfDocument(path: string, self: Transaction): ReadConflict {
    const transactions = new Set<Transaction>();
    for (const holder of this.#documentLocks.get(path) ?? []) {
      if (holder !== self && !holder.isOrphaned) transactions.add(holder);
    }
    const waiting = this.#waitingCommits.get(path) ?? [];
    for (const { holders } of waiting) for (const holder of holders) transactions.add(holder);
    return { transactions, isBehindCommit: this.#waitingCommits.has(path) };
  }

  /** The transactions for which commits wait that would change the result set of `query`. */
  #conflictsOfQuery(query: Query): ReadConflict {
    const waiting = new Set([...this.#waitingCommits.values()].flatMap((commits) => [...commits]));
    const transactions = new Set<Transaction>();
    for (const { holders, commit } of waiting) {
      if (commit.affects(query)) for (const holder of holders) transactions.add(holder);
    }
    return { transactions, isBehindCommit: transactions.size > 0 };
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

  /**
   * Resolves to true when one of `holders` has ended, to false after `ms` or when `signal` fires.
   */
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
        cancelTimer();
        signal?.removeEventListener('abort', abort);
        if (self) (isReader ? this.#delayedReaders : this.#commitWaiters).delete(self);
        for (const holder of holders) this.#waiters.get(holder)?.delete(waiter);
        resolve(ended);
      };
      const waiter: Waiter = { wake: () => finish(true) };
      const abort = () => finish(false);
      const cancelTimer = this.#timers.after(ms, () => finish(false));
      signal?.addEventListener('abort', abort);
      if (self) (isReader ? this.#delayedReaders : this.#commitWaiters).set(self, waiter);
      for (const holder of holders) {
        const waiters = this.#waiters.get(holder);
        if (waiters) waiters.add(waiter);
        else this.#waiters.set(holder, new Set([waiter]));
      }
    });
  }

  /** One turn of the event loop, during which pending responses are sent. */
  #turn(): Promise<void> {
    return new Promise((resolve) => this.#timers.turn(resolve));
  }

  /** True when one of `holders` waits for `self`, directly or transitively. */
  #wouldDeadlock(holders: ReadonlySet<Transaction>, self: Transaction): boolean {
    return this.#deadlockVictim(holders, self) !== undefined;
  }

  /**
   * The youngest transaction of the wait-for cycle that would arise if `self` waited for `holders`.
   */
  #deadlockVictim(holders: ReadonlySet<Transaction>, self: Transaction): Transaction | undefined {
    const waiterOf = new Map<Transaction, Transaction>();
    const pending: Transaction[] = [];
    const visit = (from: Transaction, at: ReadonlySet<Transaction>) => {
      for (const next of at) {
        if (waiterOf.has(next)) continue;
        waiterOf.set(next, from);
        pending.push(next);
      }
    };
    visit(self, holders);
    for (let next = pending.pop(); next; next = pending.pop()) {
      if (next !== self) {
        visit(next, next.waitingFor ?? new Set());
        continue;
      }
      let youngest = self;
      for (let each = waiterOf.get(self); each && each !== self; each = waiterOf.get(each)) {
        if (each.sequenceNumber > youngest.sequenceNumber) youngest = each;
      }
      return youngest;
    }
    return undefined;
  }
}

/** True if one of `changes` belongs to the result set of `query`, before or after the change. */
export function affects(changes: readonly Change[], query: Query): boolean {
  return changes.some(
    ({ before, after }) =>
      (before !== undefined && matchesQuery(query, before)) ||
      (after !== undefined && matchesQuery(query, after)),
  );
}

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
import type { Change } from '../store/write-log.ts';
import { type Transaction, tooMuchContention } from './transaction.ts';

/**
 * How long a commit waits for the locks of others before it is aborted. Shorter than the 60 idle seconds of a
 * transaction: a transaction that is alive wins.
 */
const LOCK_TIMEOUT_MS = 20_000;
/** How long a read is held back without any transaction on the document ending. */
const COURTESY_MS = 40;
const COURTESY_ROUNDS = 500;

interface Waiter {
  readonly wake: () => void;
}

/** A commit that waits: for whom. */
interface Waiting {
  readonly holders: ReadonlySet<Transaction>;
}

export class LockTable {
  readonly #byPath = new Map<string, Set<Transaction>>();
  readonly #withQueries = new Set<Transaction>();
  readonly #writersWaiting = new Map<string, Set<Waiting>>();
  /** Commits that wait, to be woken when they are aborted. */
  readonly #committing = new Map<Transaction, Waiter>();
  /** Readers that are held back. */
  readonly #heldBack = new Map<Transaction, Waiter>();
  readonly #waiters = new Map<Transaction, Set<Waiter>>();
  readonly #now: () => Micros;
  readonly #expire: (transaction: Transaction) => void;

  /** `expire` ends a transaction that is over its deadline or forsaken; it must call `release`. */
  constructor(now: () => Micros, expire: (transaction: Transaction) => void) {
    this.#now = now;
    this.#expire = expire;
  }

  /** Waits the courtesy moment where another transaction has read `path`, then locks it. */
  async lockDocument(transaction: Transaction, path: string): Promise<void> {
    if (transaction.documents.has(path)) return;
    for (let round = 0; round < COURTESY_ROUNDS; round++) {
      const ahead = this.#ahead(path, transaction);
      if (ahead.size === 0 || this.#closesCycle(ahead, transaction)) break;
      if (!(await this.#untilOneEnds(ahead, COURTESY_MS, { self: transaction, isReader: true }))) break;
      // Whoever waited to write goes first.
      await new Promise(setImmediate);
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
   * Resolves when one of `holders` has ended; ends those itself whose clients have vanished. Throws ABORTED on a
   * deadlock, when `deadline` (ms, Date.now) passes, and CANCELLED when `signal` fires.
   */
  async waitFor(
    holders: ReadonlySet<Transaction>,
    self: Transaction | undefined,
    paths: readonly string[],
    deadline: number,
    signal: AbortSignal | undefined,
  ): Promise<void> {
    if (this.#expireForsaken(holders)) return;
    const victim = self && this.#youngestOfCycle(holders, self);
    if (victim === self && self) throw tooMuchContention();
    if (victim) {
      this.#expire(victim);
      return;
    }
    const remaining = deadline - Date.now();
    if (remaining <= 0) throw tooMuchContention();
    if (self) self.waitingFor = holders;
    const waiting = { holders };
    this.#addWriter(paths, waiting);
    // Readers that are held back look again: one for this commit's sake may now wait for itself.
    for (const reader of [...this.#heldBack.values()]) reader.wake();
    try {
      const expiry = Math.min(...[...holders].map((holder) => holder.deadline)) - this.#now();
      await this.#untilOneEnds(holders, Math.min(remaining, Math.max(1, expiry / 1000)), { signal, self });
    } finally {
      this.#removeWriter(paths, waiting);
      if (self) self.waitingFor = undefined;
    }
    if (signal?.aborted) throw new RpcError(StatusCode.CANCELLED, 'The client went away.');
    this.#expireForsaken(holders);
    for (const holder of holders) if (holder.deadline <= this.#now()) this.#expire(holder);
  }

  /** Ends those of `holders` whose clients have vanished; true when there was one. */
  #expireForsaken(holders: ReadonlySet<Transaction>): boolean {
    const forsaken = [...holders].filter((holder) => holder.isForsaken);
    for (const holder of forsaken) this.#expire(holder);
    return forsaken.length > 0;
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
    this.#committing.get(transaction)?.wake();
    this.wake(transaction);
  }

  /** Lets all who wait for `transaction` look again. */
  wake(transaction: Transaction): void {
    const waiters = this.#waiters.get(transaction);
    this.#waiters.delete(transaction);
    for (const waiter of waiters ?? []) waiter.wake();
  }

  /** Whom a read waits for a moment: who has read `path`, and whom those wait for that want to write it. */
  #ahead(path: string, self: Transaction): Set<Transaction> {
    const others = new Set<Transaction>();
    for (const holder of this.#byPath.get(path) ?? []) {
      if (holder !== self && !holder.isForsaken) others.add(holder);
    }
    for (const { holders } of this.#writersWaiting.get(path) ?? []) {
      for (const holder of holders) others.add(holder);
    }
    return others;
  }

  #addWriter(paths: readonly string[], waiting: Waiting): void {
    for (const path of paths) {
      const writers = this.#writersWaiting.get(path);
      if (writers) writers.add(waiting);
      else this.#writersWaiting.set(path, new Set([waiting]));
    }
  }

  #removeWriter(paths: readonly string[], waiting: Waiting): void {
    for (const path of paths) {
      const writers = this.#writersWaiting.get(path);
      writers?.delete(waiting);
      if (writers?.size === 0) this.#writersWaiting.delete(path);
    }
  }

  /** True when one of `holders` has ended, false when the time ran out. */
  #untilOneEnds(
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
        if (self) (isReader ? this.#heldBack : this.#committing).delete(self);
        for (const holder of holders) this.#waiters.get(holder)?.delete(waiter);
        resolve(ended);
      };
      const waiter: Waiter = { wake: () => finish(true) };
      const abort = () => finish(false);
      const timer = setTimeout(() => finish(false), ms);
      signal?.addEventListener('abort', abort);
      if (self) (isReader ? this.#heldBack : this.#committing).set(self, waiter);
      for (const holder of holders) {
        const waiters = this.#waiters.get(holder);
        if (waiters) waiters.add(waiter);
        else this.#waiters.set(holder, new Set([waiter]));
      }
    });
  }

  /** True when one of `holders` waits for `self`, itself or through others. */
  #closesCycle(holders: ReadonlySet<Transaction>, self: Transaction): boolean {
    return this.#youngestOfCycle(holders, self) !== undefined;
  }

  /** The youngest of those that would wait for each other in a ring if `self` waited for `holders`. */
  #youngestOfCycle(holders: ReadonlySet<Transaction>, self: Transaction): Transaction | undefined {
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
        if (each.order > youngest.order) youngest = each;
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

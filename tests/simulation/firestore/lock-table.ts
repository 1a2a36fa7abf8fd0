// The locks of Firestore's pessimistic transactions, as Spanner below it has them. A read takes a
// shared lock; a commit needs what it writes for itself alone. Who began first goes first ("wound
// wait"): a commit aborts younger transactions that have read what it writes, and waits for older
// ones, so there is no deadlock. A transaction that is run again keeps its age. Worked example, on
// one document:
//
//   a reads, b reads      both have a shared lock
//   b commits             waits for a, which is older
//   a commits             aborts b, and applies; b runs again, and reads what a has written

/** A transaction as seen by the server. */
export interface ServerTransaction {
  /** The time of its first attempt; the smaller is the older. */
  readonly age: number;
  readonly locked: Set<string>;
  state: 'active' | 'committing' | 'aborted' | 'ended';
  lastUsedAt: number;
  /** Ends its wait for a lock. */
  wake: (() => void) | undefined;
}

interface Lock {
  readonly readers: Set<ServerTransaction>;
  /** The commit that is being applied. */
  writer: ServerTransaction | undefined;
  waiting: (() => void)[];
}

export class LockTable {
  readonly #locks = new Map<string, Lock>();
  readonly #onAborted: (path: string) => void;

  /** `onAborted` gets the document that caused an abort. */
  constructor(onAborted: (path: string) => void) {
    this.#onAborted = onAborted;
  }

  /** The commit that a read of the document must wait for. */
  writerOf(path: string): ServerTransaction | undefined {
    return this.#locks.get(path)?.writer;
  }

  lockToRead(path: string, transaction: ServerTransaction): void {
    this.#lock(path).readers.add(transaction);
    transaction.locked.add(path);
  }

  /**
   * Locks these documents for a commit, and aborts younger transactions for it; or returns a
   * document that is not free yet, and its owner.
   */
  lockToWrite(
    paths: readonly string[],
    transaction: ServerTransaction,
  ): { readonly path: string; readonly holder: ServerTransaction } | undefined {
    for (const path of paths) {
      const lock = this.#lock(path);
      if (lock.writer !== undefined && lock.writer !== transaction) return { path, holder: lock.writer };
      for (const reader of lock.readers) {
        if (reader === transaction) continue;
        if (reader.age < transaction.age || reader.state !== 'active') return { path, holder: reader };
        this.#onAborted(path);
        this.release(reader, 'aborted');
      }
    }
    for (const path of paths) {
      this.#lock(path).writer = transaction;
      transaction.locked.add(path);
    }
    transaction.state = 'committing';
    return undefined;
  }

  /** Calls back when the document is released, or the transaction itself has ended. */
  wait(path: string, transaction: ServerTransaction, callback: () => void): void {
    this.#lock(path).waiting.push(callback);
    transaction.wake = callback;
  }

  /** Ends a transaction and releases its locks. */
  release(transaction: ServerTransaction, state: 'aborted' | 'ended'): void {
    if (transaction.state === 'aborted' || transaction.state === 'ended') return;
    transaction.state = state;
    const woken: (() => void)[] = transaction.wake === undefined ? [] : [transaction.wake];
    for (const path of transaction.locked) {
      const lock = this.#lock(path);
      lock.readers.delete(transaction);
      if (lock.writer === transaction) lock.writer = undefined;
      woken.push(...lock.waiting);
      lock.waiting = [];
      if (lock.readers.size === 0 && lock.writer === undefined) this.#locks.delete(path);
    }
    transaction.locked.clear();
    for (const wake of woken) wake();
  }

  #lock(path: string): Lock {
    let lock = this.#locks.get(path);
    if (lock === undefined) {
      lock = { readers: new Set(), writer: undefined, waiting: [] };
      this.#locks.set(path, lock);
    }
    return lock;
  }
}

// Firestore as the use cases of the shop reach it: their DocumentStore, on virtual time, with
// production's transactions, latency and soft limits. The limits are the emulator's; the database
// is not. Measured in a run of 1,000 shoppers, its conversion of values and its queues make a
// million events 100 s, and this one 30 s; ten reads and five writes take 270 µs there. Nor does
// this one have that database's lock-wait back-off, which is kinder than production.
import {
  type DocumentStore,
  type DocumentTransaction,
  type DueDocument,
  type DueQuery,
  type FindQuery,
  type FoundDocument,
  isExisting,
  type StatefulDocument,
  type StateQuery,
} from '../../../functions/src/firestore/document-store.ts';
import { MODEL } from '../../../packages/firestore/src/limits/production-limits.ts';
import type { RandomStream } from '../kernel/random-stream.ts';
import type { Simulation } from '../kernel/simulation.ts';
import { FIRESTORE } from '../production.ts';
import { type Fields, frozenCopy } from './documents.ts';
import { FieldIndex } from './field-index.ts';
import {
  ABORTED,
  ALREADY_EXISTS,
  aborted,
  FirestoreError,
  NOT_FOUND,
  RESOURCE_EXHAUSTED,
  UNAVAILABLE,
} from './firestore-error.ts';
import { LockTable, type ServerTransaction } from './lock-table.ts';
import { SoftLimits } from './soft-limits.ts';

/** A document's change, as triggers get it. */
export interface DocumentChange {
  readonly path: string;
  readonly before: Fields | undefined;
  readonly after: Fields | undefined;
}

/** One write of a commit. */
interface Write {
  readonly path: string;
  /** The document afterwards; throws if a precondition fails. */
  readonly apply: (before: Fields | undefined) => Fields | undefined;
}

/** How a function instance reaches Firestore. */
export interface Connection {
  readonly carry: Carry;
  readonly usage: Usage;
  /** True if the response to a commit is lost, which the SDK treats as a failure. */
  readonly isReplyLost: () => boolean;
}

/** A caller's usage; billed as in production, counting each attempt of a transaction. */
export interface Usage {
  reads: number;
  writes: number;
}

/**
 * Carries a request of a function instance to Firestore and its response back: the instance may die
 * either way.
 */
export type Carry = <T>(request: () => Promise<T>) => Promise<T>;

/** Observes Firestore. */
export interface FirestoreObserver {
  /** A commit has changed documents; `waitedMs` is its delay by soft limits. */
  committed(changes: readonly DocumentChange[], waitedMs: number): void;
  /** This document caused a transaction's abort. */
  aborted(path: string): void;
}

export class SimulatedFirestore {
  readonly #simulation: Simulation;
  readonly #random: RandomStream;
  readonly #ids: RandomStream;
  readonly #startedAt: number;
  readonly #observer: FirestoreObserver;
  readonly #limits: SoftLimits | undefined;
  readonly #collections = new Map<string, Map<string, Fields>>();
  readonly #indexes = new Map<string, FieldIndex[]>();
  readonly #locks: LockTable;

  /** `startedAt` is the beginning of virtual time. */
  constructor(simulation: Simulation, observer: FirestoreObserver, hasLimits = true, startedAt = 0) {
    this.#simulation = simulation;
    this.#random = simulation.random('firestore');
    this.#ids = simulation.random('ids');
    this.#startedAt = startedAt;
    this.#observer = observer;
    this.#limits = hasLimits ? new SoftLimits(simulation) : undefined;
    this.#locks = new LockTable((path) => this.#recordAborted(path));
  }

  /** Firestore as a function instance reaches it, through the SDK. */
  client(connection: Connection): DocumentStore {
    const { carry, usage } = connection;
    return {
      runTransaction: (work) => this.#runTransaction(connection, work),
      get: <T>(path: string) => carry(() => this.#read(path, usage)) as Promise<T | null>,
      getAll: <T>(paths: readonly string[]) =>
        carry(() => this.#readSnapshot(paths, usage)) as Promise<{ documents: (T | null)[]; readAt: Date }>,
      create: (path, fields) => this.#create(carry, usage, path, fields),
      findDue: (query) => carry(() => this.#query(usage, () => this.#findDue(query))),
      findInState: (query) => carry(() => this.#query(usage, () => this.#findInState(query))),
      find: (query) => carry(() => this.#query(usage, () => this.#find(query))),
    };
  }

  /** Reads a document from outside: no time passes. */
  peek(path: string): Fields | undefined {
    const [collection, id] = split(path);
    return this.#collections.get(collection)?.get(id);
  }

  /** The documents of a collection by id, from outside. */
  peekCollection(collection: string): ReadonlyMap<string, Fields> {
    return this.#collections.get(collection) ?? new Map();
  }

  /** Writes a document before the run. */
  seed(path: string, fields: object): void {
    this.#store(path, frozenCopy(fields) as Fields);
  }

  async #runTransaction<T>(
    connection: Connection,
    work: (transaction: DocumentTransaction) => Promise<T>,
  ): Promise<T> {
    const age = this.#simulation.now;
    let baseMs = 0;
    for (let attempt = 1; ; attempt += 1) {
      const { initialMs, factor, maxMs, jitter } = FIRESTORE.retry;
      if (attempt > 1)
        await connection.carry(() =>
          this.#simulation.sleep(baseMs * (1 + (this.#random.next() - 0.5) * jitter)),
        );
      baseMs = Math.min(maxMs, Math.max(initialMs, baseMs * factor));
      const transaction = this.#begin(age);
      try {
        return await this.#attempt(connection, transaction, work);
      } catch (error) {
        this.#simulation.after(this.#halfTrip(), () => this.#locks.release(transaction, 'ended'));
        if (!isRetried(error) || attempt === FIRESTORE.attemptsMax) throw error;
        if (error.code === RESOURCE_EXHAUSTED) baseMs = maxMs;
      }
    }
  }

  async #attempt<T>(
    { carry, usage, isReplyLost }: Connection,
    server: ServerTransaction,
    work: (transaction: DocumentTransaction) => Promise<T>,
  ): Promise<T> {
    const writes: Write[] = [];
    const readAll = (paths: readonly string[]): Promise<(Fields | null)[]> => {
      if (writes.length > 0) throw new Error(`A read of ${paths} after a write: Firestore rejects that.`);
      return paths.length === 0 ? Promise.resolve([]) : carry(() => this.#readLocked(server, paths, usage));
    };
    const result = await work({
      get: async <T>(path: string) => (await readAll([path]))[0] as T | null,
      getAll: <T>(paths: readonly string[]) => readAll(paths) as Promise<(T | null)[]>,
      set: (path, fields) => void writes.push(setTo(path, fields)),
      create: (path, fields) => void writes.push(creationOf(path, fields)),
      update: (path, fields) => void writes.push(updateOf(path, fields)),
      arrayUnion: (path, field, value) => void writes.push(unionOf(path, field, value)),
      delete: (path) => void writes.push({ path, apply: () => undefined }),
      newId: () => this.#newId(),
    });
    if (writes.length > 0 || server.locked.size > 0) await carry(() => this.#commit(server, writes, usage));
    if (writes.length > 0 && isReplyLost()) throw new FirestoreError(UNAVAILABLE, 'The connection broke.');
    return result;
  }

  #begin(age: number): ServerTransaction {
    return { age, locked: new Set(), state: 'active', lastUsedAt: this.#simulation.now, wake: undefined };
  }

  async #read(path: string, usage: Usage): Promise<Fields | null> {
    await this.#trip();
    usage.reads += 1;
    const found = this.peek(path) ?? null;
    await this.#trip();
    return found;
  }

  /** Several documents without locks, as of one time. */
  async #readSnapshot(
    paths: readonly string[],
    usage: Usage,
  ): Promise<{ documents: (Fields | null)[]; readAt: Date }> {
    await this.#trip();
    usage.reads += paths.length;
    const documents = paths.map((path) => this.peek(path) ?? null);
    const readAt = new Date(this.#startedAt + this.#simulation.now);
    await this.#trip();
    return { documents, readAt };
  }

  #newId(): string {
    return Array.from({ length: 20 }, () => this.#ids.below(36).toString(36)).join('');
  }

  async #query<T>(usage: Usage, find: () => T[]): Promise<T[]> {
    await this.#trip();
    const found = find();
    usage.reads += Math.max(1, found.length);
    await this.#trip();
    return found;
  }

  async #readLocked(
    transaction: ServerTransaction,
    paths: readonly string[],
    usage: Usage,
  ): Promise<(Fields | null)[]> {
    await this.#trip();
    const since = this.#simulation.now;
    for (;;) {
      this.#use(transaction, since, paths);
      const taken = paths.find((path) => this.#locks.writerOf(path) !== undefined);
      if (taken === undefined) break;
      await this.#waitFor(taken, transaction, since + FIRESTORE.lockWaitMs);
    }
    for (const path of paths) this.#locks.lockToRead(path, transaction);
    usage.reads += paths.length;
    const found = paths.map((path) => this.peek(path) ?? null);
    await this.#trip();
    return found;
  }

  async #commit(transaction: ServerTransaction, writes: readonly Write[], usage: Usage): Promise<void> {
    await this.#trip();
    const paths = [...new Set(writes.map(({ path }) => path))];
    const since = this.#simulation.now;
    for (;;) {
      this.#use(transaction, since, paths);
      const conflict = this.#locks.lockToWrite(paths, transaction);
      if (conflict === undefined) break;
      const idleAt = conflict.holder.lastUsedAt + FIRESTORE.idleTransactionMs;
      if (conflict.holder.state === 'active' && idleAt <= this.#simulation.now)
        this.#locks.release(conflict.holder, 'ended');
      else await this.#waitFor(conflict.path, transaction, Math.min(idleAt, since + FIRESTORE.lockWaitMs));
    }
    try {
      const commitMs = paths.length === 0 ? 0 : this.#admit(paths);
      await this.#simulation.sleep(commitMs);
      const changes = this.#apply(writes);
      usage.writes += changes.length;
      if (changes.length > 0) this.#observer.committed(changes, commitMs - MODEL.commitMs);
    } finally {
      this.#locks.release(transaction, 'ended');
    }
    await this.#trip();
  }

  #admit(paths: readonly string[]): number {
    if (this.#limits === undefined) return MODEL.commitMs;
    try {
      return this.#limits.admit(paths);
    } catch (error) {
      this.#recordAborted(paths.join());
      throw error;
    }
  }

  async #create(carry: Carry, usage: Usage, path: string, fields: object): Promise<boolean> {
    try {
      const write = creationOf(path, fields);
      await carry(() => this.#commit(this.#begin(this.#simulation.now), [write], usage));
      return true;
    } catch (error) {
      if (isExisting(error)) return false;
      throw error;
    }
  }

  /** Throws if the transaction has ended, or has waited too long. */
  #use(transaction: ServerTransaction, since: number, paths: readonly string[]): void {
    const { now } = this.#simulation;
    if (transaction.state !== 'active') throw aborted('The transaction was aborted. Please try again.');
    if (now - since >= FIRESTORE.lockWaitMs) {
      this.#recordAborted(paths.join());
      throw aborted('Transaction lock timeout.');
    }
    transaction.lastUsedAt = now;
  }

  #waitFor(path: string, transaction: ServerTransaction, until: number): Promise<void> {
    return new Promise((resolve) => {
      this.#locks.wait(path, transaction, resolve);
      // At least a millisecond: sums of times are rounded, and might never reach `until`.
      this.#simulation.after(Math.max(1, until - this.#simulation.now), resolve);
    });
  }

  /** Applies all writes, or none if one of them throws. */
  #apply(writes: readonly Write[]): DocumentChange[] {
    const written = new Map<string, Fields | undefined>();
    for (const { path, apply } of writes)
      written.set(path, apply(written.has(path) ? written.get(path) : this.peek(path)));
    return [...written].map(([path, after]) => {
      const before = this.peek(path);
      this.#store(path, after);
      return { path, before, after };
    });
  }

  #store(path: string, fields: Fields | undefined): void {
    const [name, id] = split(path);
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = new Map();
      this.#collections.set(name, collection);
    }
    for (const index of this.#indexes.get(name) ?? []) index.replace(id, collection.get(id), fields);
    if (fields === undefined) collection.delete(id);
    else collection.set(id, fields);
  }

  #findDue({ collection, state, dueBy, limit, after }: DueQuery): DueDocument[] {
    const due: DueDocument[] = [];
    for (const [id, fields] of this.peekCollection(collection)) {
      const nextAttemptAt = fields.nextAttemptAt as Date | undefined;
      if (fields.state !== state || nextAttemptAt === undefined || nextAttemptAt > dueBy) continue;
      if (after === undefined || compareDue({ id, nextAttemptAt }, after) > 0)
        due.push({ id, nextAttemptAt });
    }
    return due.sort(compareDue).slice(0, limit);
  }

  #findInState({ collection, state, limit, after = '' }: StateQuery): StatefulDocument[] {
    return [...this.peekCollection(collection)]
      .filter(([id, fields]) => fields.state === state && id > after)
      .map(([id, fields]) => ({ id, isScheduled: fields.nextAttemptAt !== undefined }))
      .sort((one, other) => (one.id < other.id ? -1 : 1))
      .slice(0, limit);
  }

  #find<T>({ collection, where, orderBy, until, limit, after = '' }: FindQuery): FoundDocument<T>[] {
    const found: FoundDocument<T>[] = [];
    for (const [id, fields] of this.#index(collection, where, orderBy).entries(where)) {
      if (found.length === limit) break;
      if (orderBy === undefined ? id <= after : until !== undefined && (fields[orderBy] as Date) > until)
        continue;
      found.push({ id, fields: fields as T });
    }
    return found;
  }

  /** The index for such a query; created by the first of them. */
  #index(collection: string, where: FindQuery['where'], orderBy: string | undefined): FieldIndex {
    const indexes = this.#indexes.get(collection) ?? [];
    const names = Object.keys(where).sort();
    const existing = indexes.find((index) => index.isOf(names, orderBy));
    if (existing !== undefined) return existing;
    const index = new FieldIndex(names, orderBy);
    for (const [id, fields] of this.peekCollection(collection)) index.replace(id, undefined, fields);
    this.#indexes.set(collection, [...indexes, index]);
    return index;
  }

  #recordAborted(path: string): void {
    this.#simulation.record('aborted', path);
    this.#observer.aborted(path);
  }

  #halfTrip(): number {
    return this.#random.logNormal(FIRESTORE.roundTripMs) / 2;
  }

  #trip(): Promise<void> {
    return this.#simulation.sleep(this.#halfTrip());
  }
}

/** The SDK runs a transaction again for these. */
function isRetried(error: unknown): error is FirestoreError {
  return error instanceof FirestoreError && [ABORTED, RESOURCE_EXHAUSTED, UNAVAILABLE].includes(error.code);
}

function split(path: string): [collection: string, id: string] {
  const slash = path.lastIndexOf('/');
  return [path.slice(0, slash), path.slice(slash + 1)];
}

function setTo(path: string, fields: object): Write {
  const after = frozenCopy(fields) as Fields;
  return { path, apply: () => after };
}

function creationOf(path: string, fields: object): Write {
  const write = setTo(path, fields);
  const apply = (before: Fields | undefined) => {
    if (before !== undefined) throw new FirestoreError(ALREADY_EXISTS, `${path} exists.`);
    return write.apply(before);
  };
  return { path, apply };
}

function updateOf(path: string, fields: object): Write {
  const changed = frozenCopy(fields) as Fields;
  return {
    path,
    apply: (before) => {
      if (before === undefined) throw new FirestoreError(NOT_FOUND, `No document to update: ${path}`);
      return Object.freeze({ ...before, ...changed });
    },
  };
}

function unionOf(path: string, field: string, value: string): Write {
  return {
    path,
    apply: (before = {}) => {
      const list = (before[field] as readonly string[] | undefined) ?? [];
      return list.includes(value)
        ? before
        : Object.freeze({ ...before, [field]: Object.freeze([...list, value]) });
    },
  };
}

function compareDue(one: DueDocument, other: DueDocument): number {
  return (
    one.nextAttemptAt.getTime() - other.nextAttemptAt.getTime() ||
    (one.id < other.id ? -1 : one.id > other.id ? 1 : 0)
  );
}

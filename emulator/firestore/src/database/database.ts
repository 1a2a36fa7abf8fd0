// Owns one database: its store, its clock, its transactions and its one writer. Everything that happens to
// documents happens here, in one synchronous step each. Knows no wire messages but those of rules' queries.

import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import { parseDatabaseName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { FieldValue } from '../core/value.ts';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import type { Query } from '../query/query.ts';
import { checkIndexes } from '../query/required-index.ts';
import type { AccessBudget } from '../rules/ruleset.ts';
import { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';
import type { AccessControl, DocumentView, Principal, WriteOperation } from './access-control.ts';
import { applyMutation, checkPrecondition } from './apply-mutation.ts';
import { countWithoutScan, executeQuery, matchingDocuments, type QueryResult } from './execute-query.ts';
import type { Mutation } from './mutation.ts';
import { type Transaction, type TransactionMode, tooMuchContention } from './transaction.ts';
import { TransactionTable } from './transaction-table.ts';
import type { WriteAheadLog } from './write-ahead-log.ts';

/** What a read reads: the present, a past time, or within a transaction, an old or a new one. */
export type Consistency =
  | { readonly kind: 'present' }
  | { readonly kind: 'time'; readonly readTime: Micros }
  | { readonly kind: 'transaction'; readonly id: Uint8Array }
  | { readonly kind: 'new-transaction'; readonly mode: TransactionMode };

/** A resolved Consistency. */
export interface ReadSnapshot {
  readonly readTime: Micros;
  /** Set when the past is read. */
  readonly version: Micros | undefined;
  readonly transaction: Transaction | undefined;
  /** The id to tell the client: of a transaction that began with this read. */
  readonly newTransaction: Uint8Array | undefined;
}

export interface WriteOutcome {
  /** The document as the write left it. */
  readonly document: StoredDocument | undefined;
  /** Undefined after a delete. */
  readonly updateTime: Micros | undefined;
  readonly transformResults: readonly FieldValue[];
}

export interface CommitOutcome {
  readonly commitTime: Micros;
  readonly writes: readonly WriteOutcome[];
}

/** A commit that changed something, for listeners and triggers. */
export interface Commit {
  readonly commitTime: Micros;
  readonly changes: readonly Change[];
  readonly principal: Principal;
}

export interface DatabaseOptions {
  readonly clock: () => Micros;
  readonly access: AccessControl;
  /** Declared indexes, when queries without one are to be refused. */
  readonly indexes: () => IndexDefinitions | undefined;
  /** Where commits are kept beyond the process. */
  readonly writeAheadLog: () => WriteAheadLog | undefined;
}

/** Documents loaded and logged at a time. */
const LOAD_BATCH = 200;

interface PreparedCommit {
  readonly changes: readonly Change[];
  readonly outcomes: readonly WriteOutcome[];
}

export class Database {
  readonly name: string;
  readonly projectId: string;
  readonly databaseId: string;
  readonly store: DocumentStore;
  readonly access: AccessControl;
  readonly transactions: TransactionTable;
  readonly #clock: () => Micros;
  readonly #indexes: () => IndexDefinitions | undefined;
  readonly #writeAheadLog: () => WriteAheadLog | undefined;
  readonly #commitListeners = new Set<(commit: Commit) => void>();
  #lastTime: Micros;

  constructor(name: string, options: DatabaseOptions) {
    const { projectId, databaseId } = parseDatabaseName(name);
    this.name = name;
    this.projectId = projectId;
    this.databaseId = databaseId;
    this.access = options.access;
    this.#clock = options.clock;
    this.#indexes = options.indexes;
    this.#writeAheadLog = options.writeAheadLog;
    this.#lastTime = options.clock();
    this.store = new DocumentStore(this.#lastTime);
    this.transactions = new TransactionTable(() => this.#clock());
  }

  /** Calls `observer` with each commit that changed something, in order, before the committer is answered. */
  onCommit(observer: (commit: Commit) => void): () => void {
    this.#commitListeners.add(observer);
    return () => this.#commitListeners.delete(observer);
  }

  /** A time at or after every commit so far, and before every later one. */
  now(): Micros {
    this.#lastTime = Math.max(this.#lastTime, this.store.lastCommit, this.#clock());
    return this.#lastTime;
  }

  #nextCommitTime(): Micros {
    this.#lastTime = Math.max(this.now() + 1, this.#clock());
    return this.#lastTime;
  }

  /** Throws INVALID_ARGUMENT for a time in the future, FAILED_PRECONDITION for one too far back. */
  resolveConsistency(consistency: Consistency, connection?: ClientConnection): ReadSnapshot {
    const readTime = this.now();
    switch (consistency.kind) {
      case 'present':
        return { readTime, version: undefined, transaction: undefined, newTransaction: undefined };
      case 'time':
        this.#checkReadTime(consistency.readTime);
        return {
          readTime: consistency.readTime,
          version: consistency.readTime,
          transaction: undefined,
          newTransaction: undefined,
        };
      case 'transaction':
        return this.#snapshotInTransaction(
          this.transactions.requireActive(consistency.id, connection),
          readTime,
          undefined,
        );
      default: {
        const transaction = this.begin(consistency.mode, connection);
        return this.#snapshotInTransaction(transaction, readTime, this.transactions.idBytes(transaction));
      }
    }
  }

  #snapshotInTransaction(
    transaction: Transaction,
    readTime: Micros,
    newTransaction: Uint8Array | undefined,
  ): ReadSnapshot {
    const past = transaction.mode.readOnly ? transaction.mode.readTime : undefined;
    if (past !== undefined) this.#checkReadTime(past);
    return { readTime: past ?? readTime, version: past, transaction, newTransaction };
  }

  #checkReadTime(readTime: Micros): void {
    if (readTime > this.now()) throw invalidArgument('read_time cannot be in the future.');
    if (readTime < this.store.undoLog.horizon) {
      throw new RpcError(
        StatusCode.FAILED_PRECONDITION,
        'The requested read_time is too old: the emulator keeps one hour of the past, at most 32 MB of it.',
      );
    }
  }

  begin(mode: TransactionMode, connection?: ClientConnection): Transaction {
    if (!mode.readOnly) return this.transactions.begin(mode, connection);
    if (mode.readTime !== undefined) this.#checkReadTime(mode.readTime);
    return this.transactions.begin({ readOnly: true, readTime: mode.readTime ?? this.now() });
  }

  rollback(id: Uint8Array): void {
    const transaction = this.transactions.find(id);
    if (transaction) this.transactions.end(transaction, 'finished');
  }

  /** The document at `path`, locked where the read belongs to a read-write transaction. */
  async get(
    path: string,
    point: ReadSnapshot,
    principal: Principal,
    budget?: AccessBudget,
  ): Promise<StoredDocument | undefined> {
    const { transaction, version: past } = point;
    if (transaction && !transaction.mode.readOnly) {
      await this.transactions.locks.lockDocument(transaction, path);
    }
    const document = this.#read(path, past);
    this.access.authorizeGet(principal, this.currentView(), path, document, budget);
    return document;
  }

  #read(path: string, past: Micros | undefined): StoredDocument | undefined {
    if (past !== undefined && past < this.store.lastCommit) {
      const versions = this.store.undoLog.versionsAt(past);
      if (versions.has(path)) return versions.get(path);
    }
    return this.store.get(path);
  }

  /** Throws FAILED_PRECONDITION where production would for want of an index. `aggregated` are summed fields. */
  checkIndexes(query: Query, aggregated?: readonly string[]): void {
    const definitions = this.#indexes();
    if (definitions) checkIndexes(query, definitions, this.name, aggregated);
  }

  runQuery(query: Query, message: StructuredQuery, point: ReadSnapshot, principal: Principal): QueryResult {
    this.authorizeQuery(query, message, point, principal);
    this.checkIndexes(query);
    return executeQuery(this.store, query, point.version);
  }

  /** Every match, in order, without offset and limit. Consume it before anything else happens. */
  matchingDocuments(
    query: Query,
    message: StructuredQuery,
    point: ReadSnapshot,
    principal: Principal,
  ): Generator<StoredDocument> {
    this.authorizeQuery(query, message, point, principal);
    return matchingDocuments(this.store, query, point.version);
  }

  /** The number of matches where it is known without reading them; the rules must have been asked. */
  countWithoutScan(query: Query, point: ReadSnapshot): number | undefined {
    return point.version === undefined ? countWithoutScan(this.store, query) : undefined;
  }

  /** Asks the rules for the query and locks its results where a read-write transaction runs it. */
  authorizeQuery(query: Query, message: StructuredQuery, point: ReadSnapshot, principal: Principal): void {
    this.access.authorizeList(principal, this.currentView(), query, message);
    const { transaction } = point;
    if (transaction && !transaction.mode.readOnly) this.transactions.locks.lockQuery(transaction, query);
  }

  /** The present as rules see it. */
  currentView(): DocumentView {
    const { projectId, databaseId, store } = this;
    const get = (path: string) => store.get(path);
    return { projectId, databaseId, time: this.now(), get, getAfter: get };
  }

  /**
   * Applies all of `mutations` or none. Waits for the locks of other transactions, at most as long as `call` lasts. A failed commit ends its
   * transaction. Throws ABORTED when the locks do not come free.
   */
  async commit(
    mutations: readonly Mutation[],
    principal: Principal,
    transactionId?: Uint8Array,
    call?: { readonly signal: AbortSignal; readonly connection?: ClientConnection | undefined },
  ): Promise<CommitOutcome> {
    const transaction =
      transactionId && transactionId.length > 0
        ? this.transactions.requireActive(transactionId, call?.connection)
        : undefined;
    try {
      if (transaction?.mode.readOnly && mutations.length > 0) {
        throw invalidArgument('Cannot modify entities in a read-only transaction.');
      }
      return await this.#commitWhenUnlocked(mutations, principal, transaction, call);
    } finally {
      if (transaction) this.transactions.end(transaction, 'finished');
    }
  }

  async #commitWhenUnlocked(
    mutations: readonly Mutation[],
    principal: Principal,
    transaction: Transaction | undefined,
    call: { readonly signal: AbortSignal } | undefined,
  ): Promise<CommitOutcome> {
    const { locks } = this.transactions;
    const paths = [...new Set(mutations.map(({ path }) => path))];
    const deadline = locks.lockWaitDeadline();
    const { lastSequenceNumber: youngest } = this.transactions;
    for (;;) {
      const holders = locks.holdersOfDocuments(paths, transaction);
      if (holders.size === 0) {
        const commitTime = this.#nextCommitTime();
        const draft = this.#prepare(mutations, principal, commitTime);
        const readers = locks.holdersOfQueries(draft.changes, transaction);
        if (readers.size === 0) return this.#apply(draft, principal, commitTime);
        for (const reader of readers) holders.add(reader);
      }
      // Who began after this commit yields to it: newcomers must not keep it waiting for ever.
      const newcomers = [...holders].filter(({ sequenceNumber: order }) => order > youngest);
      for (const newcomer of newcomers) this.transactions.end(newcomer, 'aborted');
      if (newcomers.length > 0) continue;
      await locks.waitForLocks(holders, transaction, paths, deadline, call?.signal);
      if (transaction && transaction.state !== 'active') throw tooMuchContention();
    }
  }

  /** What the mutations would do now, checked and authorised. */
  #prepare(mutations: readonly Mutation[], principal: Principal, commitTime: Micros): PreparedCommit {
    const drafted = new Map<string, StoredDocument | undefined>();
    const steps: WriteOperation[] = [];
    const outcomes: WriteOutcome[] = [];
    let refusal: unknown;
    for (const mutation of mutations) {
      const { path, kind, precondition } = mutation;
      const before = drafted.has(path) ? drafted.get(path) : this.store.get(path);
      if (mutation.precondition?.exists && !before && drafted.has(path)) {
        throw invalidArgument(
          `Cannot update a document that an earlier write of the same commit deleted: ${path}`,
        );
      }
      refusal ??= this.#preconditionError(mutation, before);
      const { after, transformResults } = applyMutation(mutation, before, commitTime, this.name);
      drafted.set(path, after);
      if (kind !== 'verify')
        steps.push({
          path,
          method: rulesMethod(kind, precondition, before),
          isUpsert: kind !== 'delete' && precondition === undefined,
          before,
          after,
        });
      outcomes.push({ document: after, updateTime: after?.updateTime, transformResults });
    }
    const view: DocumentView = {
      ...this.currentView(),
      // The instant that server timestamps get, so that rules may compare them with request.time.
      time: commitTime - (commitTime % 1000),
      getAfter: (path) => (drafted.has(path) ? drafted.get(path) : this.store.get(path)),
    };
    this.access.authorizeWrites(principal, view, steps);
    // Rules speak first: whether a document exists is not for everyone to know.
    if (refusal !== undefined) throw refusal;
    const changes: Change[] = [];
    for (const [path, after] of drafted) {
      const before = this.store.get(path);
      if (before !== after) changes.push({ path, before, after });
    }
    return { changes, outcomes };
  }

  /** The error of a precondition that does not hold. */
  #preconditionError({ precondition, path }: Mutation, before: StoredDocument | undefined): unknown {
    try {
      checkPrecondition(precondition, before, resourceName(this.name, path));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Applies ready-made changes at once, past locks and rules: what an administrator does to the whole database. */
  applyUnchecked(changes: readonly Change[], principal: Principal): void {
    this.#apply({ changes, outcomes: [] }, principal, this.#nextCommitTime());
  }

  /** Loads documents as they are, without telling anyone: what is there before the first request. */
  load(documents: Iterable<StoredDocument>): void {
    const durable = this.#writeAheadLog();
    let batch: StoredDocument[] = [];
    const flush = () => {
      const changes = batch.map((after) => ({ path: after.path, before: undefined, after }));
      durable?.append(this.name, changes, this.now());
      this.store.load(batch);
      batch = [];
    };
    for (const document of documents) if (batch.push(document) >= LOAD_BATCH) flush();
    if (batch.length > 0) flush();
    this.#lastTime = Math.max(this.#lastTime, this.store.lastCommit);
  }

  #apply({ changes, outcomes }: PreparedCommit, principal: Principal, commitTime: Micros): CommitOutcome {
    if (changes.length > 0) {
      const durable = this.#writeAheadLog();
      durable?.append(this.name, changes, commitTime);
      this.store.apply(changes, commitTime);
      for (const observer of this.#commitListeners) observer({ commitTime, changes, principal });
      durable?.compactIfDue();
    }
    return { commitTime, writes: outcomes };
  }
}

/** What a write is to rules: a precondition names the method, whatever is stored. */
function rulesMethod(
  kind: Mutation['kind'],
  precondition: Mutation['precondition'],
  before: StoredDocument | undefined,
): WriteOperation['method'] {
  if (kind === 'delete') return 'delete';
  const exists = precondition?.updateTime === undefined ? precondition?.exists : true;
  return (exists ?? before !== undefined) ? 'update' : 'create';
}

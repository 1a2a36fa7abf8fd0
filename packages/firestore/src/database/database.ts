// The only writer of a store. A commit is applied in one synchronous step, so no reader sees half
// of it. Wire messages stay in rpc, except the StructuredQuery that rules evaluate.

import { activeSpan, runInSpan } from '@savepoint/server/core/tracing';
import { bill } from '../core/billing.ts';
import type { ClientConnection } from '../core/client-connection.ts';
import type { Micros } from '../core/commit-time.ts';
import { parseDatabaseName, resourceName } from '../core/resource-name.ts';
import { invalidArgument, RpcError, StatusCode } from '../core/rpc-error.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { SYSTEM_TIMERS, type Timers } from '../core/timers.ts';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { Admission } from '../limits/admission.ts';
import type { Traffic } from '../limits/traffic.ts';
import { describeQuery } from '../query/describe-query.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import { checkIndexEntries } from '../query/index-entries.ts';
import type { Query } from '../query/query.ts';
import { checkIndexes } from '../query/required-index.ts';
import type { AccessBudget } from '../rules/ruleset.ts';
import { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';
import type { AccessControl, DocumentView, Principal } from './access-control.ts';
import { applyMutation, checkPrecondition } from './apply-mutation.ts';
import type { CommitLog } from './commit-log.ts';
import type { Commit, CommitOutcome, WriteOutcome } from './commit-outcome.ts';
import { checkWriteSequences, DocumentWrites } from './document-writes.ts';
import { countWithoutScan, executeQuery, matchingDocuments, type QueryResult } from './execute-query.ts';
import { affects, type PendingCommit } from './lock-table.ts';
import type { Mutation } from './mutation.ts';
import type { Consistency, ReadSnapshot } from './read-snapshot.ts';
import { type Transaction, type TransactionMode, tooMuchContention } from './transaction.ts';
import { TransactionTable } from './transaction-table.ts';

/** The dependencies of a database. Functions are called on each use. */
export interface DatabaseOptions {
  readonly clock: () => Micros;
  readonly access: AccessControl;
  /**
   * The declared composite indexes; queries that need a missing one fail. Undefined turns the check
   * off.
   */
  readonly indexes: () => IndexDefinitions | undefined;
  /** The declared indexes and exemptions, even if queries without an index do not fail. */
  readonly exemptions: () => IndexDefinitions | undefined;
  /** Undefined for a database in memory only. */
  readonly commitLog: () => CommitLog | undefined;
  /** Counts operations that exceed production's soft limits; undefined with `--limits off`. */
  readonly traffic?: Traffic | undefined;
  /** Delays and refuses commits like production; undefined unless `--limits enforce`. */
  readonly admission?: Admission | undefined;
  /** Default: the timers of the process. */
  readonly timers?: Timers | undefined;
}

/** Documents per record of the write-ahead log while loading. */
const LOAD_BATCH_SIZE = 200;

/** A commit that has passed preconditions and rules but is not yet applied. */
interface PreparedCommit {
  readonly changes: readonly Change[];
  readonly outcomes: readonly WriteOutcome[];
}

/** One database: its store, its clock, its transactions and its access control. */
export class Database {
  readonly name: string;
  readonly projectId: string;
  readonly databaseId: string;
  readonly store: DocumentStore;
  readonly access: AccessControl;
  readonly transactions: TransactionTable;
  readonly traffic: Traffic | undefined;
  readonly #admission: Admission | undefined;
  readonly #timers: Timers;
  readonly #clock: () => Micros;
  readonly #indexes: () => IndexDefinitions | undefined;
  readonly #exemptions: () => IndexDefinitions | undefined;
  readonly #commitLog: () => CommitLog | undefined;
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
    this.#exemptions = options.exemptions;
    this.#commitLog = options.commitLog;
    this.#lastTime = options.clock();
    this.store = new DocumentStore(this.#lastTime);
    this.traffic = options.traffic;
    this.#admission = options.admission;
    this.#timers = options.timers ?? SYSTEM_TIMERS;
    this.transactions = new TransactionTable(() => this.#clock(), this.#timers);
  }

  /**
   * Calls `listener` with each commit that changed something, in commit order and before `commit`
   * returns. Returns a function that unsubscribes it.
   */
  onCommit(listener: (commit: Commit) => void): () => void {
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }

  /** The current read time: at or after every commit so far, and before every later one. */
  now(): Micros {
    this.#lastTime = Math.max(this.#lastTime, this.store.lastCommit, this.#clock());
    return this.#lastTime;
  }

  #nextCommitTime(): Micros {
    this.#lastTime = Math.max(this.now() + 1, this.#clock());
    return this.#lastTime;
  }

  /**
   * Resolves a consistency selector to a snapshot, and begins the transaction that it may request.
   * Throws INVALID_ARGUMENT for a read time in the future, FAILED_PRECONDITION for one that is too
   * old.
   */
  resolveConsistency(consistency: Consistency, connection?: ClientConnection): ReadSnapshot {
    const readTime = this.now();
    switch (consistency.kind) {
      case 'current':
        return { readTime, version: undefined, transaction: undefined, newTransaction: undefined };
      case 'read-time':
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
    const version = transaction.mode.readOnly ? transaction.mode.readTime : undefined;
    if (version !== undefined) this.#checkReadTime(version);
    return { readTime: version ?? readTime, version, transaction, newTransaction };
  }

  #checkReadTime(readTime: Micros): void {
    if (readTime > this.now()) throw invalidArgument('read_time cannot be in the future.');
    if (readTime < this.store.undoLog.oldestReadTime) {
      throw new RpcError(
        StatusCode.FAILED_PRECONDITION,
        'The requested read_time is too old: the emulator retains versions for one hour, at most 32 MB of them.',
      );
    }
  }

  /**
   * Begins a transaction. A read-only one reads at its read time, or at the current time. Throws
   * like `resolveConsistency`.
   */
  begin(mode: TransactionMode, connection?: ClientConnection): Transaction {
    if (!mode.readOnly) return this.transactions.begin(mode, connection);
    if (mode.readTime !== undefined) this.#checkReadTime(mode.readTime);
    return this.transactions.begin({ readOnly: true, readTime: mode.readTime ?? this.now() });
  }

  /** Ends a transaction and releases its locks. Has no effect if it has already ended. */
  rollback(id: Uint8Array): void {
    const transaction = this.transactions.find(id);
    if (transaction) this.transactions.end(transaction, 'finished');
  }

  /**
   * The document at `path`. A read within a read-write transaction takes a shared lock on it.
   * Throws PERMISSION_DENIED.
   */
  async get(
    path: string,
    snapshot: ReadSnapshot,
    principal: Principal,
    budget?: AccessBudget,
  ): Promise<StoredDocument | undefined> {
    const { transaction, version } = snapshot;
    if (transaction && !transaction.mode.readOnly) {
      await this.transactions.locks.lockDocument(transaction, path);
    }
    const document = this.#read(path, version);
    this.access.authorizeGet(principal, this.currentView(), path, document, budget);
    if (isObserved(principal)) this.traffic?.readDocument(path, this.#lastTime);
    // A missing document is charged like a query without results.
    bill({ reads: 1, bytes: document?.bytes });
    return document;
  }

  #read(path: string, version: Micros | undefined): StoredDocument | undefined {
    if (version !== undefined && version < this.store.lastCommit) {
      const versions = this.store.undoLog.versionsAt(version);
      if (versions.has(path)) return versions.get(path);
    }
    return this.store.get(path);
  }

  /**
   * Throws FAILED_PRECONDITION for a query that production would reject because of a missing
   * composite index. `aggregated` are the fields of sums and averages.
   */
  checkIndexes(query: Query, aggregated?: readonly string[]): void {
    const definitions = this.#indexes();
    if (definitions) checkIndexes(query, definitions, this.name, aggregated);
  }

  /** Authorizes, locks and runs `query`. `message` is its wire form, for the rules. */
  runQuery(
    query: Query,
    message: StructuredQuery,
    snapshot: ReadSnapshot,
    principal: Principal,
  ): QueryResult {
    this.authorizeQuery(query, message, snapshot, principal);
    this.checkIndexes(query);
    return executeQuery(this.store, query, snapshot.version);
  }

  /**
   * All matches of an authorized query in order, ignoring offset and limit. Evaluated lazily:
   * consume it before the next commit.
   */
  matchingDocuments(
    query: Query,
    message: StructuredQuery,
    snapshot: ReadSnapshot,
    principal: Principal,
  ): Generator<StoredDocument> {
    this.authorizeQuery(query, message, snapshot, principal);
    return matchingDocuments(this.store, query, snapshot.version);
  }

  /**
   * The number of matches if the store knows it without a scan. The caller must have authorized the
   * query.
   */
  countWithoutScan(query: Query, snapshot: ReadSnapshot): number | undefined {
    return snapshot.version === undefined ? countWithoutScan(this.store, query) : undefined;
  }

  /**
   * Delays a query in a read-write transaction while a waiting commit would change its result set.
   */
  async delayBehindCommits(query: Query, { transaction }: ReadSnapshot): Promise<void> {
    if (!transaction || transaction.mode.readOnly) return;
    await this.transactions.locks.delayQuery(transaction, query);
  }

  /**
   * Authorizes the query, and locks its result set in a read-write transaction. Throws
   * PERMISSION_DENIED.
   */
  authorizeQuery(query: Query, message: StructuredQuery, snapshot: ReadSnapshot, principal: Principal): void {
    const span = activeSpan();
    if (span !== undefined) span.set(describeQuery(query));
    this.access.authorizeList(principal, this.currentView(), query, message);
    if (isObserved(principal)) this.traffic?.read(collectionPath(query), this.#lastTime);
    const { transaction } = snapshot;
    if (transaction && !transaction.mode.readOnly) this.transactions.locks.lockQuery(transaction, query);
  }

  /** The current state as seen by rules. */
  currentView(): DocumentView {
    const { projectId, databaseId, store } = this;
    const get = (path: string) => store.get(path);
    return { projectId, databaseId, time: this.now(), get, getAfter: get };
  }

  /**
   * Applies all of `mutations` or none, after waiting for conflicting locks of other transactions.
   * The transaction ends in any case, except a read-only one with writes, which can still read.
   * Throws ABORTED on a deadlock or a lock-wait timeout, CANCELLED when the client disconnects, and
   * the errors of preconditions, rules and limits.
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
    if (transaction?.mode.readOnly && mutations.length > 0) {
      throw invalidArgument('Cannot modify entities in a read-only transaction.');
    }
    // Like other invalid requests, these writes do not end the transaction.
    if (transaction) checkWriteSequences(mutations);
    try {
      const outcome = await this.#commitWhenUnlocked(mutations, principal, transaction, call);
      // Each operation counts, including several on one document and those that change nothing.
      const deletes = mutations.filter(({ kind }) => kind === 'delete').length;
      const verified = mutations.filter(({ kind }) => kind === 'verify').length;
      bill({ writes: mutations.length - deletes - verified, deletes });
      return outcome;
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
    const pending: PendingCommit = { paths, affects: (query) => this.#wouldAffect(mutations, query) };
    const { lastSequenceNumber } = this.transactions;
    if (this.#admission !== undefined && isObserved(principal)) {
      await this.#waitForAdmission(this.#admission, mutations, paths);
      if (transaction && transaction.state !== 'active') throw tooMuchContention();
    }
    const deadline = locks.lockWaitDeadline();
    for (;;) {
      const holders = locks.holdersOfDocuments(paths, transaction);
      if (holders.size === 0) {
        const commitTime = this.#nextCommitTime();
        const draft = this.#prepare(mutations, principal, commitTime);
        const readers = locks.holdersOfQueries(draft.changes, transaction);
        if (readers.size === 0) {
          if (isObserved(principal))
            this.traffic?.wrote(writtenPaths(mutations, paths), draft.changes, commitTime);
          return this.#apply(draft, principal, commitTime);
        }
        for (const reader of readers) holders.add(reader);
      }
      // Wound-wait: transactions that began after this commit are aborted, so they cannot starve
      // it.
      const younger = [...holders].filter(({ sequenceNumber }) => sequenceNumber > lastSequenceNumber);
      for (const holder of younger) this.transactions.end(holder, 'aborted');
      if (younger.length > 0) continue;
      await locks.waitForLocks(holders, transaction, pending, deadline, call?.signal);
      if (transaction && transaction.state !== 'active') throw tooMuchContention();
    }
  }

  async #waitForAdmission(
    admission: Admission,
    mutations: readonly Mutation[],
    paths: readonly string[],
  ): Promise<void> {
    const delayMs = admission.admit(writtenPaths(mutations, paths));
    if (delayMs === 0) return;
    const span = activeSpan()?.child('production limits', { attributes: { delay_ms: delayMs } });
    await new Promise<void>((resolve) => void this.#timers.after(delayMs, resolve));
    span?.end();
  }

  /** True when one of `mutations` would change the result set of `query`. */
  #wouldAffect(mutations: readonly Mutation[], query: Query): boolean {
    const commitTime = this.now();
    try {
      const changes = mutations.map((mutation) => {
        const before = this.store.get(mutation.path);
        const { after } = applyMutation(mutation, before, commitTime, this.name);
        return { path: mutation.path, before, after };
      });
      return affects(changes, query);
    } catch {
      // The commit will fail with this error, and change nothing.
      return false;
    }
  }

  /**
   * Computes the effect of the mutations on the current state, and checks rules and preconditions.
   */
  #prepare(mutations: readonly Mutation[], principal: Principal, commitTime: Micros): PreparedCommit {
    const documents = new Map<string, DocumentWrites>();
    const outcomes: WriteOutcome[] = [];
    let preconditionError: unknown;
    for (const mutation of mutations) {
      const { path } = mutation;
      let document = documents.get(path);
      if (document === undefined) {
        document = new DocumentWrites(mutation, this.store.get(path));
        documents.set(path, document);
        preconditionError ??= this.#preconditionError(mutation, document.before);
      } else {
        document.add(mutation);
      }
      const { after, transformResults } = applyMutation(mutation, document.after, commitTime, this.name);
      if (after !== undefined && after !== document.after) {
        checkIndexEntries(after, this.#exemptions(), this.name);
      }
      document.after = after;
      outcomes.push({ document: after, updateTime: after?.updateTime, transformResults });
    }
    const view: DocumentView = {
      ...this.currentView(),
      // Equal to server timestamps, so that rules can compare them with request.time.
      time: commitTime - (commitTime % 1000),
      getAfter: (path) => {
        const document = documents.get(path);
        return document === undefined ? this.store.get(path) : document.after;
      },
    };
    const writes = [...documents.values()].flatMap(({ operation }) => operation ?? []);
    this.access.authorizeWrites(principal, view, writes);
    // Checked after the rules, because a failed precondition reveals whether the document exists.
    if (preconditionError !== undefined) throw preconditionError;
    const changes: Change[] = [];
    for (const { path, before, after } of documents.values()) {
      if (before !== after) changes.push({ path, before, after });
    }
    return { changes, outcomes };
  }

  /** The error of a failed precondition, to be thrown after the rules have been evaluated. */
  #preconditionError({ precondition, path }: Mutation, before: StoredDocument | undefined): unknown {
    try {
      checkPrecondition(precondition, before, resourceName(this.name, path));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /**
   * Applies `changes` without locks or rules, for administrative operations on the whole database.
   */
  applyUnchecked(
    changes: readonly Change[] | ((commitTime: Micros) => readonly Change[]),
    principal: Principal,
  ): void {
    const commitTime = this.#nextCommitTime();
    const applied = typeof changes === 'function' ? changes(commitTime) : changes;
    this.#apply({ changes: applied, outcomes: [] }, principal, commitTime);
  }

  /**
   * Loads documents with their times, without notifying commit listeners. For an import before the
   * first request.
   */
  load(documents: Iterable<StoredDocument>): void {
    const commitLog = this.#commitLog();
    let batch: StoredDocument[] = [];
    const flush = () => {
      const changes = batch.map((after) => ({
        path: after.path,
        before: this.store.get(after.path),
        after,
      }));
      commitLog?.append(this.name, changes, this.now());
      this.store.load(batch);
      commitLog?.compactIfDue();
      batch = [];
    };
    for (const document of documents) if (batch.push(document) >= LOAD_BATCH_SIZE) flush();
    if (batch.length > 0) flush();
    this.#lastTime = Math.max(this.#lastTime, this.store.lastCommit);
  }

  #apply({ changes, outcomes }: PreparedCommit, principal: Principal, commitTime: Micros): CommitOutcome {
    if (changes.length > 0) {
      const commitLog = this.#commitLog();
      commitLog?.append(this.name, changes, commitTime);
      this.store.apply(changes, commitTime);
      const notify = () => {
        for (const listener of this.#commitListeners) listener({ commitTime, changes, principal });
      };
      const span = activeSpan()?.child('apply commit');
      if (span === undefined) notify();
      else {
        runInSpan(span, notify);
        span.end();
      }
      commitLog?.compactIfDue();
    }
    return { commitTime, writes: outcomes };
  }
}

/**
 * Returns whether soft limits apply to a caller. They do not apply to the emulator itself, nor to
 * tools that request not to be recorded, such as the kit when it restores a snapshot.
 */
function isObserved(principal: Principal): boolean {
  return principal.kind === 'client' || (principal.kind === 'owner' && principal.isUnsampled !== true);
}

/** `paths` without documents that are only verified. */
function writtenPaths(mutations: readonly Mutation[], paths: readonly string[]): readonly string[] {
  if (!mutations.some(({ kind }) => kind === 'verify')) return paths;
  const written = new Set(mutations.filter(({ kind }) => kind !== 'verify').map(({ path }) => path));
  return [...written];
}

/** The collection that a query reads; for a collection group, its id. */
function collectionPath({ parent, collectionId = '', allDescendants }: Query): string {
  return parent === '' || allDescendants ? collectionId : `${parent}/${collectionId}`;
}

import { currentMicros, type Micros } from '../core/commit-time.ts';
import { isDescendant, parseDatabaseName, parseDocumentName } from '../core/resource-name.ts';
import { documentMessage, type StoredDocument, storedDocument } from '../core/stored-document.ts';
import type { Timers } from '../core/timers.ts';
import { AccessControl, type Evaluation, OWNER, type Principal } from '../database/access-control.ts';
import { CommitLog } from '../database/commit-log.ts';
import { Database } from '../database/database.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import type { CommitRequest } from '../gen/google/firestore/v1/firestore_pb.js';
import { Admission } from '../limits/admission.ts';
import { type LimitsReport, limitsReport } from '../limits/limits-report.ts';
import { type ExpectedHotspots, type LimitFinding, Traffic } from '../limits/traffic.ts';
import { ListenHub } from '../listen/listen-hub.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import { compileRuleset, type Issue, type Ruleset } from '../rules/ruleset.ts';
import { deleteExpired } from './expired-documents.ts';

/**
 * `warn` observes operations that exceed production's soft limits; `enforce` also delays and
 * refuses them. Hard limits are always enforced.
 */
export type LimitsMode = 'off' | 'warn' | 'enforce';

export interface EmulatorOptions {
  /** Microseconds since 1970. Commit times stay monotonic even if it runs backwards. */
  readonly clock?: () => Micros;
  /** Folder of the write-ahead log. Without it, documents exist only in memory. */
  readonly dataDir?: string;
  /** The edition of all databases. Default 'standard'. */
  readonly edition?: 'standard' | 'enterprise';
  /** How to treat operations that exceed production's soft limits. Default 'off'. */
  readonly limits?: LimitsMode;
  /** Paths that may exceed a soft limit, with the reason. */
  readonly expectedHotspots?: ExpectedHotspots;
  /** Called when a soft limit is first exceeded. */
  readonly onLimitFinding?: (finding: LimitFinding) => void;
  /** Default: the timers of the process. */
  readonly timers?: Timers;
  /** Called with the project id when a database is first used. Throws to reject it. */
  readonly validateProject?: (projectId: string) => void;
  /** Receives a line about damage to the write-ahead log. Default: standard error. */
  readonly warn?: (line: string) => void;
}

/** One document's change in a commit. */
export interface CommittedChange {
  readonly name: string;
  readonly before: Document | undefined;
  readonly after: Document | undefined;
  /** Storage sizes of the two versions; undefined if there is none. */
  readonly beforeBytes?: number | undefined;
  readonly afterBytes?: number | undefined;
  readonly principal: Principal;
}

/** A commit with its documents as messages, for triggers. */
export interface CommitRecord {
  /** 'projects/P/databases/D' */
  readonly database: string;
  readonly commitTime: Micros;
  readonly changes: readonly CommittedChange[];
}

/**
 * All databases of one process, created on first use, and the rulesets of all projects. Independent
 * of transports.
 */
export class FirestoreEmulator {
  readonly access = new AccessControl();
  /** The edition of all databases. Pipelines need 'enterprise'. */
  readonly edition: 'standard' | 'enterprise';
  readonly #clock: () => Micros;
  readonly #options: EmulatorOptions;
  readonly #commitLog: CommitLog | undefined;
  /** By database id; '' is for databases without an entry. */
  readonly #indexes = new Map<string, IndexDefinitions>();
  readonly #exemptions = new Map<string, IndexDefinitions>();
  readonly #expiryFields = new Map<string, IndexDefinitions['expiryFields']>();
  readonly #validateProject: (projectId: string) => void;
  readonly #databases = new Map<string, { database: Database; hub: ListenHub }>();
  readonly #commitListeners = new Set<(commit: CommitRecord) => void>();

  constructor(options: EmulatorOptions = {}) {
    this.edition = options.edition ?? 'standard';
    this.#options = options;
    this.#clock = options.clock ?? currentMicros;
    this.#validateProject = options.validateProject ?? (() => {});
    this.access.onRulesetChange(() => {
      for (const { hub } of this.#databases.values()) hub.reauthorize();
    });
    this.#commitLog =
      options.dataDir === undefined
        ? undefined
        : this.#openCommitLog(options.dataDir, options.warn ?? warnOnStandardError);
  }

  /**
   * Makes queries fail that need a composite index missing in `definitions`, as in production. The
   * definitions apply to databases with this id, or to all databases without their own.
   */
  requireIndexes(definitions: IndexDefinitions, databaseId = ''): void {
    this.#indexes.set(databaseId, definitions);
  }

  /** Sets the index exemptions that the soft limits take into account. */
  setIndexExemptions(definitions: IndexDefinitions, databaseId = ''): void {
    this.#exemptions.set(databaseId, definitions);
  }

  /**
   * Makes `deleteExpired` apply the TTL policies of `definitions`, in the same databases as for
   * `requireIndexes`.
   */
  setTimeToLive({ expiryFields }: IndexDefinitions, databaseId = ''): void {
    this.#expiryFields.set(databaseId, expiryFields);
  }

  /**
   * Applies TTL policies: deletes the expired documents of all databases. Resolves with their
   * number.
   */
  async deleteExpired(): Promise<number> {
    const databases = Array.from(this.#databases.values(), ({ database }) => database);
    const counts = await Promise.all(
      databases.map((database) => deleteExpired(database, this.#definitionsOf(this.#expiryFields, database))),
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  #definitionsOf<T>(
    definitions: ReadonlyMap<string, T>,
    { databaseId }: { databaseId: string },
  ): T | undefined {
    return definitions.get(databaseId) ?? definitions.get('');
  }

  /**
   * The database `name` ('projects/P/databases/D'), created on first use. Throws INVALID_ARGUMENT
   * for a malformed name.
   */
  database(name: string): Database {
    return this.#entry(name).database;
  }

  /** The listeners of the database `name`, which is created on first use. */
  hub(name: string): ListenHub {
    return this.#entry(name).hub;
  }

  #entry(name: string): { database: Database; hub: ListenHub } {
    const existing = this.#databases.get(name);
    if (existing) return existing;
    const parsed = parseDatabaseName(name);
    this.#validateProject(parsed.projectId);
    const traffic = this.#observe(name);
    const { limits, timers } = this.#options;
    const database = new Database(name, {
      clock: this.#clock,
      access: this.access,
      indexes: () => this.#definitionsOf(this.#indexes, parsed),
      exemptions: () => this.#definitionsOf(this.#exemptions, parsed),
      commitLog: () => this.#commitLog,
      traffic,
      admission: traffic && limits === 'enforce' ? new Admission(this.#clock, traffic) : undefined,
      timers,
    });
    const entry = { database, hub: new ListenHub(database) };
    database.onCommit(({ commitTime, changes, principal }) => {
      if (this.#commitListeners.size === 0) return;
      const committed = changes.map(({ path, before, after }) => ({
        name: `${name}/documents/${path}`,
        before: before && documentMessage(name, before),
        after: after && documentMessage(name, after),
        beforeBytes: before?.bytes,
        afterBytes: after?.bytes,
        principal,
      }));
      for (const listener of this.#commitListeners)
        listener({ database: name, commitTime, changes: committed });
    });
    this.#databases.set(name, entry);
    return entry;
  }

  #observe(database: string): Traffic | undefined {
    const { limits = 'off', expectedHotspots = {}, onLimitFinding = () => {} } = this.#options;
    if (limits === 'off') return undefined;
    const parsed = parseDatabaseName(database);
    return new Traffic({
      database,
      indexes: () => this.#definitionsOf(this.#exemptions, parsed),
      expected: expectedHotspots,
      onFinding: onLimitFinding,
    });
  }

  /** The report on a project's databases and production's soft limits. */
  limitsReport(projectId: string): LimitsReport {
    const traffics = [...this.#databases.values()].flatMap(({ database }) =>
      database.projectId === projectId && database.traffic !== undefined ? [database.traffic] : [],
    );
    return limitsReport(this.#options.limits ?? 'off', this.#clock(), traffics);
  }

  /** Names of the databases in use. */
  databases(): Iterable<string> {
    return this.#databases.keys();
  }

  /**
   * Replaces the project's rules with those in `files`. If they do not compile, the current ones
   * stay in force.
   */
  setRules(
    projectId: string,
    files: readonly { readonly name?: string; readonly content: string }[],
  ): { issues: readonly Issue[]; loaded: boolean } {
    const source = files.map(({ content }) => content).join('\n');
    const fileName = files[0]?.name;
    const { ruleset, issues } = compileRuleset(source, fileName === undefined ? {} : { fileName });
    if (!ruleset) return { issues, loaded: false };
    this.access.setRuleset(projectId, ruleset);
    return { issues, loaded: true };
  }

  /**
   * The ruleset in force for a database (default `(default)`), with its coverage; undefined allows
   * everything.
   */
  ruleset(projectId: string, databaseId?: string): Ruleset | undefined {
    return this.access.ruleset(projectId, databaseId);
  }

  /**
   * Calls `listener` with every commit that changed something, in commit order. Returns a function
   * that unsubscribes it.
   */
  onCommit(listener: (commit: CommitRecord) => void): () => void {
    this.#commitListeners.add(listener);
    return () => this.#commitListeners.delete(listener);
  }

  /**
   * Calls `listener` with every authorization decision. Returns a function that unsubscribes it.
   */
  onEvaluation(listener: (evaluation: Evaluation) => void): () => void {
    return this.access.onEvaluation(listener);
  }

  /**
   * Deletes the document or collection at `path` with everything below it; '' deletes everything.
   * Bypasses rules and locks. Returns the number of deleted documents.
   */
  clearDocuments(databaseName: string, path = ''): number {
    const { database } = this.#entry(databaseName);
    const changes = [];
    for (const document of allDocuments(database)) {
      if (document.path === path || isDescendant(document.path, path)) {
        changes.push({ path: document.path, before: document, after: undefined });
      }
    }
    database.applyUnchecked(changes, OWNER);
    if (path === '') database.traffic?.forgetWindows();
    return changes.length;
  }

  /**
   * Adds or replaces documents in one commit, which listeners receive. Bypasses rules and locks.
   * Throws INVALID_ARGUMENT for a document that cannot be stored, without changing anything.
   * Returns the number of documents.
   */
  mergeDocuments(databaseName: string, documents: Iterable<Document>): number {
    const { database } = this.#entry(databaseName);
    const messages = [...documents];
    database.applyUnchecked((commitTime) => {
      const merged = new Map<string, StoredDocument>();
      for (const message of messages) {
        const after = storedDocument(message, commitTime);
        merged.set(after.path, after);
      }
      return Array.from(merged, ([path, after]) => ({ path, before: database.store.get(path), after }));
    }, OWNER);
    return messages.length;
  }

  /** A consistent snapshot of all documents. */
  scan(databaseName: string): Iterable<Document> {
    const { database } = this.#entry(databaseName);
    const documents = [...allDocuments(database)];
    return (function* () {
      for (const document of documents) yield documentMessage(databaseName, document);
    })();
  }

  /** Loads documents with their times, without firing triggers. */
  importDocuments(databaseName: string, documents: Iterable<Document>): void {
    const { database } = this.#entry(databaseName);
    const now = database.now();
    database.load(
      (function* () {
        for (const message of documents) yield storedDocument(message, now);
      })(),
    );
  }

  /** Closes the write-ahead log. No commit may follow. */
  close(): void {
    this.#commitLog?.close();
  }

  #openCommitLog(folder: string, warn: (line: string) => void): CommitLog {
    const emulator = this;
    return new CommitLog(folder, {
      replay: (commit) => this.#replay(commit),
      snapshots: function* () {
        for (const { database } of emulator.#databases.values()) {
          yield { name: database.name, documents: allDocuments(database) };
        }
      },
      warn,
    });
  }

  #replay({ database: name, writes }: CommitRequest): void {
    const { store } = this.#entry(name).database;
    const updated: StoredDocument[] = [];
    for (const { operation } of writes) {
      if (operation.case === 'update') updated.push(storedDocument(operation.value, 0));
      else if (operation.case === 'delete') store.unload(parseDocumentName(operation.value).path);
    }
    store.load(updated);
  }
}

function warnOnStandardError(line: string): void {
  process.stderr.write(`savepoint-firestore: ${line}\n`);
}

function* allDocuments(database: Database): Generator<StoredDocument> {
  for (const collection of database.store.collectionsBelow('')) yield* collection.documents();
}

import { type Micros } from '../core/commit-time.ts';
import type { Timers } from '../core/timers.ts';
import { AccessControl, type Evaluation, type Principal } from '../database/access-control.ts';
import { Database } from '../database/database.ts';
import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import { type LimitsReport } from '../limits/limits-report.ts';
import { type ExpectedHotspots, type LimitFinding } from '../limits/traffic.ts';
import { ListenHub } from '../listen/listen-hub.ts';
import type { IndexDefinitions } from '../query/index-definitions.ts';
import { type Issue, type Ruleset } from '../rules/ruleset.ts';
/**
 * `warn` observes operations beyond production's soft limits, `enforce` also delays and refuses
 * them. Hard limits are always enforced.
 */
export type LimitsMode = 'off' | 'warn' | 'enforce';
/** The options of a FirestoreEmulator. */
export interface EmulatorOptions {
    /** Microseconds since 1970. Commit times stay monotonic when it runs backwards. */
    readonly clock?: () => Micros;
    /** Folder of the write-ahead log. Without it documents live in memory only. */
    readonly dataDir?: string;
    /** The edition of all databases; 'standard' when absent. */
    readonly edition?: 'standard' | 'enterprise';
    /** How to treat operations beyond production's soft limits; 'off' when absent. */
    readonly limits?: LimitsMode;
    /** What may exceed a soft limit, and why. */
    readonly expectedHotspots?: ExpectedHotspots;
    /** Called when a soft limit begins to be exceeded. */
    readonly onLimitFinding?: (finding: LimitFinding) => void;
    /** Those of the process when absent. */
    readonly timers?: Timers;
    /** Called with the project id when a database is first used; throws to reject it. */
    readonly validateProject?: (projectId: string) => void;
    /** Receives a line about damage of the write-ahead log; standard error when absent. */
    readonly warn?: (line: string) => void;
}
/** One document's change in a commit. */
export interface CommittedChange {
    readonly name: string;
    readonly before: Document | undefined;
    readonly after: Document | undefined;
    /** Storage sizes of the two; undefined where there is none. */
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
export declare class FirestoreEmulator {
    #private;
    readonly access: AccessControl;
    /** The edition of all databases. Pipelines need 'enterprise'. */
    readonly edition: 'standard' | 'enterprise';
    constructor(options?: EmulatorOptions);
    /**
     * From now on, queries that lack a composite index among `definitions` fail, as in production.
     * The definitions are for the databases with this id, or for all databases without definitions of
     * their own.
     */
    requireIndexes(definitions: IndexDefinitions, databaseId?: string): void;
    /** From now on, the soft limits know the index exemptions of `definitions`. */
    setIndexExemptions(definitions: IndexDefinitions, databaseId?: string): void;
    /**
     * From now on, `deleteExpired` executes the TTL policies of `definitions` in the same databases
     * as `requireIndexes`.
     */
    setTimeToLive({ expiryFields }: IndexDefinitions, databaseId?: string): void;
    /**
     * Deletes the documents of all databases that have expired by now, as TTL policies do. Resolves
     * with their number.
     */
    deleteExpired(): Promise<number>;
    /**
     * The database `name` ('projects/P/databases/D'), created on first use. Throws INVALID_ARGUMENT
     * for a malformed name.
     */
    database(name: string): Database;
    /** The listeners of the database `name`, which is created on first use. */
    hub(name: string): ListenHub;
    /** The traffic of a project's databases beside production's soft limits. */
    limitsReport(projectId: string): LimitsReport;
    /** Names of the databases in use. */
    databases(): Iterable<string>;
    /**
     * Replaces the project's rules by those of `files`. Rules that do not compile leave the current
     * ones in force.
     */
    setRules(projectId: string, files: readonly {
        readonly name?: string;
        readonly content: string;
    }[]): {
        issues: readonly Issue[];
        loaded: boolean;
    };
    /**
     * The ruleset in force for a database, `(default)` when absent, with its coverage; undefined
     * allows everything.
     */
    ruleset(projectId: string, databaseId?: string): Ruleset | undefined;
    /**
     * Calls `listener` with every commit that changed something, in commit order; returns the
     * function that unsubscribes it.
     */
    onCommit(listener: (commit: CommitRecord) => void): () => void;
    /**
     * Calls `listener` with every authorisation decision; returns the function that unsubscribes it.
     */
    onEvaluation(listener: (evaluation: Evaluation) => void): () => void;
    /**
     * Deletes the document or collection at `path` with everything below it; '' deletes everything.
     * Bypasses rules and locks. Returns the number of deleted documents.
     */
    clearDocuments(databaseName: string, path?: string): number;
    /**
     * Adds or replaces documents in one commit, which listeners receive. Bypasses rules and locks.
     * Throws INVALID_ARGUMENT for a document that cannot be stored, with nothing changed. Returns the
     * number of documents.
     */
    mergeDocuments(databaseName: string, documents: Iterable<Document>): number;
    /** A consistent snapshot of all documents. */
    scan(databaseName: string): Iterable<Document>;
    /** Loads documents with their times, without firing triggers. */
    importDocuments(databaseName: string, documents: Iterable<Document>): void;
    /** Closes the write-ahead log. No commit may follow. */
    close(): void;
}

import type { JsonValue } from '@bufbuild/protobuf';
import { type HttpExchange } from '@savepoint/server/http/http-exchange';
/** One file of a ruleset. */
export interface RulesFile {
    readonly name?: string;
    readonly content: string;
}
/** A diagnostic of the rules compiler, in the shape of the Firebase Rules API (projects.test). */
export interface RulesIssue {
    readonly severity: 'ERROR' | 'WARNING';
    readonly description: string;
    readonly sourcePosition: {
        readonly line: number;
        readonly column: number;
    };
}
/**
 * The databases that rules are for: one, or without a database id, all of the project without rules
 * of their own.
 */
export interface RulesScope {
    readonly projectId: string;
    readonly databaseId?: string;
}
/** A coverage report in one of its formats. */
interface TextReport {
    readonly contentType: string;
    readonly text: string;
}
/** The operations of the emulator-only endpoints. Each may throw an RpcError. */
export interface AdminApi {
    /**
     * Replaces a ruleset. When it does not compile, the current one stays in force and `loaded` is
     * false.
     */
    setRules(scope: RulesScope, file: RulesFile): {
        issues: readonly RulesIssue[];
        loaded: boolean;
    };
    /**
     * Replaces the composite indexes and TTL policies of a database, or of all, by the text of a
     * firestore.indexes.json. Throws INVALID_ARGUMENT for one that is wrong, and the current ones
     * stay in force.
     */
    setIndexes(databaseId: string | undefined, text: string): void;
    /**
     * The rules in force, with the warnings of their compilation; rules that allow everything where
     * there are none.
     */
    rules(scope: RulesScope): {
        files: readonly RulesFile[];
        issues: readonly RulesIssue[];
    };
    /**
     * Deletes the documents at and below `path` (segments after /documents); an empty path deletes
     * all.
     */
    clearDocuments(databaseName: string, path: readonly string[]): void | Promise<void>;
    /**
     * Registers or replaces the trigger `key` of a project. Throws INVALID_ARGUMENT for an unknown
     * registration.
     */
    registerTrigger(projectId: string, key: string, registration: JsonValue): void;
    /**
     * Writes an export to `directory/name/…` atomically. `directory` may be relative. Throws
     * INVALID_ARGUMENT or FAILED_PRECONDITION, with nothing written, for a place where exports may
     * not be written.
     */
    exportDatabase(databaseName: string, directory: string, name: string): Promise<void>;
    /**
     * Adds the documents of an export to a database, or replaces them, all or none. `path` is the
     * overall metadata file of the export or its folder; it may be relative. Throws INVALID_ARGUMENT
     * or FAILED_PRECONDITION for a place that may not be read, and for anything but a complete
     * export.
     */
    importDatabase(databaseName: string, path: string): Promise<void>;
    /**
     * Moves the clock forward, for TTL policies, times and timeouts. Resolves with the time that it
     * shows, in seconds since 1970, when the documents that have expired are deleted.
     */
    advanceClock(seconds: number): Promise<number>;
    /** The traffic of a project beside production's soft limits, as JSON. */
    limitsReport(projectId: string): object;
    /**
     * The last events that triggers of a project were sent, newest first; `request` is not listed.
     */
    sentEvents(projectId: string): readonly {
        readonly request: unknown;
    }[];
    /**
     * Sends an event to its trigger again, in the trace of `traceparent`. False for one that is not
     * kept.
     */
    redeliver(projectId: string, id: string, traceparent: string): boolean;
    /**
     * Decides requests by rules that are not in force: `body` and result are those of projects.test
     * of the Firebase Rules API. Throws INVALID_ARGUMENT for another body.
     */
    testRules(projectId: string, body: JsonValue): Promise<object>;
    /**
     * The coverage report of the rules in force; of rules that allow everything where there are none.
     */
    coverage(scope: RulesScope, form: 'json' | 'html' | 'lcov'): TextReport;
}
/**
 * Handles an emulator-only endpoint or the health check `GET /`; resolves to false for other paths.
 * Rejects with UNIMPLEMENTED for an unknown path below /emulator/v1/projects.
 */
export declare function handleAdmin(admin: AdminApi, exchange: HttpExchange): Promise<boolean>;
export {};

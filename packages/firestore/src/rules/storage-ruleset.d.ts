/**
 * The entry point for the rules of Cloud Storage (`service firebase.storage`). Like ruleset.ts it
 * has no I/O: objects are passed in, and Firestore documents are read with a function that is
 * passed in.
 * https://firebase.google.com/docs/reference/security/storage
 */
import { type JsonObject } from '@bufbuild/protobuf';
import { type Explanation } from '@savepoint/server/rules/explanation';
import { type Issue } from '@savepoint/server/rules/issue';
import { SourceText } from '@savepoint/server/rules/source-text';
import { type RulesMethod, type RulesRequest } from './runtime/request-value.ts';
import type { RulesFile } from './syntax/syntax.ts';
/** The properties of an object as rules see them; dates become timestamps, whole numbers ints. */
export type StorageObject = Readonly<Record<string, unknown>>;
/** One operation on an object, or a list. */
export interface StorageRequest {
    readonly method: RulesMethod;
    /**
     * `b`, the bucket, `o` and the segments of the object's name; for a list, those of the prefix.
     */
    readonly path: readonly string[];
    readonly auth: RulesRequest['auth'];
    readonly time: Date;
    /** The object before the operation; null when there is none, and for a list. */
    readonly resource: StorageObject | null;
    /** The object as the operation would leave it; null for reads and deletes. */
    readonly newResource: StorageObject | null;
    /** List only: `/` lists one level, and nothing lists the objects at all depths. */
    readonly delimiter?: string;
}
/** Whether an operation is allowed. */
export interface StorageDecision {
    readonly allowed: boolean;
    /**
     * One line: `get /b/bucket/o/a.png denied: storage.rules:5:19 'request.auth != null' is false`.
     */
    readonly message: string;
    readonly explanation: Explanation;
}
/** A document in the JSON form of Firestore's REST API; what is not listed is not used. */
interface StoredDocumentJson {
    readonly fields?: JsonObject;
}
/**
 * Reads a document of the project's default database, in the JSON form of Firestore's REST API;
 * `path` are the segments after `/documents`. Null is a document that does not exist; undefined one
 * that cannot be read, which makes the call an evaluation error.
 */
export type DocumentReader = (path: readonly string[]) => Promise<StoredDocumentJson | null | undefined>;
/** Options of `compileStorageRules`. */
export interface StorageRulesOptions {
    /** The name of the file in issues and explanations; `storage.rules` by default. */
    readonly fileName?: string;
    /** Receives the output of `debug()`; standard output by default. */
    readonly onDebug?: (text: string) => void;
}
/**
 * Compiles the rules of Storage. The ruleset is undefined when an issue is an error. Never throws.
 */
export declare function compileStorageRules(text: string, options?: StorageRulesOptions): {
    ruleset: StorageRuleset | undefined;
    issues: readonly Issue[];
};
/** An issue as one line: `storage.rules:3:5 ERROR Unexpected 'alow'.` */
export declare function issueLine({ severity, description, sourcePosition }: Issue): string;
/** Whether a source has rules of Storage and of nothing else; false for one that does not parse. */
export declare function isStorageRules(text: string): boolean;
/**
 * The user that a token of the Authorization header identifies; null for one that is none.
 * Signatures are not checked.
 */
export declare function authOfToken(token: string): RulesRequest['auth'];
/** Compiled rules of Storage. Immutable. */
export declare class StorageRuleset {
    #private;
    /** Version 1 has no list. */
    readonly version: '1' | '2';
    readonly source: SourceText;
    /** Use `compileStorageRules`, which checks the file. */
    constructor(file: RulesFile, source: SourceText, options: StorageRulesOptions);
    /** Decides on one operation. Evaluation errors deny it. Rejects only when `read` does. */
    authorize(request: StorageRequest, read: DocumentReader): Promise<StorageDecision>;
    /** Decides as `authorize` does, and says why; the output of `debug()` is returned, too. */
    explain(request: StorageRequest, read: DocumentReader): Promise<{
        readonly explanation: Explanation;
        readonly debugMessages: readonly string[];
    }>;
}
export {};

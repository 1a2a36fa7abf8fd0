import { type Micros } from '../core/commit-time.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import type { StructuredQuery } from '../gen/google/firestore/v1/query_pb.js';
import type { Query } from '../query/query.ts';
import { AccessBudget, type Decision, type Ruleset, type RulesRequest } from '../rules/ruleset.ts';
/**
 * The caller: the owner and the emulator itself, who bypass security rules, or a client whose
 * `auth` is null when it is signed out.
 */
export type Principal = 
/** `isUnsampled`: of a call whose client asks that it is not recorded. */
{
    readonly kind: 'owner';
    readonly isUnsampled?: true;
} | {
    readonly kind: 'system';
} | {
    readonly kind: 'client';
    readonly auth: RulesRequest['auth'];
};
/** The principal that bypasses security rules. */
export declare const OWNER: Principal;
export declare const UNSAMPLED_OWNER: Principal;
/** The emulator itself, e.g. where a TTL policy deletes a document. */
export declare const SYSTEM: Principal;
/**
 * One authorisation decision, for the request log and the request monitor. `decision` is undefined
 * for the owner and for databases without rules.
 */
export interface Evaluation {
    readonly projectId: string;
    readonly databaseId: string;
    readonly method: RulesRequest['method'];
    /** Relative to the database's documents, e.g. `products/p1`. */
    readonly path: string;
    readonly time: Micros;
    readonly principal: Principal;
    readonly outcome: 'allow' | 'deny' | 'admin';
    readonly request: RulesRequest | undefined;
    readonly decision: Decision | undefined;
}
/**
 * The documents of one database as rules see them: `get` before the request, `getAfter` as if it
 * were applied.
 */
export interface DocumentView {
    readonly projectId: string;
    readonly databaseId: string;
    readonly time: Micros;
    get(path: string): StoredDocument | undefined;
    getAfter(path: string): StoredDocument | undefined;
}
/** All writes of a commit to one document, as rules see them: one write. */
export interface WriteOperation {
    readonly path: string;
    readonly method: 'create' | 'update' | 'delete';
    /** True without a precondition: denial messages list it as create and as update. */
    readonly isUpsert: boolean;
    readonly before: StoredDocument | undefined;
    readonly after: StoredDocument | undefined;
}
/** The rulesets of all projects, and the authorisation of every operation. */
export declare class AccessControl {
    #private;
    /**
     * Replaces the ruleset of one database. Without a database id, that of the project's default
     * database, which then applies to its other databases without rules of their own too.
     */
    setRuleset(projectId: string, ruleset: Ruleset, databaseId?: string): void;
    /**
     * Sets the ruleset of the databases with this id, or of all databases, in projects without one of
     * their own.
     */
    setDefaultRuleset(ruleset: Ruleset, databaseId?: string): void;
    /** Calls `listener` after every change of rules. */
    onRulesetChange(listener: () => void): void;
    /** The ruleset in force for a database; undefined allows everything. */
    ruleset(projectId: string, databaseId?: string): Ruleset | undefined;
    /** Calls `listener` after each decision; returns the function that unsubscribes it. */
    onEvaluation(listener: (evaluation: Evaluation) => void): () => void;
    /** A budget of document accesses that the operations of one request share. */
    newAccessBudget(): AccessBudget;
    /**
     * Throws PERMISSION_DENIED unless `principal` may get the document at `path`, which is `document`
     * or missing.
     */
    authorizeGet(principal: Principal, view: DocumentView, path: string, document: StoredDocument | undefined, budget?: AccessBudget): void;
    /** `authorizeGet` as a predicate; evaluation listeners are not notified. */
    canGet(principal: Principal, view: DocumentView, path: string, document: StoredDocument): boolean;
    /** Throws PERMISSION_DENIED unless the rules prove that `principal` may run the query. */
    authorizeList(principal: Principal, view: DocumentView, query: Query, message: StructuredQuery): void;
    /**
     * Throws PERMISSION_DENIED unless `principal` may perform every write; at most one per document.
     */
    authorizeWrites(principal: Principal, view: DocumentView, writes: readonly WriteOperation[]): void;
}

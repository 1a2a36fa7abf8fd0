/**
 * The document access calls `get`, `exists`, `getAfter` and `existsAfter`, with their limits:
 * https://firebase.google.com/docs/firestore/security/rules-conditions#access_call_limits
 */
import type { SourceRange } from '@savepoint/server/rules/source-text';
import { type RulesDocument } from '../runtime/document-value.ts';
import type { DocumentLookups, LookupFunction } from '../runtime/evaluation.ts';
import type { RulesPath, RulesResult } from '../runtime/value.ts';
/**
 * Document reads for rules. Both methods must read from one snapshot for as long as a decision is
 * in use. Null is a document that does not exist; undefined is one that cannot be read, which is an
 * evaluation error.
 */
export interface DocumentAccess {
    /** The document before the request's writes. `at` is the call in the source that needs it. */
    get(path: readonly string[], databaseId: string, at: SourceRange): RulesDocument | null | undefined;
    /** The document after all of the request's writes. */
    getAfter(path: readonly string[], databaseId: string, at: SourceRange): RulesDocument | null | undefined;
}
/**
 * The lookup budget of a request with several operations. Pass the same one to every `authorize` of
 * the request.
 */
export declare class AccessBudget {
    #private;
    /** Counts a lookup; false when it exceeds the limit. Repeated lookups of a document are free. */
    consume(key: string): boolean;
}
/**
 * The lookups of one decision. Results are cached: repeated lookups return the same document and
 * are counted once.
 */
export declare class CachedDocumentLookups implements DocumentLookups {
    #private;
    /** `maximum` is the number of distinct documents that the operation may look up. */
    constructor(access: DocumentAccess, budget: AccessBudget | undefined, maximum?: number);
    /**
     * Evaluates an access call. A lookup beyond the limits is an ordinary error, which `||` absorbs.
     */
    call(name: LookupFunction, path: RulesPath, at: SourceRange): RulesResult;
}

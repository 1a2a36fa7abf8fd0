import type { StoredDocument } from '../core/stored-document.ts';
import { type Query } from '../query/query.ts';
import type { DocumentStore } from '../store/document-store.ts';
import type { Change } from '../store/undo-log.ts';
/**
 * The effect of a commit on one document of a result set: 'matched' when it is in the set
 * afterwards, 'removed' when it is no longer. `document` is its new version, undefined when it was
 * deleted.
 */
export interface ViewChange {
    readonly path: string;
    readonly kind: 'matched' | 'removed';
    readonly document: StoredDocument | undefined;
}
/** The live result set of one query, shared by all listeners of equal queries. */
export declare class QueryView {
    #private;
    readonly query: Query;
    constructor(query: Query, store: DocumentStore);
    /** The effect on the result set of `changes`, which the store has applied already. */
    advance(changes: readonly Change[]): ViewChange[];
}

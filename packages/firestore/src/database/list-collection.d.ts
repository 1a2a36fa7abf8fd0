import type { StoredDocument } from '../core/stored-document.ts';
import type { DocumentStore } from '../store/document-store.ts';
interface ListedDocument {
    readonly id: string;
    /** Undefined for a missing document: one that does not exist but has subcollections. */
    readonly document: StoredDocument | undefined;
}
/**
 * The documents of the collection at `path` in id order, beginning after the id `after`.
 * `showMissing` includes missing documents, as in ListDocumentsRequest.
 */
export declare function listCollection(store: DocumentStore, path: string, showMissing: boolean, after: string | undefined): Generator<ListedDocument>;
export {};

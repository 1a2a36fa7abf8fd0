import type { StoredDocument } from '../core/stored-document.ts';
import type { DocumentStore } from './document-store.ts';
/**
 * All documents at any depth below the document `ancestor` ('' is the root) in name order, each
 * before its subcollections, beginning with the first path at or after `from`.
 */
export declare function walkDocuments(store: DocumentStore, ancestor: string, from: string | undefined): Generator<StoredDocument>;

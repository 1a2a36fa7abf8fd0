import type { StoredDocument } from '../core/stored-document.ts';
import type { IndexDefinitions } from './index-definitions.ts';
/**
 * Throws INVALID_ARGUMENT for a document with more index entries than production stores. A document
 * of fewer bytes than entries, which nearly all are, is not counted.
 */
export declare function checkIndexEntries(document: StoredDocument, definitions: IndexDefinitions | undefined, database: string): void;

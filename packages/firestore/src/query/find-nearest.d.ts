import { StoredDocument } from '../core/stored-document.ts';
import type { FindNearest } from './query.ts';
/**
 * Exact nearest-neighbor search: at most `search.limit` documents, nearest first. Documents
 * without a vector of the same dimension are skipped; `onCompare` is called for each other one.
 */
export declare function findNearest(search: FindNearest, documents: Iterable<StoredDocument>, onCompare?: () => void): StoredDocument[];

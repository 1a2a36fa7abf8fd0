import { type IndexShape } from '../core/index-shape.ts';
import type { StoredDocument } from '../core/stored-document.ts';
import { SortedIndex } from './sorted-index.ts';
/** Indexes by shape, built by one sort of the scope on first use and maintained from then on. */
declare class IndexSet {
    #private;
    /** The index with this shape; built from `documents` when it does not exist. */
    get(shape: IndexShape, documents: () => Iterable<StoredDocument>): SortedIndex;
    /** Replaces one version of a document by another in every index; undefined stands for absence. */
    replace(before: StoredDocument | undefined, after: StoredDocument | undefined): void;
}
/** One collection: its documents by id, in id order. */
export declare class Collection {
    #private;
    readonly path: string;
    readonly id: string;
    readonly indexes: IndexSet;
    constructor(path: string);
    get size(): number;
    get(id: string): StoredDocument | undefined;
    /**
     * Replaces the version `before` of the document `id` by `after`; undefined stands for absence.
     */
    replace(id: string, before: StoredDocument | undefined, after: StoredDocument | undefined): void;
    /** All documents in id order, from the first id at or after `from`. */
    documents(from?: string): IterableIterator<StoredDocument>;
}
/** All collections with one id, at any depth. */
export declare class CollectionGroup {
    readonly collections: Set<Collection>;
    readonly indexes: IndexSet;
    get size(): number;
    /** All documents, in unspecified order. */
    documents(): Generator<StoredDocument>;
}
export {};

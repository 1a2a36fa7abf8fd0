import { type Bound, type IndexEntry, type IndexShape } from '../core/index-shape.ts';
import type { StoredDocument } from '../core/stored-document.ts';
/**
 * A sorted index over the documents of one scope. Entries reference the documents, so it takes
 * about one word per document. A scan must be consumed before the next `replace`.
 */
export declare class SortedIndex {
    #private;
    readonly shape: IndexShape;
    constructor(shape: IndexShape, documents: Iterable<StoredDocument>);
    get size(): number;
    /** Replaces one version of a document by another; undefined stands for absence. */
    replace(before: StoredDocument | undefined, after: StoredDocument | undefined): void;
    /**
     * The entries between two bounds in ascending or (`reverse`) descending order; undefined is an
     * open bound.
     */
    scan(lower: Bound | undefined, upper: Bound | undefined, reverse: boolean): Generator<IndexEntry>;
}

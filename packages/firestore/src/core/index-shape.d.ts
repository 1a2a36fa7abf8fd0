import { type FieldPath } from './field-path.ts';
import { type StoredDocument } from './stored-document.ts';
import { type FieldValue, type TypeOrder } from './value.ts';
/** One field of an index key. */
export interface IndexField {
    readonly path: FieldPath;
    readonly descending: boolean;
}
/**
 * Entries are sorted by array element (when `contains` is set), then by `fields`, then by name
 * ascending. A document without one of the fields has no entry; one with an array has an entry for
 * each distinct element.
 */
export interface IndexShape {
    readonly contains: FieldPath | undefined;
    readonly fields: readonly IndexField[];
}
/** A string that identifies a shape, e.g. 'tags contains,n desc'. */
export declare function shapeKey(shape: IndexShape): string;
/** An entry of an array index: one element of the array and the document that contains it. */
export declare class ElementEntry {
    readonly element: FieldValue;
    readonly document: StoredDocument;
    constructor(element: FieldValue, document: StoredDocument);
}
/** The position before all values of a type. */
export declare class TypeStart {
    readonly type: number;
    constructor(type: TypeOrder | number);
}
/**
 * A position between entries: before (`side` -1) or after (1) all entries whose first components
 * equal `values` and, where given, whose document path equals `name`.
 */
export declare class Bound {
    readonly values: readonly (FieldValue | TypeStart)[];
    readonly name: string | undefined;
    readonly side: -1 | 1;
    constructor(values: readonly (FieldValue | TypeStart)[], side: -1 | 1, name?: string);
}
/** An entry of an index: a document or, in an array index, one of its array elements. */
export type IndexEntry = StoredDocument | ElementEntry;
/** The document that an entry refers to. */
export declare function entryDocument(entry: IndexEntry): StoredDocument;
/**
 * Returns the comparison function for the entries and bounds of an index. Distinct entries never
 * compare as equal.
 */
export declare function compareEntries(shape: IndexShape): (left: IndexEntry | Bound, right: IndexEntry | Bound) => number;

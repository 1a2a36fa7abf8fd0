import type { FieldPath } from '../core/field-path.ts';
import { type StoredDocument } from '../core/stored-document.ts';
import { type FieldValue } from '../core/value.ts';
import { type Filter } from './filter.ts';
/** One field of a query's order. An undefined `path` means the document name. */
export interface Order {
    readonly path: FieldPath | undefined;
    readonly descending: boolean;
}
/**
 * A cursor: one value for each of the first fields of the query's order; for the document name, its
 * path.
 */
export interface CursorPosition {
    readonly values: readonly FieldValue[];
    /** The position is just before (true) or just after (false) all documents with these values. */
    readonly before: boolean;
}
/** Which collections a query reads. */
interface QueryScope {
    /** Path of the parent document; '' for the root. */
    readonly parent: string;
    /** Undefined: every collection. */
    readonly collectionId: string | undefined;
    /** True for a collection group query: collections at any depth below `parent`. */
    readonly allDescendants: boolean;
}
/** A valid query in its parsed form. */
export interface Query extends QueryScope {
    readonly filter: Filter | undefined;
    /**
     * The complete order: the explicit fields, then the inequality fields, then the document name.
     */
    readonly orderBy: readonly Order[];
    readonly startAt: CursorPosition | undefined;
    readonly endAt: CursorPosition | undefined;
    readonly offset: number;
    readonly limit: number | undefined;
    /** The projection; undefined for all fields. */
    readonly select: readonly FieldPath[] | undefined;
    readonly findNearest: FindNearest | undefined;
}
/** A nearest-neighbor search (StructuredQuery.FindNearest). */
export interface FindNearest {
    readonly path: FieldPath;
    readonly vector: readonly number[];
    readonly distanceMeasure: 'euclidean' | 'cosine' | 'dot-product';
    readonly limit: number;
    readonly distanceResultField: string | undefined;
    readonly distanceThreshold: number | undefined;
}
/** True when `document` is in one of the collections that `scope` reads. */
export declare function isInScope(scope: QueryScope, document: StoredDocument): boolean;
/** True when `document` matches the query, regardless of offset, limit and projection. */
export declare function matchesQuery(query: Query, document: StoredDocument): boolean;
/** `matchesQuery` for a document known to be in scope. */
export declare function matchesWithinScope(query: Query, document: StoredDocument): boolean;
/** Returns the comparison function for the order of a query's results. */
export declare function compareByQuery(query: Query): (left: StoredDocument, right: StoredDocument) => number;
export {};

import { type FieldPath } from '../core/field-path.ts';
/** The queryScope of an index. */
export type IndexScope = 'COLLECTION' | 'COLLECTION_GROUP';
/** How an index orders or contains a field. */
export type IndexMode = 'ASCENDING' | 'DESCENDING' | 'CONTAINS' | 'VECTOR';
/** One field of an index. */
export interface IndexedField {
    /** The text form of the field path. */
    readonly path: string;
    readonly mode: IndexMode;
}
/** A composite index. */
export interface CompositeIndex {
    readonly collectionGroup: string;
    readonly scope: IndexScope;
    readonly fields: readonly IndexedField[];
}
interface FieldOverride {
    readonly modes: ReadonlySet<`${IndexScope}:${IndexMode}`>;
}
/** The indexes that a firestore.indexes.json declares. */
export interface IndexDefinitions {
    readonly composites: readonly CompositeIndex[];
    /**
     * By 'collectionGroup/field'. A field without an entry has the automatic single-field indexes.
     */
    readonly overrides: ReadonlyMap<string, FieldOverride>;
    /**
     * The fields of TTL policies by collection group: a document expires at the timestamp in this
     * field.
     */
    readonly expiryFields: ReadonlyMap<string, FieldPath>;
}
/**
 * Parses the text of a firestore.indexes.json. Throws INVALID_ARGUMENT with the location of the
 * error.
 */
export declare function parseIndexDefinitions(text: string): IndexDefinitions;
export {};

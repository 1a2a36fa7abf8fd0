import type { Document } from '../gen/google/firestore/v1/document_pb.js';
import { type Micros } from './commit-time.ts';
import { Fields } from './value.ts';
/** One immutable version of a document; a write creates another. */
export declare class StoredDocument {
    /** Path of the collection, e.g. 'rooms/eros/messages': one string that its documents share. */
    readonly collection: string;
    readonly id: string;
    readonly fields: Fields;
    readonly createTime: Micros;
    readonly updateTime: Micros;
    /** Storage size; 0 for a projection, which is not stored. */
    readonly bytes: number;
    constructor(collection: string, id: string, fields: Fields, createTime: Micros, updateTime: Micros, bytes?: number);
    /** Path below the database, e.g. 'rooms/eros/messages/m1'. */
    get path(): string;
}
/** Compares two documents by name. */
export declare function compareNames(left: StoredDocument, right: StoredDocument): number;
/** The wire form of a document; with a field mask, only the fields that it names. */
export declare function documentMessage(database: string, stored: StoredDocument, mask?: readonly (readonly string[])[]): Document;
/**
 * Decodes a wire document with its times; a missing time defaults to `now`. Throws
 * INVALID_ARGUMENT.
 */
export declare function storedDocument(message: Document, now: Micros): StoredDocument;

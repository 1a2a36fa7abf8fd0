import type { StoredDocument } from '../core/stored-document.ts';
import type { WriteOperation } from './access-control.ts';
import { type Mutation } from './mutation.ts';
/**
 * The writes of one commit to one document. Production and the official emulator collapse them into
 * one write before rules and preconditions are checked: it begins with the stored document and the
 * first precondition, and ends with the result of the last write. `[set, update]` of a new document
 * is a create, `[delete, set]` of a stored one an update.
 */
export declare class DocumentWrites {
    #private;
    readonly path: string;
    /** The stored document. */
    readonly before: StoredDocument | undefined;
    /** The document after the writes so far. */
    after: StoredDocument | undefined;
    constructor(first: Mutation, before: StoredDocument | undefined);
    /**
     * Adds a later write. Throws INVALID_ARGUMENT for one that can never follow the writes so far.
     */
    add(mutation: Mutation): void;
    /** The collapsed write, for the rules; undefined for a `verify`. */
    get operation(): WriteOperation | undefined;
}
/**
 * Throws INVALID_ARGUMENT for writes of one commit that can never follow each other, whatever is
 * stored.
 */
export declare function checkWriteSequences(mutations: readonly Mutation[]): void;

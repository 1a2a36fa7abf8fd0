import { type Micros } from '../core/commit-time.ts';
import { StoredDocument } from '../core/stored-document.ts';
import { type FieldValue } from '../core/value.ts';
import type { Mutation, MutationPrecondition } from './mutation.ts';
/** The effect of a mutation on one document. */
export interface MutationResult {
    /**
     * Undefined when the document does not exist afterwards; identical to `before` when nothing
     * changed.
     */
    readonly after: StoredDocument | undefined;
    /** One per transform. */
    readonly transformResults: readonly FieldValue[];
}
/**
 * Throws NOT_FOUND, ALREADY_EXISTS or FAILED_PRECONDITION when `before` does not satisfy the
 * precondition, and INVALID_ARGUMENT for an update time that the document has not reached: no
 * client can have read it.
 */
export declare function checkPrecondition(precondition: MutationPrecondition | undefined, before: StoredDocument | undefined, name: string): void;
/**
 * The document after `mutation`, whose precondition the caller has checked. `database` is the full
 * database name, for messages. Throws INVALID_ARGUMENT when the result exceeds the size limit of a
 * document.
 */
export declare function applyMutation(mutation: Mutation, before: StoredDocument | undefined, commitTime: Micros, database: string): MutationResult;

import { type Micros } from '../core/commit-time.ts';
import { type FieldPath } from '../core/field-path.ts';
import { Fields, type FieldValue } from '../core/value.ts';
import type { Precondition } from '../gen/google/firestore/v1/common_pb.js';
import { type Write } from '../gen/google/firestore/v1/write_pb.js';
/** A decoded FieldTransform of write.proto. */
export type FieldTransform = {
    readonly kind: 'server-timestamp';
    readonly path: FieldPath;
} | {
    readonly kind: 'increment' | 'maximum' | 'minimum';
    readonly path: FieldPath;
    readonly operand: number | bigint;
} | {
    readonly kind: 'append' | 'remove-all';
    readonly path: FieldPath;
    readonly elements: readonly FieldValue[];
};
/** A decoded Precondition of common.proto. */
export interface MutationPrecondition {
    readonly exists?: boolean;
    readonly updateTime?: Micros;
}
/**
 * One write, decoded and validated. With `mask` undefined, `fields` replace all fields of the
 * document.
 */
export interface Mutation {
    readonly kind: 'update' | 'delete' | 'verify' | 'transform';
    readonly path: string;
    readonly fields: Fields;
    readonly mask: readonly FieldPath[] | undefined;
    readonly transforms: readonly FieldTransform[];
    readonly precondition: MutationPrecondition | undefined;
}
/**
 * Decodes a google.firestore.v1.Write to `database` ('projects/P/databases/D') and validates what
 * does not depend on the stored document. Throws INVALID_ARGUMENT.
 */
export declare function parseWrite(write: Write, database: string): Mutation;
/** Throws INVALID_ARGUMENT for a precondition without a condition. */
export declare function parsePrecondition(message: Precondition): MutationPrecondition | undefined;
/** Throws INVALID_ARGUMENT for more transforms of one document in a commit than are allowed. */
export declare function checkTransformCount(count: number): void;

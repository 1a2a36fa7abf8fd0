import type { Value } from '../gen/google/firestore/v1/document_pb.js';
import { Fields, type FieldValue } from './value.ts';
/**
 * Decodes a wire value that a document holds. `depth` is the number of maps and arrays around it.
 * Throws INVALID_ARGUMENT for a value that no document can hold.
 */
export declare function fromValue(message: Value, depth?: number): FieldValue;
/**
 * Decodes the operand of a filter or a cursor value. It may be one that no document holds: an array
 * in an array, a vector in an array, a time finer than a microsecond. Throws INVALID_ARGUMENT.
 */
export declare function fromOperandValue(message: Value): FieldValue;
/** Decodes the fields of a map or a document. Throws INVALID_ARGUMENT. */
export declare function fromFields(messages: {
    [name: string]: Value;
}): Fields;
/** Throws INVALID_ARGUMENT when `name` is empty, reserved ('__.+__') or longer than 1,500 bytes. */
export declare function checkFieldName(name: string): void;
/** Encodes a value as its wire message. */
export declare function toValue(value: FieldValue): Value;
/** Encodes the fields of a map or a document. */
export declare function toFields(fields: Fields): {
    [name: string]: Value;
};
